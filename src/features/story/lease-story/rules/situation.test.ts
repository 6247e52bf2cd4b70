import { describe, expect, it } from 'vitest'
import { bill, exit, plan, situationCases, told } from '#testing/cases/situation-cases.ts'
import { buyOutAt, claimAt, returnAt, runningLease, transferAt } from '#testing/lease-facts.ts'
import type { LeaseFacts } from '../facts.ts'
import ofOthers from '../lease-of-others/texts/fi.json' with { type: 'json' }
import fi from '../texts/fi.json' with { type: 'json' }
import { type SituationKey, situationKeys } from './situation.ts'

describe('what a lease’s head says', () => {
  it.each(situationCases)('%s, with whoever is awaited and the day', (key, found, awaited, day) => {
    expect(found).toMatchObject({ key, awaited, day })
  })

  it('has a case here for every sentence there is', () => {
    expect(new Set(situationCases.map(([key]) => key))).toEqual(new Set(situationKeys))
  })

  it('names an act exactly where somebody of the house, the person or the employer is awaited', () => {
    const withAct = situationCases.filter(([, found]) => found.act !== null).map(([key]) => key)
    const awaitedHere = situationCases
      .filter(([key, , who]) => ['EMPLOYEE', 'EMPLOYER', 'STAFF'].includes(who ?? '') && key !== 'cancelling')
      .map(([key]) => key)
    expect(withAct).toEqual(awaitedHere)
  })

  it('promises a day in its words only where it has one, and a sum where it has one', () => {
    const spoken = situationCases.map(([key, found]) => {
      const words = [fi, ofOthers].flatMap(({ situations }) => Object.values(situations[key])).join(' ')
      return [key, words.includes('{{day}}') && !found.day, words.includes('{{sum}}') && found.cents === null] as const
    })
    expect(spoken.filter(([, noDay, noSum]) => noDay || noSum)).toEqual([])
  })
})

describe('of several things that go on', () => {
  const everything: Partial<LeaseFacts> = {
    claims: [claimAt('OPEN', 'DAMAGE'), claimAt('SENT_TO_INSURER')],
    return: returnAt('APPROVED'),
    buyOut: buyOutAt('OFFERED'),
    transfer: transferAt('TRANSFER'),
    exit,
    plan: { ...plan, state: 'CONFIRMED' },
    bill,
  }
  const order: readonly (readonly [keyof LeaseFacts, SituationKey])[] = [
    ['claims', 'theftInsurer'],
    ['return', 'returnBring'],
    ['buyOut', 'buyOutAnswer'],
    ['transfer', 'transferApprove'],
    ['exit', 'exitChoose'],
    ['plan', 'absencePlanned'],
    ['bill', 'billDue'],
  ]

  it('the head speaks of the one that matters most, in the order of the table', () => {
    let left = everything
    for (const [fact, key] of order) {
      expect(told(left).key).toBe(key)
      left = { ...left, [fact]: runningLease[fact] }
    }
    expect(told(left).key).toBe('running')
  })

  it('a loss goes before what is broken, whichever came first', () => {
    expect(told({ claims: [claimAt('OPEN', 'DAMAGE'), claimAt('OPEN')] }).key).toBe('theftReport')
    expect(told({ claims: [claimAt('OPEN'), claimAt('OPEN', 'DAMAGE')] }).key).toBe('theftReport')
  })

  it('whoever owns the bicycle reads so, whatever bill is still open', () => {
    expect(told({ leaseState: 'ENDED', endReason: 'REDEEMED', bill }).key).toBe('owned')
    expect(told({ leaseState: 'ENDED', endReason: 'RETURNED', bill }).key).toBe('billDue')
  })
})
