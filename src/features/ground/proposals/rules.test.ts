import { describe, expect, it } from 'vitest'
import { type Asker, aloneFrom, isComplete, judge, type ProposalFacts, takesFile } from './rules.ts'

const now = new Date('2026-11-10T10:00:00Z')
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000)
const facts: ProposalFacts = {
  state: 'OPEN',
  expiresAt: hours(48),
  madeBy: 'maker',
  isProposerThere: true,
  needs: 'SECOND_STAFF',
  needsFile: false,
  hasFile: false,
  isStaffConfirmed: false,
  seconds: ['second'],
  aloneSince: null,
  companies: [],
  problems: [],
}
const second: Asker = { userId: 'second', isColleague: true, isBarred: false }
const unmet = (change: Partial<ProposalFacts>, asker: Partial<Asker> = {}, at = now) =>
  judge({ ...facts, ...change }, { ...second, ...asker }, at).unmet
const company = (companyId: string, admins: string[], isConfirmed = false) => ({ companyId, admins, isConfirmed })

describe('the yes of a second member of the staff', () => {
  it('is taken from whoever is a second person to the proposer, and from nobody whom it touches', () => {
    expect(unmet({})).toEqual([])
    expect(unmet({}, { userId: 'maker' })).toEqual(['OWN_PROPOSAL'])
    expect(unmet({}, { isBarred: true })).toEqual(['TOUCHES_YOU'])
    expect(unmet({}, { isColleague: false })).toEqual(['NOT_AWAITED'])
  })

  it('is taken while the proposal is open, until the moment at which it expires', () => {
    expect(unmet({ state: 'REFUSED' })).toContain('NOT_OPEN')
    expect([unmet({ expiresAt: hours(0) }), unmet({ expiresAt: new Date(now.getTime() + 1) })]).toEqual([
      ['EXPIRED'],
      [],
    ])
    expect(unmet({ isProposerThere: false })).toEqual(['PROPOSER_GONE'])
    expect(unmet({ problems: ['OVERTAKEN'] })).toEqual(['OVERTAKEN'])
  })

  it('is the proposer’s own after 24 hours alone, with a code, and not a moment before', () => {
    const alone = { seconds: [], aloneSince: hours(-24) }
    expect(unmet(alone, { userId: 'maker' })).toEqual([])
    expect(judge({ ...facts, ...alone }, second, now).needsCode).toBe(true)
    expect(judge(facts, second, now).needsCode).toBe(false)
    expect(unmet(alone, { userId: 'maker' }, new Date(now.getTime() - 1))).toEqual(['TOO_SOON'])
    expect(unmet({ seconds: [] }, { userId: 'maker' })).toEqual(['TOO_SOON'])
    expect(aloneFrom({ ...facts, aloneSince: hours(-24) })).toBeNull()
  })

  it('wants the extract where one is needed, which can be put beside it once', () => {
    expect([unmet({ needsFile: true }), unmet({ needsFile: true, hasFile: true })]).toEqual([['FILE_MISSING'], []])
    expect([
      takesFile({ ...facts, needsFile: true }),
      takesFile({ ...facts, needsFile: true, hasFile: true }),
      takesFile({ ...facts, needsFile: true, isStaffConfirmed: true }),
    ]).toEqual([true, false, false])
  })
})

describe('the yes of companies', () => {
  it('is each one’s own, and the staff’s for a company without an admin alone', () => {
    const each = { ...facts, needs: 'EACH_COMPANY' as const }
    const [one, confirmed] = [company('a', ['admin']), company('a', ['admin'], true)]
    const lonely = company('b', [])
    expect([[confirmed], [one], [confirmed, lonely]].map((companies) => isComplete({ ...each, companies }))).toEqual([
      true,
      false,
      false,
    ])
    expect(isComplete({ ...each, companies: [confirmed, lonely], isStaffConfirmed: true })).toBe(true)
    expect(isComplete({ ...each, companies: [one], isStaffConfirmed: true })).toBe(false)
  })

  it('is asked of its admins alone, for the company that is awaited', () => {
    const companies = [company('a', ['admin']), company('b', ['admin'], true)]
    const admin = { userId: 'admin', isColleague: false, isBarred: false }
    expect(judge({ ...facts, needs: 'EACH_COMPANY', companies }, admin, now)).toEqual({
      companyIds: ['a'],
      needsCode: false,
      unmet: [],
    })
    expect(judge({ ...facts, companies }, admin, now).companyIds).toEqual([])
  })

  it('is enough from a company or from the staff where either may say it', () => {
    const either = { ...facts, needs: 'COMPANY_OR_STAFF' as const, companies: [company('a', ['admin'])] }
    expect(isComplete(either)).toBe(false)
    expect(isComplete({ ...either, isStaffConfirmed: true })).toBe(true)
    expect(isComplete({ ...either, companies: [company('a', ['admin'], true)] })).toBe(true)
  })
})
