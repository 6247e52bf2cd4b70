import { describe, expect, it } from 'vitest'
import { employmentOf } from '#features/ground/employment/rules.ts'
import { type PartOf, partOf } from '#testing/part-of.ts'
import { factsOf, startBlockOf } from './facts.ts'
import type { OrderRecord } from './record.ts'

const noon = new Date('2026-06-10T09:00:00Z')

/** A record with what the facts under test are made of. */
function recordOf(related: PartOf<OrderRecord['related']>, order: PartOf<OrderRecord['order']> = {}): OrderRecord {
  return partOf<OrderRecord>({
    order: { accessories: [], snapshot: null, policy_id: null, policy_accepted_at: null, ...order },
    related: {
      last_working_day: '2999-01-01',
      absence_from: null,
      absence_to: null,
      job_trial_period_end: null,
      policy_id: null,
      agreement_price_cents: null,
      invoice_id: null,
      company_max_price_cents: 300_000,
      employee_max_price_cents: null,
      policy_max_price_cents: null,
      ...related,
    },
  })
}

describe('where a person stands with the employer', () => {
  const absent = { absence_from: '2026-06-01', absence_to: '2026-06-10' }
  it.each([
    ['the last working day itself', { last_working_day: '2026-06-10' }, 'LEAVING'],
    ['the day after it', { last_working_day: '2026-06-09' }, 'ENDED'],
    ['sixty days before it', { last_working_day: '2026-08-09' }, 'LEAVING'],
    ['sixty-one days before it', { last_working_day: '2026-08-10' }, 'ACTIVE'],
    ['the first day of an absence', { absence_from: '2026-06-10', absence_to: '2026-06-20' }, 'ON_ABSENCE'],
    ['the day before an absence', { absence_from: '2026-06-11', absence_to: '2026-06-20' }, 'ACTIVE'],
    ['the last day of an absence', absent, 'ON_ABSENCE'],
    ['the day after an absence', { ...absent, absence_to: '2026-06-09' }, 'ACTIVE'],
    ['an absence without an end', { absence_from: '2026-06-01', absence_to: null }, 'ON_ABSENCE'],
    ['an absence that outlasts the employment', { ...absent, last_working_day: '2026-06-09' }, 'ENDED'],
  ])('on %s', (_, change, state) => {
    const { related } = recordOf(change)
    expect(employmentOf(related, '2026-06-10')).toBe(state)
  })
})

describe('why an order cannot begin yet', () => {
  const block = (change: object) =>
    startBlockOf(recordOf({ policy_requires_trial_over: true, ...change }).related, '2026-06-10')
  it.each([
    ['on the last day of the trial period', { job_trial_period_end: '2026-06-10' }, 'TRIAL_PERIOD'],
    ['after it', { job_trial_period_end: '2026-06-09' }, null],
    [
      'in it, where the policy does not mind',
      { job_trial_period_end: '2026-06-11', policy_requires_trial_over: false },
      null,
    ],
    ['when the shortest lease ends on the last working day', { last_working_day: '2027-06-30' }, 'LAST_WORKING_DAY'],
    ['when it ends the day before', { last_working_day: '2027-07-01' }, null],
  ])('%s', (_, change, reason) => {
    expect(block(change)).toBe(reason)
  })
})

describe('the facts that guards judge', () => {
  it.each([
    [null, true],
    ['2026-06-09', true],
    ['2026-06-10', false],
    ['2026-06-11', false],
  ])('a trial period until %s is over: %s', (end, over) => {
    expect(factsOf(recordOf({ job_trial_period_end: end }), noon).trialPeriodOver).toBe(over)
  })

  it.each([
    ['the policy in force', { policy_id: 'new', policy_accepted_at: noon }, 'new', true],
    ['an older policy', { policy_id: 'old', policy_accepted_at: noon }, 'new', false],
    ['nothing', { policy_id: 'new', policy_accepted_at: null }, 'new', false],
    ['that there is no policy', { policy_id: null, policy_accepted_at: noon }, null, true],
    ['nothing, where there is no policy', { policy_id: null, policy_accepted_at: null }, null, false],
  ])('whoever has accepted %s', (_, order, inForce, accepted) => {
    expect(factsOf(recordOf({ policy_id: inForce }, order), noon).policyAccepted).toBe(accepted)
  })

  it.each([
    [null, 0],
    [-150, -150],
  ])('an invoice that differs by %s differs by %s cents', (stored, cents) => {
    const record = recordOf({ invoice_id: 'i', invoice_status: 'VERIFIED', invoice_difference_cents: stored })
    expect(factsOf(record, noon).invoice?.differenceCents).toBe(cents)
  })

  it.each([
    [null, null, 300_000],
    [200_000, null, 200_000],
    [400_000, null, 300_000],
    [200_000, 100_000, 100_000],
  ])('a person’s limit of %s and a policy’s of %s leave %s', (person, policy, lowest) => {
    const record = recordOf({ employee_max_price_cents: person, policy_max_price_cents: policy })
    expect(factsOf(record, noon).maxPriceCents).toBe(lowest)
  })
})
