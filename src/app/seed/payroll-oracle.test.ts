import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { absencePlans } from '#features/lease-ends/absence-plans/contract.ts'
import { endLeases } from '#features/leases/agreements/server/end-job.ts'
import { startLeases } from '#features/orders/orders/server/lease-job.ts'
import { reporting } from '#features/payroll/reporting/contract.ts'
import { signedInAs } from '#testing/builders.ts'
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

/** What the tables say of a lease, and nothing that the rules of payroll have made of it. */
interface Told {
  readonly id: string
  readonly number: string
  readonly companyId: string
  readonly first: string
  readonly end: string
  readonly last: string
  readonly instalment: number
  readonly lastInstalment: number
  readonly beside: number
  readonly model: 'FROM_SALARY' | 'ON_TOP' | 'EMPLOYEE_PAYS'
  readonly isExempt: boolean
  readonly leaves: string
  readonly payers: readonly { from: string; to: string | null; payer: string; paid: number | null }[]
  readonly collected: readonly string[]
}

const toldLeases = async () =>
  (
    await sql<Told>`
      select a.id, a.agreement_number as number, a.company_id as "companyId", to_char(a.start_day, 'YYYY-MM') as first, to_char(a.end_day, 'YYYY-MM') as "end",
             to_char(least(a.end_day, coalesce(a.ended_day, a.ends_on, a.end_day)), 'YYYY-MM') as last,
             a.instalment_cents::int as instalment, a.last_instalment_cents::int as "lastInstalment", c.extra_operating_cents::int as beside, a.benefit_model as model,
             coalesce(a.commitment_day <= '2025-04-23', a.tax_regime = 'EXEMPT_GRANDFATHERED', false) as "isExempt",
             to_char(e.last_working_day, 'YYYY-MM') as leaves,
             coalesce((select json_agg(json_build_object('from', y.from_month, 'to', y.to_month, 'payer', y.payer, 'paid', y.paid_cents))
                from payroll_payers y where y.agreement_id = a.id), '[]') as payers,
             coalesce((select json_agg(k.month) from payroll_collections k where k.agreement_id = a.id and k.is_collected), '[]') as collected
        from leasing_agreements a join companies c on c.id = a.company_id join beneficiary_employees e on e.id = a.beneficiary_employee_id
        left join orders o on o.id = a.order_id
       where a.start_day is not null and a.end_day is not null and a.void_at is null and a.exempt_until is null and a.tax_regime_review is null
         and a.status = 'SIGNED' and not exists (select 1 from payment_changes p where p.agreement_id = a.id)
       order by a.agreement_number`.execute(world.services.database.primary)
  ).rows

/** A month of a lease by its own arithmetic, in cents: value, codes 363, 364 and 420, lowering and collection; null outside the lease. */
function oracle(lease: Told, month: string): readonly number[] | null {
  if (month < lease.first || month > lease.last) return null
  const payer = lease.payers.find(({ from, to }) => from <= month && (to ?? '9999-12') >= month)
  const hasLeft = lease.leaves < month
  if (payer?.payer === 'RETURNED' || (hasLeft && !payer)) return [0, 0, 0, 0, 0, 0]
  const value = lease.beside + (month === lease.end ? lease.lastInstalment : lease.instalment)
  const isInPay = !hasLeft && !payer
  const lowering = isInPay && lease.model === 'FROM_SALARY' ? value : 0
  const kept = isInPay && lease.model === 'EMPLOYEE_PAYS' ? value : 0
  const outside =
    payer?.payer === 'EMPLOYEE' && lease.collected.includes(month) ? Math.min(value, payer.paid ?? value) : 0
  const benefit = value - kept - outside
  const exempt = lease.isExempt && !hasLeft ? Math.min(benefit, 10_000) : 0
  return [value, exempt, benefit - exempt, kept + outside, lowering, kept]
}

const months = ['2026-11', '2026-12', '2027-01', '2027-02', '2027-03'] as const
const cents = (euros: number) => Math.round(euros * 100)

test('payroll of the demo is what its tables say by an arithmetic of its own, with late billing and an absence', async () => {
  const db = world.services.database.primary
  // An absence that a person pays outside the pay, one month of which is answered as collected.
  const absent = await db
    .selectFrom('leasing_agreements as a')
    .innerJoin('beneficiary_employees as e', 'e.id', 'a.beneficiary_employee_id')
    .innerJoin('leasing_companies as l', 'l.id', 'a.leasing_company_id')
    .select(['a.id', 'a.company_id', 'e.user_id'])
    .where('a.lease_state', '=', 'ACTIVE')
    .where('l.kind', '<>', 'OPERATOR')
    .where('a.exempt_until', 'is', null)
    .where('a.tax_regime_review', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('payment_changes as p').select('p.id').whereRef('p.agreement_id', '=', 'a.id'))),
    )
    .where('a.end_day', '>', '2027-12-31')
    .where('e.last_working_day', '>', '2900-01-01')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('agreement_endings as n').select('n.id').whereRef('n.agreement_id', '=', 'a.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('absence_plans as n').select('n.id').whereRef('n.agreement_id', '=', 'a.id'))),
    )
    .orderBy('a.agreement_number')
    .executeTakeFirstOrThrow()
  const person = await world.signIn(absent.user_id)
  const employer = async () => signedInAs(world, 'EMPLOYER_ADMIN', { companyId: absent.company_id })
  const plan = await world.ok(absencePlans.create, {
    as: person,
    body: { leasingAgreementId: absent.id, kind: 'PARENTAL', fromDay: '2026-12-01', toDay: '2027-02-28' },
  })
  await world.ok(absencePlans.update, {
    as: await employer(),
    params: { id: plan.id },
    body: { step: 'confirm', version: plan.version },
  })
  for (const day of ['2026-12-01', '2027-01-01', '2027-02-01', '2027-03-01', '2027-04-01']) {
    world.env.setNow(`${day}T08:00:00Z`)
    for (const job of [startLeases, endLeases]) await job.run(world.services)
  }
  for (const [month, isCollected] of [
    ['2027-01', true],
    ['2027-02', false],
  ] as const)
    await world.ok(reporting.answerCollection, {
      as: await employer(),
      params: { companyId: absent.company_id, leasingAgreementId: absent.id },
      body: { month, isCollected, version: null },
    })

  const leases = await toldLeases()
  const faults: string[] = []
  const seen = { compared: 0, late: 0, outside: 0 }
  for (const companyId of new Set(leases.map((lease) => lease.companyId))) {
    const as = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId })
    for (const month of months) {
      const { items } = await world.ok(reporting.rows, { as, params: { companyId, month }, query: { limit: 100 } })
      const rows = new Map(items.filter((row) => row.correctsMonth === null).map((row) => [row.agreementNumber, row]))
      for (const lease of leases.filter((one) => one.companyId === companyId)) {
        const row = rows.get(lease.number)
        const answered = row
          ? [row.taxValue, row.code363, row.code364, row.code420, row.grossLowering, row.netCollection].map(cents)
          : null
        const due = oracle(lease, month)
        if ((due ?? [0])[0] === 0 && (answered ?? [0])[0] === 0) continue
        seen.compared += 1
        if (row?.notes.some(({ code }) => code === 'LEASE_WAITS')) seen.late += 1
        if (lease.id === absent.id && (due?.[3] ?? 0) > 0) seen.outside += 1
        if (JSON.stringify(answered) !== JSON.stringify(due))
          faults.push(`${lease.number} ${month}: ${answered} for ${due}`)
      }
    }
  }
  expect(faults).toEqual([])
  expect(seen.compared).toBeGreaterThan(40)
  expect(seen.late).toBeGreaterThan(2)
  expect(seen.outside).toBe(1)
}, 300_000)
