import { describe, expect, it } from 'vitest'
import { needsReason, turnsWithoutNotice } from '#testing/process-checks.ts'
import { allowedSteps, type Mover, planStep, systemMover, tokenMover } from './plan.ts'
import { type Process, RESUME, type Words } from './table.ts'
import { awaitedIn, dueDayOf, openedTurns, turnsIn } from './turns.ts'

interface LoanWords extends Words {
  state: 'ASKED' | 'LENT' | 'HELD' | 'BACK'
  step: 'lend' | 'hold' | 'goOn' | 'giveBack' | 'undo' | 'close'
  guard: 'TAKEN' | 'NOTE_MISSING'
  effect: 'STAMP'
  capacity: 'SELF' | 'STAFF' | 'SYSTEM' | 'DOOR_TOKEN'
  action: 'lend' | 'hold' | 'return'
  awaited: 'READER' | 'STAFF'
  facts: { free: boolean; note: string | null; kept: LoanWords['state'] | null }
  turnFacts: { late: boolean }
}

const base = { permission: 'order:process', guards: [], effects: [] } as const
const process: Process<LoanWords> = {
  name: 'loan',
  states: ['ASKED', 'LENT', 'HELD', 'BACK'],
  steps: [
    {
      ...base,
      name: 'lend',
      number: 'L1',
      from: ['ASKED'],
      to: 'LENT',
      way: 'forward',
      capacities: ['STAFF'],
      guards: ['TAKEN'],
      action: 'lend',
    },
    {
      ...base,
      name: 'hold',
      number: 'L2',
      from: ['ASKED', 'LENT'],
      to: 'HELD',
      way: 'aside',
      capacities: ['STAFF'],
      guards: ['NOTE_MISSING'],
      action: 'hold',
      remembers: true,
    },
    {
      ...base,
      name: 'goOn',
      number: 'L3',
      from: ['HELD'],
      to: RESUME,
      resumable: ['LENT'],
      way: 'aside',
      capacities: ['STAFF'],
      action: 'hold',
    },
    {
      ...base,
      name: 'giveBack',
      number: 'L4',
      from: ['LENT'],
      to: 'BACK',
      way: 'forward',
      capacities: ['STAFF', 'DOOR_TOKEN'],
      action: 'return',
    },
    {
      ...base,
      name: 'undo',
      number: 'L5',
      from: ['LENT'],
      to: 'ASKED',
      way: 'back',
      capacities: ['STAFF'],
      action: 'return',
      needsReason: true,
    },
    {
      ...base,
      name: 'close',
      number: 'L6',
      from: ['HELD'],
      to: 'BACK',
      way: 'aside',
      capacities: ['STAFF'],
      action: 'return',
      within: 'inventory',
    },
  ],
  guards: { TAKEN: (facts) => facts.free, NOTE_MISSING: (facts) => facts.note !== null },
  given: new Set(['NOTE_MISSING']),
  remembered: (facts) => facts.kept,
  turns: {
    ASKED: [{ awaited: 'STAFF', action: 'lend', notice: 'DESK', dueDays: 2 }],
    LENT: [
      { awaited: 'READER', action: 'return', notice: { template: 'loan:due' }, dueDays: 30 },
      { awaited: 'STAFF', when: ({ late }) => late, action: 'remind', notice: null, dueDays: null },
    ],
    HELD: [],
    BACK: [],
  },
}
const facts = { free: true, note: null, kept: null }
const staff: Mover = { permissions: new Set(['order:process']), capacities: new Set(['STAFF']) }

describe('a step', () => {
  it('is found by its target or by its name', () => {
    expect(planStep(process, facts, 'ASKED', { to: 'LENT' }, staff)).toMatchObject({ ok: true, step: { name: 'lend' } })
    expect(planStep(process, facts, 'LENT', { step: 'giveBack' }, staff)).toMatchObject({ ok: true, to: 'BACK' })
    expect(planStep(process, facts, 'ASKED', { step: 'lend', to: 'BACK' }, staff)).toMatchObject({ reason: 'NO_STEP' })
  })

  it('is refused by what stands in its way', () => {
    const refused = (wanted: object, who: Mover, change: object = {}, from: 'ASKED' | 'LENT' = 'ASKED') =>
      planStep(process, { ...facts, ...change }, from, wanted, who)
    expect(refused({ to: 'BACK' }, staff)).toEqual({ ok: false, reason: 'NO_STEP', unmet: [] })
    expect(refused({ to: 'LENT' }, systemMover)).toEqual({ ok: false, reason: 'NOT_PERMITTED', unmet: [] })
    expect(refused({ to: 'LENT' }, { ...staff, permissions: new Set() })).toMatchObject({ reason: 'NOT_PERMITTED' })
    expect(refused({ to: 'LENT' }, staff, { free: false })).toEqual({ ok: false, reason: 'UNMET', unmet: ['TAKEN'] })
    expect(refused({ to: 'ASKED', reason: ' ' }, staff, {}, 'LENT')).toMatchObject({ unmet: ['REASON_MISSING'] })
  })

  it('needs no permission of the holder of a link', () => {
    expect(planStep(process, facts, 'LENT', { to: 'BACK' }, tokenMover('DOOR_TOKEN')).ok).toBe(true)
  })

  it('remembers where it came from, and only that is resumed', () => {
    expect(planStep(process, { ...facts, note: 'x' }, 'LENT', { step: 'hold' }, staff)).toMatchObject({
      resumeState: 'LENT',
    })
    expect(planStep(process, { ...facts, kept: 'LENT' }, 'HELD', { to: 'LENT' }, staff)).toMatchObject({
      ok: true,
      resumeState: null,
    })
    expect(planStep(process, { ...facts, kept: 'ASKED' }, 'HELD', { to: 'ASKED' }, staff)).toMatchObject({
      reason: 'NO_STEP',
    })
  })

  it('says beforehand that it wants a reason', () => {
    expect(needsReason(process, facts, 'LENT', 'ASKED')).toBe(true)
    expect(needsReason(process, facts, 'LENT', 'BACK')).toBe(false)
  })
})

describe('the steps offered to a caller', () => {
  it('name what is missing, but not what the command itself brings', () => {
    expect(allowedSteps(process, { ...facts, free: false }, 'ASKED', staff)).toEqual([
      { step: 'lend', to: 'LENT', allowed: false, unmet: ['TAKEN'] },
      { step: 'hold', to: 'HELD', allowed: true, unmet: [] },
    ])
    expect(allowedSteps(process, facts, 'LENT', staff).map(({ step, allowed }) => [step, allowed])).toContainEqual([
      'undo',
      true,
    ])
  })

  it('leave out what only another process takes, and what is nobody’s', () => {
    expect(allowedSteps(process, facts, 'HELD', staff)).toEqual([])
    expect(allowedSteps(process, facts, 'ASKED', systemMover)).toEqual([])
  })
})

describe('turns', () => {
  it('say who is awaited, each once, and by when', () => {
    expect(awaitedIn<LoanWords>(process, 'LENT', { late: false })).toEqual(['READER'])
    expect(awaitedIn<LoanWords>(process, 'LENT', { late: true })).toEqual(['READER', 'STAFF'])
    expect(awaitedIn<LoanWords>(process, 'BACK', { late: true })).toEqual([])
    const [reader, late] = turnsIn<LoanWords>(process, 'LENT', { late: true })
    expect(dueDayOf(reader!, new Date('2026-03-01T22:30:00Z'), { late: true })).toBe('2026-04-01')
    expect(dueDayOf(late!, new Date(), { late: true })).toBeNull()
  })

  it('are opened by a change when they were not open before', () => {
    const [before, after] = [
      turnsIn<LoanWords>(process, 'LENT', { late: false }),
      turnsIn<LoanWords>(process, 'LENT', { late: true }),
    ]
    expect(openedTurns(before, after).map(({ action }) => action)).toEqual(['remind'])
    expect(openedTurns(after, after)).toEqual([])
  })

  it('without a notice are named', () => {
    expect(turnsWithoutNotice(process)).toEqual(['LENT STAFF remind'])
  })
})
