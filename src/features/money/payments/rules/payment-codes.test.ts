import { expect, it } from 'vitest'
import { epcText, rfReference, virtualBarcode4, virtualBarcode5 } from './payment-codes.ts'
import { signedText } from './paytrail-signature.ts'
import { attemptAfter } from './user-payments.ts'

const payable = {
  iban: 'FI7944052020036082',
  amountCents: 488_315,
  referenceNumber: '868516259619897',
  dueDay: '2010-06-12',
}

it('draws the bank barcodes of both versions as Finance Finland publishes them', () => {
  expect(virtualBarcode4(payable)).toBe('479440520200360820048831500000000868516259619897100612')
  const rf = {
    iban: 'FI7944052020036082',
    amountCents: 488_315,
    referenceNumber: '868516259619897',
    dueDay: '2010-06-12',
  }
  expect(virtualBarcode5(rf)).toBe('579440520200360820048831509000000868516259619897100612')
})

it('makes the RF reference with check digits that divide by 97', () => {
  const rf = rfReference('868516259619897')
  expect(rf).toBe('RF09868516259619897')
  expect(BigInt(`${rf.slice(4)}2715${rf.slice(2, 4)}`) % 97n).toBe(1n)
})

it('makes an RF reference of three to twenty digits alone', () => {
  expect(rfReference('9'.repeat(20))).toMatch(/^RF\d{22}$/)
  for (const digits of ['12', '9'.repeat(21)]) expect(() => rfReference(digits)).toThrow(RangeError)
})

it('writes the QR code of a credit transfer line by line', () => {
  expect(epcText({ ...payable, payee: 'Poljin Oy' }).split('\n')).toEqual([
    'BCD',
    '002',
    '1',
    'SCT',
    '',
    'Poljin Oy',
    'FI7944052020036082',
    'EUR4883.15',
    '',
    'RF09868516259619897',
  ])
})

it('signs checkout headers in their order with the body last', () => {
  expect(signedText({ signature: 'x', 'checkout-b': '2', 'Checkout-A': '1', other: 'y' }, '{}')).toBe(
    'checkout-a:1\ncheckout-b:2\n{}',
  )
})

it('lets no later news take an OK back, nor a failure be undone by less than an OK', () => {
  expect(attemptAfter('OK', 'FAIL')).toBe('OK')
  expect(attemptAfter('FAIL', 'PENDING')).toBe('FAIL')
  expect(attemptAfter('FAIL', 'OK')).toBe('OK')
  expect(attemptAfter('PENDING', 'NEW')).toBe('PENDING')
})
