import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { schemaCheck } from '#testing/files/xml-schema.ts'
import { finvoiceFacts } from '#testing/money/finvoice-facts.ts'
import type { FinvoiceLine } from './finvoice-facts.ts'
import { writeFinvoice } from './finvoice-write.ts'

const faultsOf = schemaCheck('Finvoice3.0.xsd')

const bike: FinvoiceLine = {
  description: 'Testipyörä Matka 3, WTU-777, P-26-7KQ2MX',
  quantity: 1,
  netCents: 239_044,
  vatBasisPoints: 2550,
  serialNumber: 'WTU777',
}

describe('a Finvoice', () => {
  it('is valid for an invoice and says the amounts that the invoice has', () => {
    const xml = writeFinvoice(finvoiceFacts([bike]))
    expect(faultsOf(xml)).toEqual([])
    const text = xml.toString()
    expect(text).toContain('<InvoiceTypeCode>INV01</InvoiceTypeCode>')
    expect(text).toContain('<InvoiceTotalVatIncludedAmount AmountCurrencyIdentifier="EUR">3000,00<')
    expect(text).toContain('<UnitPriceAmount AmountCurrencyIdentifier="EUR">2390,44000<')
    expect(text).toContain('<EpiRemittanceInfoIdentifier IdentificationSchemeName="SPY">2026000422<')
    expect(text).toContain('&lt;testi&gt;')
  })

  it('is valid for a credit note, which names its invoice and counts pieces below zero at a positive price', () => {
    const line = { ...bike, quantity: -1, netCents: -239_044 }
    const xml = writeFinvoice(finvoiceFacts([line], { credits: { number: '202600041', day: '2026-11-01' } }))
    expect(faultsOf(xml)).toEqual([])
    const text = xml.toString()
    expect(text).toContain('<InvoiceTypeCode>INV02</InvoiceTypeCode><InvoiceTypeCodeUN>381</InvoiceTypeCodeUN>')
    expect(text).toContain('<OriginalInvoiceNumber>202600041</OriginalInvoiceNumber>')
    expect(text).toMatch(/<InvoicedQuantity [^>]*>-1</)
    expect(text).toMatch(/<UnitPriceAmount [^>]*>2390,44000</)
    expect(text).toMatch(/<InvoiceTotalVatIncludedAmount [^>]*>-3000,00</)
    expect(text).not.toContain('InvoiceDueDate')
  })

  it('says the day of supply of each line, the odd cent, and why nothing is added at 0 %', () => {
    const lines = [
      { ...bike, netCents: 2_390, supplyDay: '2026-11-20' },
      { ...bike, netCents: 1_000, vatBasisPoints: 0 },
    ]
    const grounds = ['Vahingonkorvaus, ei arvonlisäveron alainen']
    const xml = writeFinvoice(finvoiceFacts(lines, { grounds, roundingCents: 1, totalCents: 4_000 }))
    expect(faultsOf(xml)).toEqual([])
    const text = xml.toString()
    expect(text.match(/<RowDeliveryDate [^>]*>20261120</g)).toHaveLength(1)
    expect(text).toContain(`<VatFreeText>${grounds[0]}</VatFreeText>`)
    expect(text).toMatch(/<InvoiceTotalVatIncludedAmount [^>]*>39,99</)
    expect(text).toMatch(/<InvoiceTotalRoundoffAmount [^>]*>0,01</)
    expect(text).toMatch(/<EpiInstructedAmount [^>]*>40,00</)
  })

  it('says the ISO scheme for an RF reference', () => {
    expect(writeFinvoice(finvoiceFacts([bike], { referenceNumber: 'RF18 5390 0754 7034' })).toString()).toContain(
      '<EpiRemittanceInfoIdentifier IdentificationSchemeName="ISO">RF18539007547034<',
    )
  })

  it('is valid without e-invoice addresses, postal addresses, order and delivery day', () => {
    const buyer = {
      name: 'X',
      businessId: null,
      vatNumber: null,
      street: null,
      postalCode: null,
      city: null,
      eInvoiceAddress: null,
      operatorId: null,
    }
    const xml = writeFinvoice(
      finvoiceFacts([bike], { buyer, orderNumber: null, agreementNumber: null, deliveryDay: null }),
    )
    expect(faultsOf(xml)).toEqual([])
  })

  it('is valid for 500 random invoices, and its rows add up to its total', () => {
    const line = fc.record({
      description: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }).filter((text) => /\S/.test(text)),
      quantity: fc.integer({ min: 1, max: 500 }),
      netCents: fc.integer({ min: 1, max: 9_000_000 }),
      vatBasisPoints: fc.constantFrom(2550, 1350, 1000, 0),
      note: fc.option(fc.string({ unit: 'binary', maxLength: 600 })),
    })
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 12 }),
        fc.boolean(),
        fc.boolean(),
        (lines, isCredit, hasAttachment) => {
          const signed = isCredit
            ? lines.map((one) => ({ ...one, quantity: -one.quantity, netCents: -one.netCents }))
            : lines
          const credits = isCredit ? { number: '202600001', day: '2026-01-02' } : null
          const facts = finvoiceFacts(signed, { credits, hasAttachment })
          const xml = writeFinvoice(facts)
          expect(faultsOf(xml)).toEqual([])
          const rows = [...xml.toString().matchAll(/<RowVatExcludedAmount [^>]*>(-?\d+),(\d\d)</g)]
          expect(rows.reduce((sum, [, euros, cents]) => sum + Number(`${euros}${cents}`), 0)).toBe(facts.netCents)
        },
      ),
      { numRuns: 500, seed: 1 },
    )
  })
})
