import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { permissionNames, seededPermissionsOf } from '#platform/contract/permissions.ts'
import { stepsFrom, systemMover, targetOf, tokenMover } from '#platform/process/plan.ts'
import { factsFor } from '#testing/order-facts.ts'
import { needsReason } from '#testing/process-checks.ts'
import { type OrderStatus, orderStatuses } from '../rules.ts'
import { blankFacts } from './order-facts.ts'
import { orderSteps } from './transition-table.ts'
import { allowedTransitions, deliveryTokenMover, type Mover, orderProcess, planMove } from './transitions.ts'
import type { Capacity } from './words.ts'

function mover(role: Parameters<typeof seededPermissionsOf>[0], ...capacities: Capacity[]): Mover {
  return { permissions: new Set(seededPermissionsOf(role)), capacities: new Set(capacities) }
}

const movers = {
  I: mover('INTERNAL_ADMIN', 'STAFF'),
  U: mover('SUPER_ADMIN', 'STAFF', 'SUPER'),
  A: mover('EMPLOYER_ADMIN', 'EMPLOYER'),
  E: mover('EMPLOYER_EDITOR', 'EMPLOYER'),
  G: mover('EMPLOYER_GROUP_ADMIN', 'EMPLOYER'),
  R: mover('EMPLOYER_REPORTING', 'EMPLOYER'),
  B: mover('BIKE_BENEFICIARY', 'SELF'),
  Y: systemMover,
} satisfies Record<string, Mover>
type Letter = keyof typeof movers
const letters = Object.keys(movers) as Letter[]

/** Who may take a step when everything is in order: a letter of the grid to the letters of the movers. */
const whoByCell: Record<string, string> = { '.': '', p: 'BIU', i: 'IU', s: 'IUY', q: 'BIUY', e: 'BAEGIU', u: 'U' }

/** Typed out by hand from the domain's table, row = from, column = to; never derived from the code. */
const grid = `
          NS PE PP AI CO PR IM DD RB GI AL CC CA CX WX RF
      NS  .  p  .  .  .  .  .  .  .  .  .  .  e  i  .  .
      PE  .  .  p  .  .  .  .  .  .  .  .  .  e  i  .  .
      PP  .  p  .  p  .  .  .  .  .  .  .  .  e  i  .  .
      AI  .  .  q  .  p  .  .  .  .  .  .  .  e  i  .  .
      CO  .  .  .  .  .  i  .  .  .  .  .  i  i  i  .  .
      PR  .  .  .  .  .  .  s  .  .  .  .  i  i  i  .  .
      IM  .  .  .  .  .  .  .  i  s  .  .  i  i  i  .  .
      DD  .  .  .  .  .  .  i  .  p  .  .  i  i  i  .  .
      RB  .  .  .  .  .  .  i  i  .  i  s  i  i  i  .  .
      GI  .  .  .  .  .  .  .  .  i  .  s  i  i  i  .  .
      AL  .  .  .  .  .  .  .  .  .  .  .  .  i  i  .  .
      CC  .  .  .  .  .  .  .  .  .  .  .  .  i  i  .  .
      CA  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  s
      CX  .  .  .  .  .  .  .  .  .  .  .  .  i  .  .  .
      WX  .  .  .  .  .  u  u  u  u  u  u  .  u  .  .  .
      RF  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .`

const shortNames: Record<string, OrderStatus> = {
  NS: 'NOT_STARTED',
  PE: 'PENDING',
  PP: 'PACKAGE_PROVIDED',
  AI: 'ALL_INFO_PROVIDED',
  CO: 'CONFIRMED',
  PR: 'PROCESSED',
  IM: 'WAITING_FOR_INVOICE_MATCH',
  DD: 'WAITING_FOR_DELIVERY_DATE',
  RB: 'READY_FOR_BILLING',
  GI: 'GRENKE_INVOICE_SENT',
  AL: 'ACTIVE_LEASING',
  CC: 'WAITING_FOR_CUSTOMER_COMMENT',
  CA: 'CANCELLED',
  CX: 'CASE_X',
  WX: 'WIX',
  RF: 'REFUNDED',
}

const [header = [], ...lines] = grid
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/))
const expectedWho = new Map<string, string>()
for (const [from = '', ...cells] of lines) {
  for (const [column, cell] of cells.entries()) {
    expectedWho.set(`${shortNames[from]} ${shortNames[header[column] ?? '']}`, whoByCell[cell] ?? 'unknown')
  }
}

/** What a remembered status opens: from the hold by the employee and staff, from the others by staff. */
const resumable: Partial<Record<OrderStatus, { who: string; statuses: string }>> = {
  WAITING_FOR_CUSTOMER_COMMENT: { who: 'BIU', statuses: 'CO PR IM DD RB GI' },
  CASE_X: { who: 'IU', statuses: 'NS PE PP AI CO PR IM DD RB GI AL' },
  CANCELLED: { who: 'IU', statuses: 'CO PR IM DD RB GI AL' },
}

function whoMay(from: OrderStatus, to: OrderStatus, resumeStatus: OrderStatus | null): string {
  const rule = resumable[from]
  const resumes = rule?.statuses.split(' ').some((short) => shortNames[short] === to) && to === resumeStatus
  return resumes ? (rule?.who ?? '') : (expectedWho.get(`${from} ${to}`) ?? 'missing')
}

describe('every status to every status by every role', () => {
  it('has a full grid', () => {
    expect(expectedWho.size).toBe(256)
    expect([...expectedWho.keys()].some((key) => key.includes('undefined'))).toBe(false)
    expect([...expectedWho.values()]).not.toContain('unknown')
  })

  it.each([null, ...orderStatuses])('is judged as the domain says when %s is remembered', (resumeStatus) => {
    const surprises: string[] = []
    for (const from of orderStatuses) {
      for (const to of orderStatuses) {
        const who = whoMay(from, to, resumeStatus)
        for (const letter of letters) {
          const facts = factsFor(from, to, { resumeStatus })
          const plan = planMove(facts, from, to, movers[letter], { reason: 'Syy' })
          const expected =
            who === '' ? 'ORDER_STEP_NOT_ALLOWED' : who.includes(letter) ? 'ok' : 'ORDER_STEP_NOT_PERMITTED'
          const judged = plan.ok ? 'ok' : plan.code
          if (judged !== expected) surprises.push(`${letter}: ${from} → ${to} ${judged}, expected ${expected}`)
          if (!plan.ok && plan.unmet.length > 0) surprises.push(`${letter}: ${from} → ${to} unmet ${plan.unmet}`)
        }
      }
    }
    expect(surprises).toEqual([])
  })

  it('lets token holders take their own steps and nothing else', () => {
    const taken: string[] = []
    for (const [name, who] of Object.entries({
      store: tokenMover<'STORE_TOKEN'>('STORE_TOKEN'),
      delivery: deliveryTokenMover,
    })) {
      for (const from of orderStatuses) {
        for (const to of orderStatuses) {
          if (planMove(factsFor(from, to), from, to, who, { reason: 'Syy' }).ok) taken.push(`${name}: ${from} → ${to}`)
        }
      }
    }
    expect(taken).toEqual([
      'store: PENDING → PACKAGE_PROVIDED',
      'store: CONFIRMED → WAITING_FOR_CUSTOMER_COMMENT',
      'store: PROCESSED → WAITING_FOR_CUSTOMER_COMMENT',
      'store: WAITING_FOR_INVOICE_MATCH → WAITING_FOR_CUSTOMER_COMMENT',
      'store: WAITING_FOR_DELIVERY_DATE → WAITING_FOR_CUSTOMER_COMMENT',
      'delivery: WAITING_FOR_DELIVERY_DATE → READY_FOR_BILLING',
    ])
  })

  it('creates orders for the person, staff and the system, and imports for super admins only', () => {
    const may = (to: OrderStatus) => letters.filter((who) => planMove(factsFor(null, to), null, to, movers[who]).ok)
    expect(may('NOT_STARTED')).toEqual(['I', 'U', 'B', 'Y'])
    expect(may('WIX')).toEqual(['U'])
    for (const to of orderStatuses.filter((status) => status !== 'NOT_STARTED' && status !== 'WIX')) {
      expect(planMove(factsFor(null, to), null, to, movers.U)).toEqual({
        ok: false,
        code: 'ORDER_STEP_NOT_ALLOWED',
        unmet: [],
      })
    }
  })

  it('needs both the permission and the capacity', () => {
    const facts = factsFor('CONFIRMED', 'PROCESSED')
    const noPermission = { permissions: new Set<string>(), capacities: new Set<Capacity>(['STAFF']) }
    const noCapacity = { permissions: movers.I.permissions, capacities: new Set<Capacity>(['SELF', 'EMPLOYER']) }
    for (const who of [noPermission, noCapacity]) {
      expect(planMove(facts, 'CONFIRMED', 'PROCESSED', who)).toMatchObject({ code: 'ORDER_STEP_NOT_PERMITTED' })
    }
  })
})

describe('a capacity with every permission there is', () => {
  const permissions = new Set<string>(permissionNames)

  function stepsOf(actor: Capacity): string[] {
    const who = { permissions, capacities: new Set([actor]) }
    const steps = [null, ...orderStatuses].flatMap((from) =>
      orderStatuses.flatMap((to) => {
        const early = from === 'CASE_X' ? { confirmedDay: null } : {}
        const facts = factsFor(from, to, { resumeStatus: 'PROCESSED', ...early })
        const plan = planMove(facts, from, to, who, { reason: 'Syy' })
        return plan.ok ? [plan.edge.number] : []
      }),
    )
    return [...new Set(steps)]
  }

  it.each<[Capacity, string[]]>([
    ['EMPLOYER', ['O20']],
    ['SELF', ['O1', 'O2', 'O20', 'O3', 'O4', 'O5', 'O6', 'O7', 'O12', 'O17']],
    ['SUPER', ['O23', 'O24']],
    ['SYSTEM', ['O1', 'O6', 'O9', 'O11', 'O14', 'O15', 'O22']],
  ])('%s takes only its own steps', (actor, ids) => {
    expect(stepsOf(actor)).toEqual(ids)
  })
})

describe('the table', () => {
  it('holds O1 to O26', () => {
    const ids = new Set(orderSteps.map((edge) => edge.number))
    expect([...ids].toSorted()).toEqual(Array.from({ length: 26 }, (_, index) => `O${index + 1}`).toSorted())
  })

  it('gives every row somebody who can take it with the seeded permissions', () => {
    for (const edge of orderSteps) {
      expect(edge.capacities.length).toBeGreaterThan(0)
      if (edge.capacities.some((actor) => actor.endsWith('TOKEN') || actor === 'SYSTEM')) continue
      const able = Object.values(movers).some(
        (who) =>
          who.permissions.has(edge.permission) &&
          edge.capacities.some((capacity) => (who as Mover).capacities.has(capacity)),
      )
      expect(able, edge.number).toBe(true)
    }
  })

  it('freezes the commitment day in exactly one row', () => {
    const freezing = orderSteps.filter((edge) => edge.effects.includes('FREEZE_COMMITMENT_DAY'))
    expect(freezing.map((edge) => edge.number)).toEqual(['O7'])
  })

  it('lists the rows that leave a status', () => {
    expect(stepsFrom(orderProcess, 'REFUNDED')).toEqual([])
    expect(stepsFrom(orderProcess, null).map((edge) => edge.number)).toEqual(['O1', 'O23'])
    expect(stepsFrom(orderProcess, 'CONFIRMED').map((edge) => edge.number)).toEqual([
      'O8',
      'O16',
      'O16',
      'O18',
      'O21',
      'O21',
    ])
  })
})

describe('the remembered status', () => {
  it.each<[OrderStatus, OrderStatus, OrderStatus | null, OrderStatus | null]>([
    ['PROCESSED', 'WAITING_FOR_CUSTOMER_COMMENT', null, 'PROCESSED'],
    ['PENDING', 'CASE_X', null, 'PENDING'],
    ['WAITING_FOR_CUSTOMER_COMMENT', 'CASE_X', 'PROCESSED', 'PROCESSED'],
    ['ACTIVE_LEASING', 'CANCELLED', null, 'ACTIVE_LEASING'],
    ['WAITING_FOR_CUSTOMER_COMMENT', 'CANCELLED', 'CONFIRMED', 'CONFIRMED'],
    ['CASE_X', 'CANCELLED', 'CONFIRMED', 'CONFIRMED'],
    ['PENDING', 'CANCELLED', null, null],
    ['WAITING_FOR_CUSTOMER_COMMENT', 'PROCESSED', 'PROCESSED', null],
    ['CASE_X', 'PENDING', 'PENDING', null],
    ['CANCELLED', 'ACTIVE_LEASING', 'ACTIVE_LEASING', null],
    ['CONFIRMED', 'PROCESSED', null, null],
  ])('from %s to %s with %s remembered is %s', (from, to, before, after) => {
    const plan = planMove(factsFor(from, to, { resumeStatus: before }), from, to, movers.I, { reason: 'Syy' })
    expect(plan).toMatchObject({ ok: true, resumeStatus: after })
  })

  it('forgets a special case that is cancelled before anything was confirmed', () => {
    const facts = factsFor('CASE_X', 'CANCELLED', {
      resumeStatus: 'PENDING',
      confirmedDay: null,
      cancellationOpened: false,
    })
    const plan = planMove(facts, 'CASE_X', 'CANCELLED', movers.I, { reason: 'Syy' })
    expect(plan).toMatchObject({ ok: true, edge: { number: 'O19' }, resumeStatus: null })
  })
})

describe('the moves offered to a caller', () => {
  const byRole = fc.constantFrom(...letters)
  const status = fc.constantFrom(...orderStatuses)
  const flags = fc.record({
    employerSigned: fc.boolean(),
    cancellationOpened: fc.boolean(),
    cancellationWithdrawn: fc.boolean(),
    storeActive: fc.boolean(),
    deliveryTokensIssued: fc.boolean(),
    lessorIsOperator: fc.boolean(),
    confirmedDay: fc.constantFrom(null, '2026-02-01'),
    frameNumber: fc.constantFrom(null, 'WTU123456'),
    startDay: fc.constantFrom(null, '2026-03-15', '2026-04-01'),
    resumeStatus: fc.constantFrom(null, ...orderStatuses),
    questionText: fc.constantFrom(null, 'Mikä väri?'),
    answerText: fc.constantFrom(null, 'Sininen.'),
  })

  it('are exactly those that planning the move would answer, given reason, question and answer', () => {
    fc.assert(
      fc.property(status, byRole, flags, (from, letter, change) => {
        const known = { ...blankFacts('2026-03-15'), ...factsFor(from, 'CONFIRMED', change) }
        const offered = allowedTransitions(known, from, movers[letter])
        const given = { ...known, questionText: 'Mikä väri?', answerText: 'Sininen.' }
        for (const to of orderStatuses) {
          const plan = planMove(given, from, to, movers[letter], { reason: 'Syy' })
          const row = offered.find((candidate) => candidate.to === to)
          const steps = stepsFrom(orderProcess, from).filter((step) => targetOf(orderProcess, step, given) === to)
          // What only another process takes is never offered by itself.
          if (steps.length > 0 && steps.every((step) => step.within)) expect(row).toBeUndefined()
          if (steps.some((step) => step.within)) continue
          if (plan.ok) expect(row).toEqual({ to, allowed: true, unmet: [] })
          else if (plan.unmet.length > 0) expect(row).toEqual({ to, allowed: false, unmet: plan.unmet })
          else expect(row).toBeUndefined()
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('name each target once', () => {
    const facts = factsFor('CASE_X', 'CANCELLED', { resumeStatus: 'CONFIRMED', cancellationOpened: false })
    expect(allowedTransitions(facts, 'CASE_X', movers.I)).toEqual([
      { to: 'CONFIRMED', allowed: true, unmet: [] },
      { to: 'CANCELLED', allowed: false, unmet: ['CANCELLATION_REQUIRED'] },
    ])
  })

  it('are none for the reporting role, whatever the status', () => {
    for (const from of orderStatuses)
      expect(allowedTransitions(factsFor(from, 'CONFIRMED'), from, movers.R)).toEqual([])
  })

  it('need a reason exactly where every row between the two statuses wants one', () => {
    const facts = factsFor('CASE_X', 'CANCELLED', { resumeStatus: 'CONFIRMED' })
    expect(needsReason(orderProcess, facts, 'PENDING', 'CASE_X')).toBe(true)
    expect(needsReason(orderProcess, facts, 'CASE_X', 'CONFIRMED')).toBe(true)
    expect(needsReason(orderProcess, facts, 'WIX', 'PROCESSED')).toBe(true)
    expect(needsReason(orderProcess, facts, 'GRENKE_INVOICE_SENT', 'READY_FOR_BILLING')).toBe(true)
    expect(needsReason(orderProcess, facts, 'PENDING', 'CANCELLED')).toBe(false)
    expect(needsReason(orderProcess, facts, 'PENDING', 'CONFIRMED')).toBe(false)
  })

  it('are only the ways back for an employee of whose order nothing is known', () => {
    const open = orderStatuses.flatMap((from) =>
      allowedTransitions(blankFacts('2026-03-15'), from, movers.B)
        .filter((row) => row.allowed)
        .map((row) => `${from} → ${row.to}`),
    )
    expect(open).toEqual([
      'NOT_STARTED → CANCELLED',
      'PENDING → CANCELLED',
      'PACKAGE_PROVIDED → PENDING',
      'PACKAGE_PROVIDED → CANCELLED',
      'ALL_INFO_PROVIDED → PACKAGE_PROVIDED',
      'ALL_INFO_PROVIDED → CANCELLED',
    ])
  })
})
