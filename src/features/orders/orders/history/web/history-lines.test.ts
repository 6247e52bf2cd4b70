import { expect, test } from 'vitest'
import { planProcess } from '#features/lease-ends/absence-plans/rules/table.ts'
import { brokerageProcess } from '#features/lease-ends/brokerage/rules/table.ts'
import { claimProcess } from '#features/lease-ends/insurance-claims/rules/table.ts'
import { cancellationProcess } from '#features/lease-ends/order-cancellations/rules/process.ts'
import { redemptionProcess } from '#features/lease-ends/redemptions/rules/table.ts'
import { returnProcess } from '#features/lease-ends/returns/rules/table.ts'
import { orderStatuses } from '#features/orders/orders/rules.ts'
import en from '../texts/en.json' with { type: 'json' }
import fi from '../texts/fi.json' with { type: 'json' }
import sv from '../texts/sv.json' with { type: 'json' }
import { type HistoryItem, refusalIn, sentenceOf, withoutDuplicates } from './history-lines.ts'

const item = (type: string, at: string, to: HistoryItem['to'] = null): HistoryItem => ({
  act: null,
  messages: [],
  from: null,
  eventId: `${type}${at}`,
  type,
  at,
  actor: 'EMPLOYEE',
  actorName: 'Aino Malli',
  mine: true,
  to,
  reason: null,
  note: null,
  reminded: null,
  step: null,
  day: null,
})

test('a move is not told beside its cause, and is told where it stands alone', () => {
  const lines = withoutDuplicates([
    item('ORDER_CONFIRMED', '2026-03-02T10:00:00.400Z'),
    item('ORDER_STATUS_UPDATED', '2026-03-02T10:00:00.100Z', 'CONFIRMED'),
    item('ORDER_STATUS_UPDATED', '2026-03-01T10:00:00.000Z', 'ALL_INFO_PROVIDED'),
  ])
  expect(lines.map(({ type, to }) => to ?? type)).toEqual(['ORDER_CONFIRMED', 'ALL_INFO_PROVIDED'])
})

test('a reminder says whom it went to, and two to one party in one run are told once', () => {
  const nudge = (at: string, reminded: HistoryItem['reminded']) => ({
    ...item('TURN_NUDGED', at),
    mine: false,
    reminded,
  })
  const lines = withoutDuplicates([
    nudge('2026-03-05T07:15:00.300Z', 'SELF'),
    nudge('2026-03-05T07:15:00.200Z', 'EMPLOYER'),
    nudge('2026-03-05T07:15:00.100Z', 'EMPLOYER'),
    nudge('2026-03-01T07:15:00.000Z', 'EMPLOYER'),
  ])
  expect(lines.map((line) => sentenceOf(line).key)).toEqual(['reminded.SELF', 'reminded.EMPLOYER', 'reminded.EMPLOYER'])
  expect([fi, sv, en].map(({ reminded }) => Object.keys(reminded))).toEqual(
    Array(3).fill(['SELF', 'EMPLOYEE', 'EMPLOYER', 'STORE']),
  )
})

test('one’s own act and somebody else’s have sentences of their own', () => {
  expect(sentenceOf(item('AGREEMENT_SIGNATURE_GIVEN', '2026-03-02T10:00:00Z'))).toEqual({
    key: 'event.AGREEMENT_SIGNATURE_GIVEN.mine',
    name: 'Aino Malli',
  })
})

test.each([fi, sv, en])('every status has a sentence in every language', (texts) => {
  expect(orderStatuses.filter((status) => !texts.moved[status])).toEqual([])
  expect(Object.keys(texts.event)).toEqual(Object.keys(fi.event))
})

test.each([fi, sv, en])('every step of what may go on with a lease has a sentence in every language', (texts) => {
  // Steps that are events of their own are told by these.
  const own = ['start', 'sendPayment', 'recordPaid', 'complete', 'requestAfterTerm']
  const told: Record<string, Record<string, string>> = texts.process
  for (const { name, steps } of [
    redemptionProcess,
    returnProcess,
    cancellationProcess,
    claimProcess,
    planProcess,
    brokerageProcess,
  ]) {
    const wanted = steps.map((step): string => step.name).filter((step) => name !== 'redemption' || !own.includes(step))
    expect(
      wanted.filter((step) => !told[name]![step] && !own.includes(step)),
      name,
    ).toEqual([])
  }
  expect(Object.keys(texts.process)).toEqual(Object.keys(fi.process))
})

test('somebody else’s refusal to sign is told until the next agreement is sent to be signed', () => {
  const refused = { ...item('LEASING_AGREEMENT_REJECTED', '2026-03-02T10:00:00Z'), mine: false, reason: 'Liian kallis' }
  const changed = item('ORDER_PACKAGE_UPDATED', '2026-03-02T11:00:00Z')
  const sent = item('ORDER_STATUS_UPDATED', '2026-03-02T12:00:00Z', 'ALL_INFO_PROVIDED')
  expect(refusalIn([changed, refused])).toBe(refused)
  expect(refusalIn([sent, changed, refused])).toBeUndefined()
  expect(refusalIn([{ ...refused, mine: true }])).toBeUndefined()
  expect(refusalIn([])).toBeUndefined()
})
