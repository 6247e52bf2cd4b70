import { describe, expect, it } from 'vitest'
import { payerOfRow, settleAct } from './settling.ts'

const row = (code: string, more: object = {}) =>
  ({ event: 'LEFT', correctsMonth: null, notes: [{ code }], ...more }) as Parameters<typeof settleAct>[0]

describe('the months after somebody has left', () => {
  it.each([
    ['LEFT_OPEN', 'act', 'EMPLOYER'],
    ['EMPLOYER_BEARS', 'change', 'EMPLOYER'],
    ['BIKE_RETURNED', 'change', 'RETURNED'],
    ['COLLECTION_OPEN', 'change', 'EMPLOYEE'],
    ['NOT_COLLECTED', 'change', 'EMPLOYEE'],
    ['EMPLOYEE_PAYS_OUTSIDE', 'change', 'EMPLOYEE'],
  ] as const)('with the note %s offer "%s", %s chosen', (code, act, payer) => {
    expect([settleAct(row(code)), payerOfRow(row(code))]).toEqual([act, payer])
  })

  it('are settled in their own row: neither in a correction nor for somebody who works', () => {
    expect(settleAct(row('LEFT_OPEN', { correctsMonth: '2026-03' }))).toBeNull()
    expect(settleAct(row('EMPLOYER_BEARS', { event: 'NONE' }))).toBeNull()
  })
})
