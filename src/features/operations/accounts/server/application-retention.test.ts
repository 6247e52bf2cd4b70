import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownTables } from '#features/operations/personal-data/server/own-tables.ts'
import { APPLICATION_DAYS } from '#features/people/employees/rules.ts'
import { createLinkToken } from '#platform/server/http/link-tokens.ts'
import { assignRole, buildCompany, buildEmployee } from '#testing/builders.ts'
import { openWorld, type World } from '#testing/world.ts'
import { removeOldApplications } from './application-retention.ts'

const day = 86_400_000

let world: World
let company: Awaited<ReturnType<typeof buildCompany>>
beforeAll(async () => {
  world = await openWorld()
  company = await buildCompany(world)
})
afterAll(() => world.close())

const db = () => world.services.database.primary
const daysAgo = (days: number) => new Date(world.env.now().getTime() - days * day)
const run = () => removeOldApplications.run(world.services)
const rejected = (days: number, values = {}) =>
  buildEmployee(world, company, { status: 'REJECTED', decided_at: daysAgo(days), reject_reason: 'Koeaika', ...values })
const isKept = async (table: 'beneficiary_employees' | 'users', id: string) =>
  (await db().selectFrom(table).select('id').where('id', '=', id).execute()).length === 1

describe('an application that led to nothing', () => {
  it('is gone with its account before a year has passed since the rejection, and not a day earlier', async () => {
    const person = await rejected(0)
    await world.signIn(person.userId)
    await createLinkToken(db(), world.env, { purpose: 'reset', days: 1, userId: person.userId })
    world.env.advance((APPLICATION_DAYS - 1) * day - 60_000)
    await run()
    expect(await isKept('beneficiary_employees', person.employeeId)).toBe(true)
    world.env.advance(120_000)
    expect(await run()).toEqual({ applications: 1 })
    expect(await isKept('beneficiary_employees', person.employeeId)).toBe(false)
    expect(await isKept('users', person.userId)).toBe(false)
    expect(await run()).toEqual({ applications: 0 })
    expect(
      await db().selectFrom('events').select(['type', 'data']).where('subject_id', '=', person.employeeId).execute(),
    ).toEqual([{ type: 'APPLICATION_REMOVED', data: { from: 'REJECTED' } }])
  })

  it('is removed too when nobody has decided about it for a year', async () => {
    const waits = await buildEmployee(world, company, { status: 'PENDING', updated_at: daysAgo(400) })
    const fresh = await buildEmployee(world, company, { status: 'PENDING', updated_at: daysAgo(300) })
    expect(await run()).toEqual({ applications: 1 })
    expect(await isKept('beneficiary_employees', waits.employeeId)).toBe(false)
    expect(await isKept('users', waits.userId)).toBe(false)
    expect(await isKept('beneficiary_employees', fresh.employeeId)).toBe(true)
  })

  it('leaves the account of somebody who has another part in the service', async () => {
    const elsewhere = await rejected(400)
    const other = await buildCompany(world)
    const { employeeId } = await buildEmployee(world, other, { user_id: elsewhere.userId })
    const admin = await rejected(400)
    await assignRole(world, admin.userId, 'EMPLOYER_ADMIN', { companyId: other.companyId })
    const decider = await rejected(400)
    await db()
      .updateTable('beneficiary_employees')
      .set({ decided_by: decider.userId })
      .where('id', '=', employeeId)
      .execute()
    expect(await run()).toEqual({ applications: 3 })
    for (const { userId } of [elsewhere, admin, decider]) expect(await isKept('users', userId)).toBe(true)
    expect(await isKept('beneficiary_employees', employeeId)).toBe(true)
  })

  it('is kept when the person was accepted, or an order hangs on it', async () => {
    const accepted = await buildEmployee(world, company, { decided_at: daysAgo(400), updated_at: daysAgo(400) })
    const ordered = await rejected(400)
    const orderId = world.env.id()
    await sql`insert into orders (id, company_id, beneficiary_employee_id, order_number, status)
      values (${orderId}, ${company.companyId}, ${ordered.employeeId}, 'P-TESTI-1', 'CANCELLED')`.execute(db())
    expect(await run()).toEqual({ applications: 0 })
    for (const { employeeId } of [accepted, ordered])
      expect(await isKept('beneficiary_employees', employeeId)).toBe(true)
  })
})

it('knows of every table that refers to a person whether its rows go with the account or keep it', async () => {
  const keeping = [
    'absence_plans',
    'bank_doubts',
    'bank_entries',
    'bank_files',
    'bank_statements',
    'bike_stores',
    'billing_runs',
    'bookkeeping_periods',
    'credit_losses',
    'late_charges',
    'reference_rates',
    'lessor_differences',
    'intake_asides',
    'intake_files',
    'lessor_files',
    'task_care',
    'turn_escalations',
    'payment_files',
    'payment_orders',
    'paytrail_refunds',
    'proposal_companies',
    'proposals',
    'payments',
    'payroll_lock_runs',
    'terms_acceptances',
    'payroll_payers',
    'received_e_invoices',
    'tax_confirmations',
    'terms_documents',
    'beneficiary_employees',
    'bike_policies',
    'company_people',
    'contact_forms',
    'contact_form_answers',
    'deputies',
    'retention_looks',
    'files',
    'order_cancellation_requests',
    'order_cancellations',
    'payroll_collections',
    'payroll_deduction_months',
    'payroll_deductions',
    'redemption_offers',
    'rights_requests',
    'refund_uploads',
    'group_payroll_recipients',
    'invoices',
    'payroll_months',
    'payroll_recipients',
    'signatures',
    'transfer_signatures',
    'leasing_companies',
    'user_roles',
    'young_addresses',
    'role_permissions',
  ]
  const { rows } = await sql<{ name: string }>`
    select distinct f.conrelid::regclass::text as name from pg_constraint f join pg_class c on c.oid = f.conrelid
     where f.contype = 'f' and f.confrelid = 'users'::regclass and not c.relispartition`.execute(db())
  const unknown = rows.map((row) => row.name).filter((name) => !keeping.includes(name))
  expect(unknown.toSorted()).toEqual(ownTables.toSorted())
})
