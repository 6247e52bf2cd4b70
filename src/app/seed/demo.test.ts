import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokerage } from '#features/lease-ends/brokerage/contract.ts'
import { brokerageStates } from '#features/lease-ends/brokerage/rules.ts'
import { companyExits } from '#features/lease-ends/company-exits/contract.ts'
import { exitKinds, exitStates } from '#features/lease-ends/company-exits/rules/exit.ts'
import { insuranceClaims } from '#features/lease-ends/insurance-claims/contract.ts'
import { orderCancellations } from '#features/lease-ends/order-cancellations/contract.ts'
import { cancellationStatuses, lineStates, requestStates } from '#features/lease-ends/order-cancellations/rules.ts'
import { redemptions } from '#features/lease-ends/redemptions/contract.ts'
import { redemptionPaymentStatuses, redemptionStates } from '#features/lease-ends/redemptions/rules.ts'
import { returns } from '#features/lease-ends/returns/contract.ts'
import { returnStates } from '#features/lease-ends/returns/rules.ts'
import { agreements } from '#features/leases/agreements/contract.ts'
import { leaseChanges } from '#features/leases/lease-changes/contract.ts'
import { differenceStates } from '#features/leases/lessor-files/rules/compare.ts'
import { bookkeeping } from '#features/money/bookkeeping/contract.ts'
import { tasks } from '#features/operations/tasks/contract.ts'
import { type TaskAction, taskActions } from '#features/operations/tasks/rules.ts'
import { orders } from '#features/orders/orders/contract.ts'
import { employees } from '#features/people/employees/contract.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { EventType } from '#platform/server/events/events.ts'
import { notOffered } from '#testing/lists/task-offers.ts'
import { wronglyDated } from '#testing/lists/task-since.ts'
import { employersOfDemo, type Lease, leasesOf, lockTwoYears, usualNews } from '#testing/money/payroll-two-years.ts'
import { openWorld, type World } from '#testing/world.ts'
import { prepareDatabase } from '../server/open-database.ts'
import { seedDemo } from './seed-demo.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
  world.env.setNow('2026-11-22T08:00:00Z')
  await prepareDatabase(world.services)
  await seedDemo(world.services, { progress: () => undefined })
}, 600_000)
afterAll(() => world.close())

interface Shown {
  readonly states: readonly string[]
  /** Why the demo has no row in a state. */
  readonly without?: Readonly<Record<string, string>>
  readonly inDemo: (db: Db) => Promise<readonly string[]>
}

const changeStates = ['PLANNED', 'APPLIED'] as const

const shown: Readonly<Record<string, Shown>> = {
  cancellation: {
    states: cancellationStatuses,
    inDemo: async (db) =>
      (await db.selectFrom('order_cancellations').select('status').execute()).map(({ status }) => status),
  },
  'request of a cancellation': {
    states: requestStates,
    inDemo: async (db) =>
      (await db.selectFrom('order_cancellation_requests').select('state').execute()).map(({ state }) => state),
  },
  redemption: {
    states: redemptionStates,
    without: {
      USER_PAYMENT_PAID: 'passes with the money; it rests only at a lessor without an address, and the demo’s have one',
    },
    inDemo: async (db) => (await db.selectFrom('redemptions').select('step').execute()).map(({ step }) => step),
  },
  'redemption payment': {
    states: redemptionPaymentStatuses,
    inDemo: async (db) =>
      (await db.selectFrom('redemption_payments').select('status').execute()).map(({ status }) => status),
  },
  return: {
    states: returnStates,
    inDemo: async (db) => (await db.selectFrom('bike_returns').select('step').execute()).map(({ step }) => step),
  },
  'change of a payment': {
    states: changeStates,
    inDemo: async (db) =>
      (await db.selectFrom('payment_changes').select('applied_at').execute()).map(({ applied_at }) =>
        applied_at ? 'APPLIED' : 'PLANNED',
      ),
  },
  'company that leaves': {
    states: exitStates,
    inDemo: async (db) =>
      (await db.selectFrom('company_exits').select(['withdrawn_at', 'worked_off_at']).execute()).map((row) =>
        row.withdrawn_at ? 'WITHDRAWN' : row.worked_off_at ? 'WORKED_OFF' : 'OPEN',
      ),
  },
  'difference with a lessor': {
    states: differenceStates,
    inDemo: async (db) =>
      (await db.selectFrom('lessor_differences').select('state').execute()).map(({ state }) => state),
  },
}

test('the demo has a row in every state of each process that ends or changes a lease', async () => {
  const missing: string[] = []
  for (const [process, { states, without, inDemo }] of Object.entries(shown)) {
    const there = new Set(await inDemo(world.services.database.primary))
    for (const state of states)
      if (there.has(state) === (without?.[state] !== undefined)) missing.push(`${process} ${state}`)
  }
  expect(missing).toEqual([])
})

test('the demo has an offer in every state, and a lease that somebody has taken over', async () => {
  const db = world.services.database.primary
  const rows = await db.selectFrom('bike_brokerages').select('step').distinct().execute()
  expect(rows.map(({ step }) => step).toSorted()).toEqual(brokerageStates.toSorted())
  const taken = await db
    .selectFrom('leasing_agreements')
    .select(['lease_state', 'status'])
    .where('previous_agreement_id', 'is not', null)
    .execute()
  expect(taken).toEqual([{ lease_state: 'ACTIVE', status: 'SIGNED' }])
})

test('the demo has every kind of company that leaves, an end by the staff, and a line of a settlement that is waived', async () => {
  const db = world.services.database.primary
  const kinds = await db.selectFrom('company_exits').select('kind').where('withdrawn_at', 'is', null).execute()
  expect(kinds.map(({ kind }) => kind).toSorted()).toEqual([...exitKinds].toSorted())
  const ends = await db
    .selectFrom('agreement_endings')
    .select('reason')
    .where('kind', '=', 'STAFF')
    .where('closed_at', 'is', null)
    .execute()
  expect(ends).toEqual([{ reason: expect.stringContaining('vika') }])
  const lines = await db.selectFrom('order_cancellation_lines').select(['state', 'note']).execute()
  const states = lines.map(({ state }) => state)
  expect(new Set(states)).toEqual(new Set(lineStates))
  expect(lines.filter(({ state, note }) => state === 'WAIVED' && !note)).toEqual([])
})

/** The event types that the specification lists, in its order. */
const specifiedEvents = [
  'USER_CREATED',
  'USER_AUTO_DEACTIVATED',
  'USER_ACTIVATED',
  'ORDER_CONFIRMED',
  'ORDER_PROCESSED',
  'ORDER_SENT',
  'SERIAL_NUMBER_UPDATED',
  'DELIVERY_DATE_UPDATED',
  'ORDER_STATUS_UPDATED',
  'GRENKE_INVOICE_SENT',
  'LEASING_AGREEMENT_SIGNED',
  'LEASING_AGREEMENT_REJECTED',
  'LEASING_MONTHLY_PAYMENT_UPDATED',
  'LEASING_AGREEMENT_STARTED',
  'LEASING_AGREEMENT_ENDED',
  'BIKE_REDEMPTION_STARTED',
  'BIKE_REDEMPTION_USER_PAYMENT_SENT',
  'BIKE_REDEMPTION_USER_PAYMENT_PAID',
  'BIKE_REDEMPTION_GRENKE_INVOICE_SENT',
  'BIKE_REDEMPTION_COMPLETED',
  'INSURANCE_CASE_STARTED',
  'INSURANCE_CASE_COMPLETED',
  'INSURANCE_CASE_GRENKE_INVOICE_SENT',
  'INSURANCE_REPAIR_INVOICE_SENT',
  'INSURANCE_END_OF_LEASING_COMPLETED',
  'INSURANCE_REPAIR_BIKE_SUBMITTED',
  'INSURANCE_NEW_BIKE_SUBMITTED',
] as const satisfies readonly EventType[]

test('the demo has written each of the specification’s 27 event types', async () => {
  const rows = await world.services.database.primary.selectFrom('events').select('type').distinct().execute()
  const written = new Set<string>(rows.map(({ type }) => type))
  expect(specifiedEvents).toHaveLength(27)
  expect(specifiedEvents.filter((type) => !written.has(type))).toEqual([])
})

test('the demo has an agreement whose taxation waits for a review', async () => {
  const reviews = await world.services.database.primary
    .selectFrom('leasing_agreements')
    .select('tax_regime_review')
    .where('tax_regime_review', 'is not', null)
    .execute()
  expect(reviews).toHaveLength(1)
})

test('the demo has two bicycles that the employer keeps, one of which comes back', async () => {
  const kept = await world.services.database.primary
    .selectFrom('leasing_agreements')
    .select('kept_from')
    .where('kept_from', 'is not', null)
    .execute()
  expect(kept).toHaveLength(2)
})

test('the demo’s books have open, closed and filed months, and what the bank differs by is named but for ten euros', async () => {
  const { id } = await world.services.database.primary
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'internal@demo.example')
    .executeTakeFirstOrThrow()
  const as = await world.signIn(id)
  const { items } = await world.ok(bookkeeping.months, { as })
  expect(items.slice(0, 4).map(({ month, state }) => [month, state])).toEqual([
    ['2026-11', 'OPEN'],
    ['2026-10', 'OPEN'],
    ['2026-09', 'CLOSED'],
    ['2026-08', 'FILED'],
  ])
  const { rows } = await world.ok(bookkeeping.reconciliation, { as })
  const bank = rows.find(({ kind }) => kind === 'BANK')!
  expect(bank.explained.map(({ part }) => part)).toContain('OPENING')
  const days = await world.ok(bookkeeping.bank, { as, query: { from: '2026-11-01', to: '2026-11-30' } })
  expect(days.items.map(({ unexplained }) => unexplained)).toEqual([-10])
})

test('a list answers with one row by its id, wherever it stands, and with none that is another’s', async () => {
  const idOf = async (email: string) =>
    (
      await world.services.database.primary
        .selectFrom('users')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
    ).id
  const staff = await world.signIn(await idOf('internal@demo.example'))
  const other = await world.signIn(await idOf('employer-d@demo.example'))
  const lists = [
    [redemptions.list, 'id'],
    [returns.list, 'id'],
    [orderCancellations.list, 'orderCancellationId'],
    [agreements.list, 'leasingAgreementId'],
    [leaseChanges.reviews, 'leasingAgreementId'],
    [companyExits.list, 'id'],
    [orders.list, 'orderId'],
    [insuranceClaims.list, 'insuranceId'],
    [brokerage.cases, 'bikeBrokerageId'],
  ] as const
  for (const [list, name] of lists) {
    const rowsOf = async (as: typeof staff, query: object) => {
      const { body } = await world.call(list, { as, query })
      const { items = [] } = body as { items?: readonly object[] }
      return items.map((row) => (row as Record<string, string>)[name])
    }
    const last = (await rowsOf(staff, { limit: 100 })).at(-1)!
    expect(await rowsOf(staff, { id: last }), list.path).toEqual([last])
    if (list !== companyExits.list) expect(await rowsOf(other, { id: last }), list.path).toEqual([])
  }
  const people = async (as: typeof staff, query: object) => {
    const { body } = await world.call(employees.optimizedList, { as, query })
    return (body as { employees: { beneficiaryEmployeeId: string }[] }).employees.map(
      (one) => one.beneficiaryEmployeeId,
    )
  }
  const someone = (await people(staff, { pageSize: 100 })).at(-1)!
  expect(await people(staff, { id: someone })).toEqual([someone])
  expect(await people(other, { id: someone })).toEqual([])
})

/** States in which the demo has no row, and rows that have changed since their state began. */
const arranged = [
  sql`update outbox set status = 'DEAD' where id = (select id from outbox where status = 'SENT' order by id limit 1)`,
  sql`update leasing_agreements set lease_state = 'ENDED', end_reason = 'TERM', ended_day = '2026-09-30', bike_at = 'EMPLOYEE'
       where id = (select a.id from leasing_agreements a where a.lease_state = 'ACTIVE'
         and not exists (select 1 from agreement_endings n where n.agreement_id = a.id) order by a.id limit 1)`,
  sql`update leasing_agreements set updated_at = now()`,
  sql`delete from reference_rates where from_day > '2026-01-01'`,
]

/** Kinds that no row of the demo waits with, and why; the tests of their features look at them. */
const notInDemo: Readonly<Partial<Record<TaskAction, string>>> = {
  reportDelivery: 'the stores of the demo report the hand-over themselves',
  nameSigner: 'whoever has a bicycle ordered has a colleague who signs for the company',
  acceptTerms: 'no terms of employers are newer in the demo than what its companies have accepted',
  nameHands: 'a company of the demo is never left without an admin: a test of two years holds that',
  nameAuthority: 'each lessor of the demo has given its authority',
  remindPayer: 'each company of the demo has an address for its invoices',
  explainRecord: 'a log that has become shorter is a forged one',
  decideRefund: 'the payment service of the demo answers every refund',
  buyLeasedBike: 'no policy of the demo buys what nobody has chosen for',
  payBuyOut: 'no buy-out of the demo is on a bill of the employer',
  confirmAbsence: 'no absence is planned in the demo',
  confirmAbsenceAsEmployer: 'no absence is planned in the demo',
  checkDamageAsEmployer: 'no bicycle that an employer keeps comes back damaged in the demo',
  changePolicy: 'no order of the demo waits for another policy',
  mendEInvoice: 'the operator of the demo takes every e-invoice',
  mendJob: 'a job of the demo that fails is a fault of ours',
}

test('every kind of task says since when its state stands, and leads to a page that offers its act', async () => {
  const db = world.services.database.primary
  for (const change of arranged) await change.execute(db)
  const users = await db.selectFrom('users').select('id').where('deactivated_at', 'is', null).execute()
  const found = new Map<string, Parameters<typeof wronglyDated>[1][number]>()
  const notOnPage: string[] = []
  for (const { id } of users) {
    const as = await world.signIn(id)
    const { status, body } = await world.call(tasks.list, { as })
    if (status !== 200) continue
    notOnPage.push(...(await notOffered(world, as, body.data)))
    for (const task of body.data) found.set(task.id, task)
  }
  expect(notOnPage).toEqual([])
  expect(await wronglyDated(world, [...found.values()])).toEqual([])
  const kinds = new Set([...found.values()].map(({ action }) => action))
  expect(taskActions.filter((action) => !kinds.has(action))).toEqual(
    taskActions.filter((action) => action in notInDemo),
  )
}, 60_000)

// The last: it lets two years pass.
test('payroll of the demo’s employers, two years on, adds up as well, with a leaver, an absence and a late correction', async () => {
  const [usual, ...others] = await employersOfDemo(world)
  expect(others).toHaveLength(2)
  const [leaver, , stays] = await leasesOf(world, usual!.companyId)
  const news = usualNews([leaver!, stays!, stays!])
  const { rows } = await lockTwoYears(world, [{ ...usual!, news }, ...others])
  for (const [companyId, own] of rows) expect(own.length, companyId).toBeGreaterThan(12)
  const rowsOf = (lease: Lease) => rows.get(usual!.companyId)!.filter(({ agreementId }) => agreementId === lease.id)
  expect(rowsOf(leaver!).some(({ event }) => event === 'LEFT')).toBe(true)
  expect(rowsOf(stays!).some(({ notes }) => notes.some(({ code }) => code === 'ABSENT'))).toBe(true)
  expect(rowsOf(stays!).some(({ correctsMonth }) => correctsMonth !== null)).toBe(true)
}, 300_000)
