import { describe, expect, it } from 'vitest'
import { checkReply } from './reply-shapes.ts'

const assertInsuranceClaimPage = (reply: unknown) => checkReply({ method: 'GET', path: '/api/insurance-claims' }, reply)
const assertVatReply = (reply: unknown) => checkReply({ method: 'GET', path: '/api/companies/:id/vat' }, reply)
const assertCreatedUser = (reply: unknown) => checkReply({ method: 'POST', path: '/api/system-users' }, reply)

describe('malformed replies', () => {
  it('of the insurance claim list are refused', () => {
    expect(() => assertInsuranceClaimPage({ items: [], total: 0 })).not.toThrow()
    for (const reply of [
      null,
      undefined,
      [],
      'x',
      {},
      { items: [] },
      { items: {}, total: 1 },
      { items: [], total: '1' },
    ]) {
      expect(() => assertInsuranceClaimPage(reply)).toThrow(new Error('Invalid response format'))
    }
    expect(() => assertInsuranceClaimPage({ items: [], total: Number.NaN })).toThrow()
  })

  it('of a VAT rate are refused', () => {
    expect(() => assertVatReply({ value: 25.5 })).not.toThrow()
    expect(() => assertVatReply({ value: 0 })).not.toThrow()
    for (const reply of [null, [], 25.5, {}, { value: '25.5' }, { value: null }, { value: Number.NaN }]) {
      expect(() => assertVatReply(reply)).toThrow(new Error('Invalid VAT data structure'))
    }
  })

  it('of a created user are refused', () => {
    expect(() => assertCreatedUser({ user: { id: '1' } })).not.toThrow()
    for (const reply of [null, '', [], {}, { user: null }, { user: 'x' }, { user: [] }]) {
      expect(() => assertCreatedUser(reply)).toThrow(new Error('Palvelin palautti virheellisen vastauksen.'))
    }
  })
})
