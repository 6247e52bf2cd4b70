import { describe, expect, it } from 'vitest'
import { FileFault } from '#platform/server/documents/xml-reader.ts'
import { orderNumbersIn } from '../rules.ts'
import { readFinvoice } from './finvoice-read.ts'

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

const faultOf = (xml: string) =>
  readFinvoice([Buffer.from(xml)]).then(
    () => null,
    (error: unknown) => (error instanceof FileFault ? error.code : String(error)),
  )

describe('a received Finvoice', () => {
  it('gives seller, sums, account, reference, lines and what names our order', async () => {
    const invoice = await readFinvoice([Buffer.from(document())])
    expect(invoice).toMatchObject({
      number: '7001',
      issueDay: '2026-11-20',
      dueDay: '2026-12-04',
      isCreditNote: false,
      seller: { name: 'Testipyörä Oy', businessId: '1234567-1' },
      buyerBusinessId: '9876543-0',
      iban: 'FI1410093000123458',
      referenceNumber: '1232',
      netCents: 239_044,
      vatCents: 60_956,
      totalCents: 300_000,
      lines: [{ description: 'Pyörä', quantity: '1', netCents: 239_044, vatBasisPoints: 2550 }],
    })
    expect(orderNumbersIn(invoice.hints)).toEqual(['P-26-7KQ2MX'])
  })

  it('is read in the encoding that it names', async () => {
    const xml = document({ head: '<?xml version="1.0" encoding="ISO-8859-15"?>' })
    const invoice = await readFinvoice([Buffer.from(xml, 'latin1')])
    expect(invoice.seller.name).toBe('Testipyörä Oy')
  })

  it('is refused when it does not hold together', async () => {
    expect(await faultOf(document({ total: '3000,01' }))).toBe('E_INVOICE_SUM_DIFFERS')
    expect(await faultOf(document({ total: '3000,001' }))).toBe('E_INVOICE_WRONG_AMOUNT')
    expect(await faultOf(document().replaceAll('"EUR"', '"SEK"'))).toBe('E_INVOICE_OTHER_CURRENCY')
    expect(await faultOf(document().replace('20261120', '20261320'))).toBe('E_INVOICE_WRONG_DAY')
    expect(await faultOf(document().replace('<InvoiceNumber>7001</InvoiceNumber>', ''))).toBe('E_INVOICE_INCOMPLETE')
    expect(await faultOf(document().slice(0, 900))).toBe('XML_MALFORMED')
    expect(await faultOf('<Invoice/>')).toBe('E_INVOICE_UNKNOWN_KIND')
  })
})

describe('order numbers in texts', () => {
  it('are found in any spelling, once each', () => {
    expect(orderNumbersIn(['Tilaus P-26-7KQ2MX, p 26 7kq2mx', 'X-26-7KQ2MX', 'P-26-AB'])).toEqual(['P-26-7KQ2MX'])
  })
})
