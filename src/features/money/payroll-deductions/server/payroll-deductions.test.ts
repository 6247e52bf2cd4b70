import { afterAll, beforeAll, expect, it } from 'vitest'
import { notifications } from '#features/ground/notifications/contract.ts'
import { bookkeeping } from '#features/money/bookkeeping/contract.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { payments } from '#features/money/payments/contract.ts'
import { tasks } from '#features/operations/tasks/contract.ts'
import { reporting } from '#features/payroll/reporting/contract.ts'
import { assignRole, buildCompany, buildEmployee, buildRunningLease, buildUser, signedInAs } from '#testing/builders.ts'
import { wronglyDated } from '#testing/lists/task-since.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { payrollDeductions } from '../contract.ts'
import { endDeductions } from './end-job.ts'

let world: World
let staff: Caller
let employer: Caller
let stranger: Caller
let companyId: string
let adminIds: string[]

/** Signs everybody in at the time of the clock: sessions do not last for months. */
async function signIn() {
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
  ;[employer, stranger] = (await Promise.all(adminIds.map((userId) => world.signIn(userId)))) as [Caller, Caller]
}

beforeAll(async () => {
  world = await openWorld()
  world.env.setNow('2026-11-10T09:00:00+02:00')
  const companies = [await buildCompany(world), await buildCompany(world)]
  companyId = companies[0]!.companyId
  await buildRunningLease(world, { company: companies[0]! })
  const admins = companies.map(async (company) => {
    const { userId } = await buildUser(world)
    await assignRole(world, userId, 'EMPLOYER_ADMIN', { companyId: company.companyId })
    return userId
  })
  adminIds = await Promise.all(admins)
  await signIn()
})
afterAll(() => world.close())

/** A person of the company with a bill of 400.00. */
async function billed(employee: { last_working_day?: string } = {}) {
  const { employeeId, userId } = await buildEmployee(world, { companyId }, employee)
  const person = await world.signIn(userId)
  const { invoiceId } = await world.ok(payments.create, {
    as: staff,
    body: { beneficiaryEmployeeId: employeeId, description: 'Ylimenevä osuus', amount: 400, hasVat: true },
  })
  const ask = (months: number, as = person, key?: string) =>
    world.call(payrollDeductions.start, { as, params: { id: invoiceId }, body: { months }, ...(key ? { key } : {}) })
  return { person, employeeId, userId, invoiceId, ask }
}

const get = (id: string) => world.ok(invoices.get, { as: staff, params: { id } })
const monthOf = async (month: string, invoiceId: string, as = employer) =>
  (await world.ok(payrollDeductions.list, { as, params: { companyId, month } })).items.find(
    (row) => row.invoiceId === invoiceId,
  )

async function confirm(month: string, invoiceId: string, kept: number, as = employer, key?: string) {
  const version = (await monthOf(month, invoiceId))?.version ?? 1
  const params = { companyId, month, invoiceId }
  return world.call(payrollDeductions.confirm, { as, params, body: { kept, version }, ...(key ? { key } : {}) })
}

it('ends with the month of the last working day, and asks nothing of a month without pay', async () => {
  const leaver = await billed({ last_working_day: '2026-12-04' })
  expect((await leaver.ask(3)).body).toMatchObject({ code: 'DEDUCTION_NOT_ALLOWED' })
  expect((await leaver.ask(2)).status).toBe(201)
  const { invoiceId } = leaver
  await confirm('2026-11', invoiceId, 200)
  const db = world.services.database.primary
  const left = { last_working_day: '2026-11-30' }
  await db.updateTable('beneficiary_employees').set(left).where('id', '=', leaver.employeeId).execute()
  expect(await endDeductions.run(world.services)).toEqual({ ended: 1 })
  expect(await get(invoiceId)).toMatchObject({ open: 200, dueDay: '2026-11-24' })
  expect(await monthOf('2026-12', invoiceId)).toBeUndefined()
  expect(await endDeductions.run(world.services)).toEqual({ ended: 0 })
})

it('is asked for by the person or the staff, and confirmed by their employer alone', async () => {
  const { person, invoiceId, ask } = await billed()
  const foreign = await billed()
  expect((await ask(1, foreign.person)).status).toBe(404)
  expect((await ask(1, stranger)).status).toBe(403)
  expect((await ask(7)).status).toBe(400)
  expect((await ask(1, staff)).status).toBe(201)
  expect((await confirm('2026-11', invoiceId, 400, stranger)).status).toBe(404)
  expect((await confirm('2026-11', invoiceId, 400, person)).status).toBe(403)
  const two = await Promise.all([confirm('2026-11', invoiceId, 400), confirm('2026-11', invoiceId, 400)])
  expect(two.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await get(invoiceId)).toMatchObject({ status: 'PAID', open: 0 })
})

it('is told to the employer with a link to its first month, of the company whose pay it is', async () => {
  const { ask } = await billed()
  expect((await ask(2)).status).toBe(201)
  const told = await world.ok(notifications.list, { as: employer, query: {} })
  const asked = told.notifications.find(({ title }) => title.startsWith('Lasku palkasta'))
  expect(asked?.link).toBe(`/raportointi?companyId=${companyId}&month=2026-11`)
})

it('ends with the payment of its bill, before any job has run', async () => {
  const { person, invoiceId, ask } = await billed()
  expect((await ask(2)).status).toBe(201)
  await world.ok(invoices.pay, {
    as: staff,
    params: { id: invoiceId },
    body: { direction: 'IN', amount: 400, paidDay: '2026-11-10', method: 'MANUAL', reason: 'Tiliote' },
  })
  expect((await world.ok(payments.list, { as: person })).items).toMatchObject([{ open: 0, isFromPay: false }])
  expect(await monthOf('2026-11', invoiceId)).toBeUndefined()
  expect(await endDeductions.run(world.services)).toEqual({ ended: 0 })
})

it('is not confirmed by an employer admin for a bill of their own, but by a colleague', async () => {
  const { userId, invoiceId, ask } = await billed()
  expect((await ask(1)).status).toBe(201)
  await assignRole(world, userId, 'EMPLOYER_ADMIN', { companyId })
  const own = await world.signIn(userId)
  expect((await confirm('2026-11', invoiceId, 400, own)).body).toMatchObject({ code: 'NOT_FOR_ONESELF' })
  expect(await get(invoiceId)).toMatchObject({ status: 'SENT', open: 400 })
  expect((await confirm('2026-11', invoiceId, 400)).status).toBe(200)
})

it('keeps a bill from the pay month by month as payments by payroll, and bills the person for what was not kept', async () => {
  const { person, userId, invoiceId, ask } = await billed()
  const key = 'd0000000-0000-4000-8000-000000000001'
  const plan = { months: ['2026-11', '2026-12', '2027-01'].map((month, i) => ({ month, asked: i ? 133.33 : 133.34 })) }
  expect((await ask(3, person, key)).body).toMatchObject(plan)
  expect((await ask(3, person, key)).body).toMatchObject(plan)
  expect((await ask(3)).body).toMatchObject({ code: 'DEDUCTION_NOT_ALLOWED' })
  expect(await get(invoiceId)).toMatchObject({ status: 'SENT', dueDay: '2027-01-31', open: 400 })
  expect((await world.ok(payments.list, { as: person })).items).toMatchObject([{ isFromPay: true }])
  const waiting = (await world.ok(tasks.list, { as: employer })).data
  expect(waiting.map(({ action }) => action)).toContain('confirmDeduction')
  expect(await wronglyDated(world, waiting)).toEqual([])

  expect((await confirm('2026-11', invoiceId, 133.35)).body).toMatchObject({ fields: [{ path: 'kept' }] })
  expect((await confirm('2026-12', invoiceId, 1)).body).toMatchObject({ code: 'DEDUCTION_NOT_ALLOWED' })
  const once = 'd0000000-0000-4000-8000-000000000002'
  expect((await confirm('2026-11', invoiceId, 133.34, employer, once)).body).toMatchObject({
    kept: 133.34,
    open: 266.66,
  })
  expect((await confirm('2026-11', invoiceId, 133.34)).body).toMatchObject({ code: 'DEDUCTION_NOT_ALLOWED' })
  const paid = await get(invoiceId)
  expect(paid).toMatchObject({ status: 'PARTLY_PAID', open: 266.66, payments: [{ method: 'PAYROLL', amount: 133.34 }] })

  // The salary file of each month has its row; the ledger has what was kept on the clearing account of payroll.
  const { number } = paid
  const salaryOf = async (month: string, as = employer) => {
    const { raw } = await world.call(reporting.salaryRows, { as, params: { companyId, month } })
    return raw
      .toString()
      .split('\r\n')
      .filter((line) => line.split(';')[1] === '408' && line.includes(';133,'))
  }
  const name = 'Pyöräedun lasku, pidätetään nettopalkasta'
  expect(await salaryOf('2026-11')).toEqual([expect.stringMatching(`;408;"?${name}"?;1;133,34;11/2026;ei`)])
  const period = { from: '2026-11-01', to: '2026-11-30', format: 'csv' as const }
  const ledger = (await world.call(bookkeeping.ledgerFile, { as: staff, query: period })).raw.toString()
  const rows = ledger.split('\r\n').filter((line) => line.includes(`;${number};`) && line.includes(';133,34;'))
  expect(rows.map((line) => line.split(';')[3]).toSorted()).toEqual(['1701', '1917'])

  // The law lets less be kept in December, and nothing in January: the rest is the person's own, in 14 days.
  world.env.setNow('2027-01-20T09:00:00+02:00')
  await signIn()
  const later = await world.signIn(userId)
  await confirm('2026-12', invoiceId, 100)
  expect((await confirm('2027-01', invoiceId, 0)).body).toMatchObject({ kept: 0, open: 166.66 })
  expect(await get(invoiceId)).toMatchObject({ status: 'PARTLY_PAID', open: 166.66, dueDay: '2027-02-03' })
  expect((await world.ok(payments.list, { as: later })).items).toMatchObject([{ isFromPay: false, open: 166.66 }])
})
