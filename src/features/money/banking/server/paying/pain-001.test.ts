import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { schemaCheck } from '#testing/files/xml-schema.ts'
import { type PaymentFile, sepaText, writePaymentFile } from './pain-001.ts'

const faultsOf = schemaCheck('pain.001.001.09.xsd')

const file: PaymentFile = {
  messageId: 'POLJIN-2026112201',
  createdAt: new Date('2026-11-22T08:00:00.123Z'),
  executionDay: '2026-11-23',
  payer: { name: 'Poljin Oy', iban: 'FI21 1234 5600 0007 85', businessId: '9876543-0' },
  payments: [
    {
      paymentOrderId: '0192b1c0-1111-7000-8000-000000000001',
      payee: { name: 'Testipyörä & Polku Oy', iban: 'FI1410093000123458', city: 'Espoo' },
      amountCents: 300_000,
      referenceNumber: '1232',
      message: null,
    },
    {
      paymentOrderId: '0192b1c0-1111-7000-8000-000000000002',
      payee: { name: 'Esimerkkikauppa', iban: 'FI1410093000123458' },
      amountCents: 5,
      referenceNumber: 'RF18539007547034',
      message: null,
    },
    {
      paymentOrderId: '0192b1c0-1111-7000-8000-000000000003',
      payee: { name: 'Mallihenkilö', iban: 'FI1410093000123458' },
      amountCents: 1_999,
      referenceNumber: null,
      message: 'Palautus: lasku 202600042',
    },
  ],
}

describe('a payment file', () => {
  it('is valid, adds up and names every payment once', () => {
    const xml = writePaymentFile(file)
    expect(faultsOf(xml)).toEqual([])
    const text = xml.toString()
    expect(text.match(/<CtrlSum>3020\.04<\/CtrlSum>/g)).toHaveLength(2)
    expect(text).toContain('<EndToEndId>0192b1c0111170008000000000000001</EndToEndId>')
    expect(text).toContain('<Cd>SCOR</Cd></CdOrPrtry></Tp><Ref>1232</Ref>')
    expect(text).toContain('<Issr>ISO</Issr></Tp><Ref>RF18539007547034</Ref>')
    expect(text).toContain('<Ustrd>Palautus: lasku 202600042</Ustrd>')
    expect(text).toContain('<ChrgBr>SLEV</ChrgBr>')
  })

  it('carries names in characters that banks take', () => {
    expect(sepaText('Äkäslompolon <Pyörä> & Polku\nOy€ 🚲', 70)).toBe('Äkäslompolon Pyörä & Polku Oy')
    expect(sepaText('x'.repeat(90), 70)).toHaveLength(70)
  })

  it('is refused without payments and for an amount of nothing or less', () => {
    expect(() => writePaymentFile({ ...file, payments: [] })).toThrow(RangeError)
    for (const amountCents of [0, -1, 0.5])
      expect(() => writePaymentFile({ ...file, payments: [{ ...file.payments[0]!, amountCents }] })).toThrow(RangeError)
  })

  it('is valid for whatever names and messages people have', () => {
    const payment = fc.record({
      paymentOrderId: fc.uuid(),
      payee: fc.record({
        name: fc.string({ unit: 'binary', minLength: 1, maxLength: 150 }).filter((name) => sepaText(name, 70) !== ''),
        iban: fc.constant('FI1410093000123458'),
      }),
      amountCents: fc.integer({ min: 1, max: 99_999_999 }),
      referenceNumber: fc.constantFrom(null, '1232', 'RF18539007547034', 'not one'),
      message: fc.string({ unit: 'binary', maxLength: 300 }),
    })
    fc.assert(
      fc.property(fc.array(payment, { minLength: 1, maxLength: 5 }), (payments) => {
        expect(faultsOf(writePaymentFile({ ...file, payments }))).toEqual([])
      }),
      { numRuns: 30, seed: 1 },
    )
  })
})
