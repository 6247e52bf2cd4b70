import { execFileSync, spawnSync } from 'node:child_process'
import path from 'node:path'
import { PDFDocument, PDFName } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { type AgreementFacts, renderAgreementPdf } from '#features/leases/agreements/server/agreement-pdf.ts'
import { type InvoiceFacts, renderInvoicePdf } from '#features/money/invoices/ledger/server/invoice-pdf.ts'
import type { PriceCard } from '#features/pricing/leasing/rules/price-card.ts'
import { foldersWithTexts, loadTexts } from '#platform/server/runtime/texts.ts'
import { demoBrand } from '#platform/values/brand.ts'
import { features } from '#platform/values/features.ts'
import { referenceNumberFrom } from '#platform/values/identifiers.ts'
import { formatEuros, vatTotals } from '#platform/values/money.ts'
import { type BuyOutFacts, renderBuyOutPdf } from './buy-out-pdf.ts'
import { type CertificateFacts, renderCertificatePdf } from './delivery-certificate-pdf.ts'

const texts = loadTexts(foldersWithTexts(path.resolve(import.meta.dirname, '../../..')))
const languages = ['fi', 'sv', 'en'] as const
type Language = (typeof languages)[number]
const base = (language: Language) => ({
  texts,
  brand: demoBrand,
  language,
  at: new Date('2026-03-12T08:30:00Z'),
  day: '2026-03-12',
})

const buyOutOf = (months: number) =>
  Array.from({ length: months }, (_, index) => 290_000 - index * Math.floor(275_000 / months))

const card: PriceCard = {
  day: '2026-03-12',
  bikePriceCents: 279_000,
  accessoriesCents: 21_000,
  totalPriceCents: 300_000,
  financedCents: 300_000,
  leaseMonths: 40,
  instalmentCents: 10_000,
  lastInstalmentCents: 9_933,
  totalInstalmentsCents: 399_933,
  insuranceCents: 48_000,
  serviceCents: 40_000,
  financingCents: 26_933,
  residualCents: 15_000,
  totalToOwnCents: 414_933,
  adminFeeCents: 1_500,
  serviceShareCents: 2_200,
  buyOutCents: buyOutOf(40),
  vatBasisPoints: 2_550,
  benefitModel: 'FROM_SALARY',
  taxRegime: 'TAXABLE',
  campaignApplied: false,
  billingTableId: 'table',
  billingTableVersion: 1,
}

const agreement = (language: Language): AgreementFacts => ({
  ...base(language),
  agreementNumber: 'S-TEST-1',
  orderNumber: 'P-TEST-1',
  employer: { name: 'Esimerkkiyritys Oy', businessId: '1234567-1', address: 'Mallikatu 1, 00100 Helsinki' },
  employee: { name: 'Äijö Åström', email: 'aijo@yritys.example', employeeNumber: '1042', unit: 'Tuotekehitys' },
  lessor: {
    name: 'Mallirahoitus Oy',
    businessId: '7654321-0',
    address: 'Rahakatu 2, 00130 Helsinki',
    authority: { reference: 'V-2026-1', day: '2026-01-15' },
  },
  store: { name: 'Esimerkkipyörä', address: 'Pajakatu 3, 33100 Tampere' },
  bike: { name: 'Malli Pyörä 7', kind: null, frameSize: '53 cm', colour: 'Vihreä', frameNumber: null },
  accessories: [{ name: 'Lukko', priceCents: 21_000 }],
  delivery: 'PICKUP',
  card,
})

const buyOut = (language: Language, months: number): BuyOutFacts => ({
  ...base(language),
  orderNumber: 'P-TEST-1',
  bike: 'Malli Pyörä 7',
  totalPriceCents: 300_000,
  buyOutCents: buyOutOf(months),
})

const certificate = (language: Language): CertificateFacts => ({
  ...base(language),
  orderNumber: 'P-TEST-1',
  agreementNumber: 'S-TEST-1',
  bike: 'Malli Pyörä 7',
  frameSize: 'M',
  colour: 'vihreä',
  accessories: [{ name: 'Lukko' }, { name: 'Kypärä' }],
  frameNumber: 'WTU123K4567X',
  deliveryDay: '2026-04-02',
  store: 'Esimerkkipyörä',
  receiver: 'Äijö Åström',
  employer: { name: 'Esimerkkiyritys Oy', businessId: '1234567-1' },
  lessor: { name: 'Mallirahoitus Oy', businessId: '7654321-0' },
  reportedBy: 'STORE',
  reportedAt: new Date('2026-04-02T12:34:00Z'),
})

function invoice(language: Language, grossCents: readonly number[] = [300_000]): InvoiceFacts {
  const lines = grossCents.map((gross) => ({ grossCents: gross, vatBasisPoints: 2_550 }))
  const totals = vatTotals(lines)
  return {
    ...base(language),
    number: '202600042',
    referenceNumber: referenceNumberFrom('202600042'),
    dueDay: '2026-03-26',
    deliveryDay: '2026-03-10',
    agreementNumber: 'S-TEST-1',
    buyer: { name: 'Mallirahoitus Oy', businessId: '7654321-0', address: null, eInvoiceAddress: '003776543210' },
    lines: lines.map((line, index) => {
      const { netCents } = vatTotals([line])
      return { description: `Malli Pyörä ${index + 1}`, quantity: 1, netCents, vatBasisPoints: 2_550 }
    }),
    groups: totals.groups,
    netCents: totals.netCents,
    vatCents: totals.vatCents,
    totalCents: totals.grossCents,
  }
}

const hasPoppler = spawnSync('pdftotext', ['-v']).status === 0
/** What a person reads, with every space a plain one. */
const read = (pdf: Buffer, ...options: string[]) =>
  execFileSync('pdftotext', [...options, '-', '-'], { input: pdf })
    .toString()
    .replace(/\s+/gu, ' ')
const structureOf = (pdf: Buffer) => execFileSync('pdfinfo', ['-struct', '-'], { input: pdf }).toString()
const plain = (text: string) => text.replace(/\s+/gu, ' ')
const pageCount = async (pdf: Buffer) => (await PDFDocument.load(pdf)).getPageCount()

const makers: [string, (language: Language) => Promise<Buffer>][] = [
  ['agreement', (language) => renderAgreementPdf(agreement(language))],
  ['buy-out table', (language) => renderBuyOutPdf(buyOut(language, 40))],
  ['delivery certificate', (language) => renderCertificatePdf(certificate(language))],
  ['invoice', (language) => renderInvoicePdf(invoice(language))],
]

describe.runIf(hasPoppler)('the seller of the bike', () => {
  it.each([
    ['fi', 'Verkkokauppa', 'Liike'],
    ['en', 'Online shop', 'Store'],
    ['sv', 'Webbutik', 'Butik'],
  ] as const)('is called an online shop where it is no store of the register, in %s', async (language, shop, store) => {
    const sold = agreement(language)
    const agreed = read(await renderAgreementPdf({ ...sold, store: { ...sold.store, isOnlineShop: true } }))
    const handed = read(await renderCertificatePdf({ ...certificate(language), isOnlineShop: true }))
    for (const text of [agreed, handed]) expect(text).toContain(` ${shop} `)
    const ofStore = [await renderAgreementPdf(sold), await renderCertificatePdf(certificate(language))].map((pdf) =>
      read(pdf),
    )
    for (const text of ofStore) {
      expect(text).toContain(` ${store} `)
      expect(text).not.toContain(` ${shop} `)
    }
  })
})

describe.each(makers)('the %s', (_name, make) => {
  it.each(languages)('says in %s whose it is, what it is and in which language', async (language) => {
    const document = await PDFDocument.load(await make(language), { updateMetadata: false })
    expect(document.getAuthor()).toBe('Poljin Oy')
    expect(document.getTitle()?.length).toBeGreaterThan(5)
    expect(document.catalog.get(PDFName.of('Lang'))?.toString()).toContain(language)
    expect(document.getCreationDate()).toEqual(new Date('2026-03-12T08:30:00Z'))
  })

  it('comes out the same to the byte from the same facts', async () => {
    expect((await make('fi')).equals(await make('fi'))).toBe(true)
  })

  it.skipIf(!hasPoppler)('has headings, a language and lists that a screen reader finds', async () => {
    const tree = structureOf(await make('fi'))
    expect(tree).toMatch(/^Document\n {2}H1 /)
    expect(tree).toContain('LBody')
  })
})

describe.skipIf(!hasPoppler)('what stands in the agreement', () => {
  it.each(languages)('is every fact, amount and month, in %s', async (language) => {
    const facts = agreement(language)
    const text = read(await renderAgreementPdf(facts))
    const euros = (cents: number) => plain(formatEuros(cents, language))
    for (const cents of [
      279_000, 21_000, 60_956, 48_000, 40_000, 26_933, 399_933, 9_933, 15_000, 414_933, 1_500, 60_000, 2_200,
    ])
      expect(text).toContain(euros(cents))
    for (const cents of card.buyOutCents) expect(text).toContain(euros(cents))
    for (const name of [
      'Esimerkkiyritys Oy',
      '1234567-1',
      'Äijö Åström',
      'Mallirahoitus Oy',
      'Poljin Oy',
      'Malli Pyörä 7',
      'P-TEST-1',
    ])
      expect(text).toContain(name)
    expect(text).toContain(plain(texts.t(language, 'agreements:pdf.regimeTexts.TAXABLE')).slice(0, 60))
    expect(text).toContain(texts.t(language, 'agreements:pdf.notSigned'))
    expect(text).toMatch(/17\. /)
    expect(text).not.toContain('{{')
  })

  it('is the sum before the redemption, the unit by its name, the instalment’s VAT and the lessor’s authority', async () => {
    const text = read(await renderAgreementPdf(agreement('fi')))
    expect(text.indexOf('Erät yhteensä')).toBeLessThan(
      text.indexOf('Lunastus kauden lopussa', text.indexOf('Mitä maksetaan')),
    )
    expect(text).toContain('Yksikkö Tuotekehitys')
    expect(text).toContain('Kuukausierässä on arvonlisäveroa 20,32 € (25,5 %)')
    expect(text).toContain('Rahakatu 2, 00130 Helsinki')
    expect(text).toContain('valtuuttamana (valtuutus V-2026-1, 15.1.2026)')
  })

  const ends = { redemptionFeeCents: 2_500, transferFeeCents: 0, returnFeeCents: 29_000, returnTransportCents: 5_900 }
  const priced = (more: object = {}) => ({
    ...agreement('fi'),
    card: { ...card, ends: { ...ends, noticeDay: 20, ...more } },
  })

  it('is the price list of ends with who pays each, of which only what the service offers is printed', async () => {
    const text = read(await renderAgreementPdf(priced()))
    for (const words of ['Päättymisen hinnat', 'lunastustaulukon hinta + 25,00 €', 'viimeistään kuun 20. päivänä'])
      expect(text).toContain(words)
    expect(text.includes('290,00 € + kuljetus 59,00 €')).toBe(features['early-return'].isOn)
    expect(read(await renderAgreementPdf(agreement('fi')))).not.toContain('Päättymisen hinnat')
    const paid = read(await renderAgreementPdf({ ...priced(), namesPayers: true }))
    const ways = [/työntekijä irtisanoutuu.{0,90} 59,00 € työntekijä/, /työnantaja irtisanoo.{0,90} 59,00 € työnantaja/]
    for (const way of ways) expect(way.test(paid)).toBe(features['early-return'].isOn)
  })

  it('lets the instalment follow the VAT rate only where the price list says so', async () => {
    const follows = read(await renderAgreementPdf(priced({ vatChange: 'NET_STAYS' })))
    expect(follows).toContain('kirjallisesti palvelussa tai jos arvonlisäverokanta muuttuu.')
    expect(read(await renderAgreementPdf(priced()))).toContain('muutoksesta kirjallisesti palvelussa. ')
  })

  it('is the accepted policy by its hash', async () => {
    const sha256 = '0a'.repeat(32)
    const text = read(await renderAgreementPdf({ ...agreement('fi'), policy: { sha256, acceptedOn: '2026-03-11' } }))
    expect(text).toContain('pyöräetuohje, hyväksytty 11.3.2026')
    expect(text.replaceAll(' ', '')).toContain(sha256)
  })

  it('is the version of its terms and the accepted insurance by their hashes, with cover and deductible', async () => {
    const insurance = {
      insurer: 'Mallivakuutus Oy',
      businessId: '7654321-0',
      covers: ['THEFT', 'DAMAGE'] as const,
      deductibleCents: 15_000,
      limitCents: null,
      number: 4,
      title: 'Pyörän ehdot',
      sha256: '0b'.repeat(32),
      acceptedOn: '2026-03-11',
    }
    const terms = { number: 7, sha256: '0c'.repeat(32) }
    const text = read(await renderAgreementPdf({ ...agreement('fi'), insurance, terms }))
    expect(text).toContain('vakuutus varkauden ja vaurion varalta. Vakuutuksen antaa Mallivakuutus Oy')
    expect(text).toContain('omavastuu on 150,00 €')
    expect(text).toContain('Pyörän ehdot, versio 4, hyväksytty 11.3.2026')
    expect(text).toContain('Sopimusehdot, versio 7')
    for (const { sha256 } of [insurance, terms]) expect(text.replaceAll(' ', '')).toContain(sha256)
  })

  it('says the interest that the instalments contain', async () => {
    const facts = agreement('fi')
    const card = { ...facts.card, yearlyInterestBasisPoints: 490, financingCents: 26_933 }
    expect(read(await renderAgreementPdf({ ...facts, card }))).toContain('yhteensä 269,33 € (vuosikorko 4,9 %)')
  })

  it('promises nothing that is not there', async () => {
    const text = read(await renderAgreementPdf(agreement('fi')))
    expect(text).not.toMatch(/\[\[|\]\]|vakuutusehdo|sisältyy vakuutus /)
    // A lease goes to another person of the service or to no one.
    const passedOn = text.match(/siirtää sopimuksen [^.]*?(?=,? tai |\.)/g)
    expect(passedOn).toEqual([
      'siirtää sopimuksen uudelle työnantajalle, jos tämä on palvelun asiakas ja suostuu siihen',
      'siirtää sopimuksen toiselle edunsaajalle',
    ])
  })

  it('are both signatures with name, time in Helsinki, address and hash once they are given', async () => {
    const documentSha256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
    const signature = { at: new Date('2026-03-13T06:12:04Z'), documentSha256 }
    const text = read(
      await renderAgreementPdf({
        ...agreement('fi'),
        signatures: [
          { ...signature, party: 'EMPLOYEE', name: 'Äijö Åström', ipAddress: '192.0.2.14' },
          {
            ...signature,
            party: 'EMPLOYER',
            position: 'Nimenkirjoitusoikeus',
            name: 'Esimerkki Esihenkilö',
            ipAddress: '198.51.100.7',
          },
        ],
      }),
    )
    for (const part of [
      '192.0.2.14',
      '198.51.100.7',
      'Esimerkki Esihenkilö',
      'Nimenkirjoitusoikeus',
      '13. maaliskuuta 2026',
      '8.12.04',
    ])
      expect(text).toContain(part)
    expect(text.split(documentSha256.slice(0, 32))).toHaveLength(3)
    expect(text.split(documentSha256.slice(32))).toHaveLength(3)
    expect(text).not.toContain(texts.t('fi', 'agreements:pdf.notSigned'))
  })

  it('is the frame number once it is known', async () => {
    const facts = agreement('fi')
    const text = read(await renderAgreementPdf({ ...facts, bike: { ...facts.bike, frameNumber: 'WTU123K4567X' } }))
    expect(text).toContain('WTU123K4567X')
    expect(text).not.toContain(texts.t('fi', 'agreements:pdf.frameNumberLater'))
  })

  it('is a number on every page', async () => {
    const pdf = await renderAgreementPdf(agreement('fi'))
    const count = await pageCount(pdf)
    expect(count).toBeGreaterThan(3)
    for (let page = 1; page <= count; page += 1)
      expect(read(pdf, '-f', String(page), '-l', String(page))).toContain(`${page} (${count})`)
  })
})

describe('the buy-out table', () => {
  it.each([12, 40, 60])('of %i months fits on one page', async (months) => {
    expect(await pageCount(await renderBuyOutPdf(buyOut('sv', months)))).toBe(1)
  })
})

describe.skipIf(!hasPoppler)('what stands in the invoice', () => {
  it('is what the law asks for and how to pay', async () => {
    const text = read(await renderInvoicePdf(invoice('fi')))
    for (const part of [
      '202600042',
      'S-TEST-1',
      'Yksikköhinta',
      '12.3.2026',
      '10.3.2026',
      '26.3.2026',
      '9876543-0',
      'FI98765430',
      '7654321-0',
      '25,5 %',
    ])
      expect(text).toContain(part)
    for (const cents of [239_044, 60_956, 300_000]) expect(text).toContain(plain(formatEuros(cents, 'fi')))
    expect(text).toContain('FI76 1590 3000 0012 38')
    expect(text).toMatch(/Virtuaaliviivakoodi: 476159030000012380030000000000000000\d{12}260326/)
  })

  it('says of a credit note what is credited, and no day to pay it by', async () => {
    const credits = { number: '202600001', day: '2026-03-01' }
    const text = read(await renderInvoicePdf({ ...invoice('fi'), totalCents: -300_000, credits }))
    expect(text).toMatch(/^(?!.*(?:Eräpäivä|Maksettava)).*Hyvitetään.*3 000,00/)
  })
  it('repeats the header of its lines on every page that they reach', async () => {
    const pdf = await renderInvoicePdf(
      invoice(
        'fi',
        Array.from({ length: 45 }, () => 10_000),
      ),
    )
    const second = read(pdf, '-f', '2', '-l', '2')
    expect(second).toContain('Selite')
    expect(second).toContain('Malli Pyörä 45')
    // A repeated header is ornament: the structure holds it once.
    expect(structureOf(pdf).match(/TH/g)).toHaveLength(9)
  })
})

describe.skipIf(!hasPoppler)('what stands in the delivery certificate', () => {
  it('is an acceptance: accessories, agreement, parties, statement, who confirmed it and when', async () => {
    const text = read(await renderCertificatePdf(certificate('fi')))
    for (const part of [
      'Lukko, Kypärä',
      'M, vihreä',
      'S-TEST-1',
      '1234567-1',
      'Mallirahoitus Oy',
      'ei ole esittänyt huomautuksia',
      '2. huhtikuuta 2026',
    ])
      expect(text).toContain(part)
  })

  it('is the bike, its frame number, the day and who handed it to whom', async () => {
    const text = read(await renderCertificatePdf(certificate('fi')))
    for (const part of ['Malli Pyörä 7', 'WTU123K4567X', '2.4.2026', 'Esimerkkipyörä', 'Äijö Åström', 'Liike'])
      expect(text).toContain(part)
  })
})
