import { describe, expect, it } from 'vitest'
import { FileFault } from '#platform/server/documents/reading/xml-reader.ts'
import { judgeBuyer, orderNumbersIn } from '../rules.ts'
import { readFinvoices } from './finvoice-read.ts'

const document = (more: { details?: string; rows?: string; total?: string; head?: string } = {}) =>
  `${more.head ?? '<?xml version="1.0" encoding="UTF-8"?>'}
<Finvoice Version="3.0">
<SellerPartyDetails><SellerPartyIdentifier>1234567-1</SellerPartyIdentifier><SellerOrganisationName>Testipyörä Oy</SellerOrganisationName></SellerPartyDetails>
<BuyerPartyDetails><BuyerPartyIdentifier>9876543-0</BuyerPartyIdentifier><BuyerOrganisationName>Poljin Oy</BuyerOrganisationName></BuyerPartyDetails>
<InvoiceDetails><InvoiceTypeCode>INV01</InvoiceTypeCode><InvoiceTypeText>LASKU</InvoiceTypeText><OriginCode>Original</OriginCode>
<InvoiceNumber>7001</InvoiceNumber><InvoiceDate Format="CCYYMMDD">20261120</InvoiceDate>
${more.details ?? '<OrderIdentifier>p-26-7kq2mx</OrderIdentifier>'}
<InvoiceTotalVatAmount AmountCurrencyIdentifier="EUR">609,56</InvoiceTotalVatAmount>
<InvoiceTotalVatIncludedAmount AmountCurrencyIdentifier="EUR">${more.total ?? '3000,00'}</InvoiceTotalVatIncludedAmount>
<VatSpecificationDetails><VatBaseAmount AmountCurrencyIdentifier="EUR">2390,44</VatBaseAmount><VatRatePercent>25,5</VatRatePercent><VatRateAmount AmountCurrencyIdentifier="EUR">609,56</VatRateAmount></VatSpecificationDetails>
<PaymentTermsDetails><InvoiceDueDate Format="CCYYMMDD">20261204</InvoiceDueDate></PaymentTermsDetails></InvoiceDetails>
${more.rows ?? '<InvoiceRow><ArticleName>Pyörä</ArticleName><InvoicedQuantity>1</InvoicedQuantity><RowVatRatePercent>25,50</RowVatRatePercent><RowVatExcludedAmount AmountCurrencyIdentifier="EUR">2390,44</RowVatExcludedAmount></InvoiceRow>'}
<EpiDetails><EpiPartyDetails><EpiBeneficiaryPartyDetails><EpiAccountID>FI1410093000123458</EpiAccountID></EpiBeneficiaryPartyDetails></EpiPartyDetails>
<EpiPaymentInstructionDetails><EpiRemittanceInfoIdentifier>1232</EpiRemittanceInfoIdentifier></EpiPaymentInstructionDetails></EpiDetails>
</Finvoice>`

const read = (xml: string | Buffer, choice?: 0 | 1) => readFinvoices(Buffer.from(xml as string), choice)
/** The one invoice of a file. */
function only(xml: string | Buffer, choice?: 0 | 1) {
  const [one, ...others] = read(xml, choice)
  if (!one || others.length > 0 || 'unread' in one) throw new Error(`no single invoice: ${JSON.stringify(one)}`)
  return one.invoice
}
const reasonOf = (xml: string) => {
  const [one] = read(xml)
  return one && 'unread' in one ? one.unread.reason : null
}
const faultOf = (xml: string) => {
  try {
    return read(xml).length
  } catch (error) {
    return error instanceof FileFault ? error.code : String(error)
  }
}

describe('a received Finvoice', () => {
  it('gives seller, sums, account, reference, lines and what names our order', () => {
    const invoice = only(document())
    expect(invoice).toMatchObject({
      number: '7001',
      issueDay: '2026-11-20',
      dueDay: '2026-12-04',
      isCreditNote: false,
      seller: { name: 'Testipyörä Oy', businessId: '1234567-1' },
      buyer: { ids: ['9876543-0'], name: 'Poljin Oy' },
      iban: 'FI1410093000123458',
      referenceNumber: '1232',
      netCents: 239_044,
      vatCents: 60_956,
      totalCents: 300_000,
      lines: [{ description: 'Pyörä', quantity: '1', netCents: 239_044, vatBasisPoints: 2550 }],
      remarks: [],
    })
    expect(orderNumbersIn(invoice.hints)).toEqual(['P-26-7KQ2MX'])
  })

  it('is read in the encoding that it names, or was written in', () => {
    const xml = document({ head: '<?xml version="1.0" encoding="ISO-8859-15"?>' })
    expect(only(Buffer.from(xml, 'latin1')).seller.name).toBe('Testipyörä Oy')
    expect(only(Buffer.from(document(), 'latin1')).seller.name).toBe('Testipyörä Oy')
    expect(only(Buffer.from(`\uFEFF${document()}`, 'utf16le')).seller.name).toBe('Testipyörä Oy')
  })

  it('is found behind a frame, inside one, beside others, and with prefixes and a document type', () => {
    const frame = '<SOAP-ENV:Envelope xmlns:SOAP-ENV="x"><SOAP-ENV:Body/></SOAP-ENV:Envelope>\n'
    expect(only(`${frame}${document()}`).number).toBe('7001')
    const bare = document({ head: '' }).trim()
    expect(only(`<a:Envelope><a:Body>${bare}</a:Body></a:Envelope>`).number).toBe('7001')
    const typed = '<?xml version="1.0"?>\n<!DOCTYPE Finvoice SYSTEM "Finvoice.dtd" [ <!ELEMENT a ANY> ]>'
    expect(only(document({ head: typed })).lines[0]?.line).toBe(13)
    expect(only(document().replace(/<(\/?)([A-Z])/g, '<$1fi:$2')).number).toBe('7001')
    const several = read(`${frame}${document()}\n${frame}${document().replace('7001', '7002')}`)
    expect(several.map((one) => 'invoice' in one && one.invoice.number)).toEqual(['7001', '7002'])
  })

  it('is kept with a remark when its sums differ or its sign is odd', () => {
    expect(only(document({ total: '3000,01' }))).toMatchObject({
      totalCents: 300_001,
      vatCents: 60_956,
      netCents: 239_045,
      remarks: ['SUM_DIFFERS'],
    })
    const credit = only(document().replace('INV01', 'INV02'))
    expect(credit).toMatchObject({
      isCreditNote: true,
      totalCents: -300_000,
      netCents: -239_044,
      remarks: ['SIGN_TURNED'],
    })
    expect(credit.lines[0]?.netCents).toBe(-239_044)
    const below = document({ total: '-3000,00' }).replace('>609,56</InvoiceTotal', '>-609,56</InvoiceTotal')
    expect(only(below)).toMatchObject({ isCreditNote: true, remarks: ['SUM_DIFFERS', 'BELOW_ZERO'] })
  })

  it('is no invoice as a pro forma or a reminder, and says so when it asks for another sum than it comes to', () => {
    for (const type of ['INV06', 'INV08', 'inv08'])
      expect(reasonOf(document().replace('INV01', type))).toBe('NO_INVOICE')
    expect(only(document().replace('INV01', 'inv01')).typeCode).toBe('INV01')
    const toPay = (sum: string) =>
      document().replace(
        '</Finvoice>',
        `<EpiDetails><EpiPaymentInstructionDetails><EpiInstructedAmount AmountCurrencyIdentifier="EUR">${sum}</EpiInstructedAmount></EpiPaymentInstructionDetails></EpiDetails></Finvoice>`,
      )
    expect(only(toPay('3000,00')).remarks).toEqual([])
    expect(only(toPay('500,00')).remarks).toEqual(['PAYS_OTHER'])
  })

  it('has of several accounts the IBAN, and of several due days the first', () => {
    const of = (id: string) =>
      `<EpiBeneficiaryPartyDetails><EpiAccountID>${id}</EpiAccountID></EpiBeneficiaryPartyDetails>`
    const bare = document()
      .replace(/<EpiDetails>[\s\S]*<\/EpiDetails>/, '')
      .replace(/<PaymentTermsDetails>[\s\S]*<\/PaymentTermsDetails>/, '')
    const accounts = `<EpiDetails><EpiPartyDetails>${of('159030-1238')}${of('FI2112345600000785')}${of('FI7615903000001238')}</EpiPartyDetails></EpiDetails>`
    const terms = ['20270104', '20261204']
      .map((day) => `<PaymentTermsDetails><InvoiceDueDate>${day}</InvoiceDueDate></PaymentTermsDetails>`)
      .join('')
    const read = bare
      .replace('</InvoiceDetails>', `${terms}</InvoiceDetails>`)
      .replace('</Finvoice>', `${accounts}</Finvoice>`)
    expect(only(read)).toMatchObject({ iban: 'FI2112345600000785', dueDay: '2026-12-04' })
  })

  it('is put aside with its texts where it cannot be read, and beside it others are taken', () => {
    expect(reasonOf(document({ total: '3000,001' }))).toBe('WRONG_AMOUNT')
    expect(reasonOf(document().replaceAll('"EUR"', '"SEK"'))).toBe('OTHER_CURRENCY')
    expect(reasonOf(document().replace('20261120', '20261320'))).toBe('WRONG_DAY')
    expect(reasonOf(document().replace('<InvoiceNumber>7001</InvoiceNumber>', ''))).toBe('INCOMPLETE')
    expect(reasonOf(document().replace('INV01', 'REM01'))).toBe('NO_INVOICE')
    const [bad, good] = read(document({ total: 'abc' }) + document())
    expect(bad).toMatchObject({ unread: { reason: 'WRONG_AMOUNT', about: 'Testipyörä Oy 7001' } })
    expect('unread' in bad! && bad.unread.raw).toContainEqual([
      'InvoiceDetails/InvoiceTotalVatIncludedAmount',
      'EUR abc',
    ])
    expect(good).toMatchObject({ invoice: { number: '7001' } })
  })

  it('has both readings of an amount that can be read in two ways, and is read as somebody chooses', () => {
    const row =
      '<InvoiceRow><ArticleName>Lukko</ArticleName><RowVatExcludedAmount AmountCurrencyIdentifier="EUR">1,234</RowVatExcludedAmount></InvoiceRow>'
    const [one] = read(document({ rows: row }))
    expect(one).toMatchObject({ unread: { reason: 'TWO_READINGS', readings: [123_400, 123] } })
    expect(only(document({ rows: row }), 0).lines[0]?.netCents).toBe(123_400)
    expect(only(document({ rows: row }), 1).lines[0]?.netCents).toBe(123)
  })

  it('is refused as a whole where it is no Finvoice', () => {
    expect(faultOf(document().slice(0, 900))).toBe('XML_MALFORMED')
    expect(faultOf('<Invoice/>')).toBe('E_INVOICE_UNKNOWN_KIND')
    expect(faultOf('no document')).toBe('XML_MALFORMED')
    expect(faultOf('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><Finvoice>&b;</Finvoice>')).toBe(
      'XML_MALFORMED',
    )
  })
})

describe('the buyer of an invoice', () => {
  const own = { businessId: '9876543-0', legalName: 'Poljin Oy', name: 'Poljin' }
  const judge = (buyer: { ids?: string[]; address?: string; name?: string }) =>
    judgeBuyer({ ids: buyer.ids ?? [], address: buyer.address ?? null, name: buyer.name ?? null }, own)

  it('is known by any spelling of its id, else by its address, else by its name', () => {
    for (const id of ['9876543-0', 'FI98765430', '003798765430', '00379876543001234'])
      expect(judge({ ids: [id] })).toBe('OURS')
    expect(judge({ ids: ['12'], address: '003798765430' })).toBe('OURS')
    expect(judge({ name: 'POLJIN OY' })).toBe('OURS')
  })

  it('is another, or unclear, but never ours by chance', () => {
    expect(judge({ ids: ['1234567-1'], name: 'Poljin Oy', address: '003798765430' })).toBe('OTHER_BUYER')
    expect(judge({ name: 'Mallikas Oy' })).toBe('OTHER_BUYER')
    expect(judge({ ids: ['9876543-0', 'FI12345671'] })).toBe('BUYER_UNCLEAR')
    expect(judge({ name: 'Poljin Lahti Oy' })).toBe('BUYER_UNCLEAR')
    expect(judge({})).toBe('BUYER_UNCLEAR')
  })
})

describe('order numbers in texts', () => {
  it('are found in any spelling, once each', () => {
    expect(orderNumbersIn(['Tilaus P-26-7KQ2MX, p 26 7kq2mx', 'X-26-7KQ2MX', 'P-26-AB'])).toEqual(['P-26-7KQ2MX'])
  })
})
