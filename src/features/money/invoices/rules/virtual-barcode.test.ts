import { expect, test } from 'vitest'
import { virtualBarcode } from './virtual-barcode.ts'

test('the published example of the banks comes out digit by digit', () => {
  const invoice = {
    iban: 'FI79 4405 2020 0360 82',
    totalCents: 488_315,
    referenceNumber: '86851 62596 19897',
    dueDay: '2010-06-12',
  }
  expect(virtualBarcode(invoice)).toBe('479440520200360820048831500000000868516259619897100612')
})

const invoice = { iban: 'FI2112345600000785', totalCents: 300_000, referenceNumber: '2026000422', dueDay: '2026-03-26' }

test('an amount that does not fit is left open', () => {
  expect(virtualBarcode({ ...invoice, totalCents: 99_999_999 }).slice(17, 25)).toBe('99999999')
  for (const totalCents of [100_000_000, 0, -5]) {
    expect(virtualBarcode({ ...invoice, totalCents }).slice(17, 25)).toBe('00000000')
  }
})

test('an RF reference makes version 5, as in the banks’ published example', () => {
  const invoice = {
    iban: 'FI79 4405 2020 0360 82',
    totalCents: 488_315,
    referenceNumber: 'RF09 8685 1625 9619 897',
    dueDay: '2010-06-12',
  }
  expect(virtualBarcode(invoice)).toBe('579440520200360820048831509000000868516259619897100612')
})

test('a foreign account and a reference with letters are refused', () => {
  expect(() => virtualBarcode({ ...invoice, iban: 'SE4550000000058398257466' })).toThrow(RangeError)
  expect(() => virtualBarcode({ ...invoice, referenceNumber: 'RF18INV2026' })).toThrow(RangeError)
})
