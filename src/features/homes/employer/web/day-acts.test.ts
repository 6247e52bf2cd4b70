import { expect, it } from 'vitest'
import { dayActs } from './day-acts.ts'

type Reply = Parameters<typeof dayActs>[0]
type Action = Reply['data'][number]['action']

const task = (action: Action, link: string, more: Partial<Reply['data'][number]> = {}) => ({
  id: link,
  action,
  awaited: 'EMPLOYER' as const,
  since: '2026-11-02T08:00:00.000Z',
  due: null,
  link,
  companyId: null,
  companyName: null,
  about: null,
  orderId: null,
  orderNumber: null,
  ...more,
})
const reply = (counts: Partial<Record<Action, number>>, ...data: Reply['data']): Reply => ({
  data,
  counts: Object.entries(counts).map(([action, count]) => ({ action: action as Action, count })),
  truncated: false,
})

it('decides on the list, signs one order on its page and several on the page of all, and locks the oldest month', () => {
  const decide = task('decideApplication', '/tyonantaja?open=a')
  const sign = task('signAsEmployer', '/tyonantaja/tilaus/b/allekirjoitus')
  const november = task('lockPayrollMonth', '/raportointi?month=2026-11', { about: '2026-11', due: '2026-12-05' })
  const october = task('lockPayrollMonth', '/raportointi?month=2026-10', { about: '2026-10', due: '2026-11-05' })
  expect(
    dayActs(reply({ decideApplication: 60, signAsEmployer: 1, lockPayrollMonth: 1 }, decide, sign, november)),
  ).toEqual([
    { kind: 'decideApplication', count: 60, link: '/tyonantaja', month: null },
    { kind: 'signAsEmployer', count: 1, link: sign.link, month: null },
    { kind: 'lockPayrollMonth', count: 1, link: november.link, month: '2026-11' },
  ])
  expect(dayActs(reply({ signAsEmployer: 2, lockPayrollMonth: 2 }, sign, november, october))).toEqual([
    { kind: 'signAsEmployer', count: 2, link: '/tyonantaja/allekirjoitukset', month: null },
    { kind: 'lockPayrollMonth', count: 2, link: october.link, month: null },
  ])
})

it('leaves out what does not wait, and what is no act of the day', () => {
  expect(dayActs(reply({ approveReturn: 1 }, task('approveReturn', '/tyonantaja/palautukset')))).toEqual([])
})
