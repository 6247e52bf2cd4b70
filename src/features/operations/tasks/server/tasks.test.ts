import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orders } from '#features/orders/orders/contract.ts'
import { reporting } from '#features/payroll/reporting/contract.ts'
import { leasing } from '#features/pricing/leasing/contract.ts'
import type { LeasingCompany } from '#features/pricing/leasing/shapes.ts'
import { addDays, firstOfMonth, helsinkiDay, monthOf } from '#platform/values/days.ts'
import { assignRole, buildCompany, buildEmployee, buildGroup, signedInAs } from '#testing/builders.ts'
import { buildCast, journeyOf } from '#testing/journey.ts'
import { notOffered } from '#testing/lists/task-offers.ts'
import { wronglyDated } from '#testing/lists/task-since.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { tasks } from '../contract.ts'
import { linkOf } from '../links.ts'
import { taskActions, taskKinds } from '../rules.ts'
import { EACH_MAX, ONE_MAX } from './asking.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

/** What waits for somebody in one company; each with the day of the state that it is about. */
const waiting = async (as: Caller, companyId?: string) => {
  // Rows that were written at another time than the state began.
  world.env.advance(1)
  const { data } = await world.ok(tasks.list, { as })
  expect(await wronglyDated(world, data)).toEqual([])
  expect(await notOffered(world, as, data)).toEqual([])
  return data.filter((task) => companyId === undefined || task.companyId === companyId).map(({ action }) => action)
}

describe('tasks', () => {
  it('follow an order from party to party and are gone when it is done', async () => {
    const cast = await buildCast(world)
    const way = journeyOf(world, cast)
    const of = async () => ({
      employee: await waiting(cast.employee),
      employer: await waiting(cast.employer, cast.companyId),
      staff: await waiting(cast.staff, cast.companyId),
    })
    const orderId = await way.start()
    expect(await of()).toEqual({ employee: ['choosePackage'], employer: [], staff: [] })
    await way.choosePackage(orderId)
    expect((await of()).employee).toEqual(['giveAnswers'])
    await way.answer(orderId)
    expect(await of()).toEqual({ employee: ['signAsEmployee'], employer: ['signAsEmployer'], staff: [] })
    await way.sign(cast.employee, orderId, 'EMPLOYEE')
    expect(await of()).toEqual({ employee: [], employer: ['signAsEmployer'], staff: [] })
    world.env.advance(3 * 86_400_000)
    await way.sign(cast.employer, orderId, 'EMPLOYER')
    const signedAt = world.env.now().getTime()
    expect(await of()).toEqual({ employee: ['confirmOrder'], employer: [], staff: [] })
    const { data } = await world.ok(tasks.list, { as: cast.employee })
    const waitedMs = signedAt - Date.parse(data[0]!.since)
    expect(Math.abs(waitedMs), 'since the second signature, not since the first was asked for').toBeLessThan(60_000)
    await way.confirm(orderId)
    expect(await of()).toEqual({ employee: [], employer: [], staff: ['processOrder'] })
    const due = (await world.ok(tasks.list, { as: cast.staff })).data.find((task) => task.orderId === orderId)?.due
    expect(due).toBe(addDays(helsinkiDay(world.env.now()), 2))
    await way.process(orderId)
    const waitedFor = async () => {
      const list = await world.ok(orders.list, { as: cast.staff, query: { companyId: cast.companyId } })
      return [(await way.order(cast.staff, orderId)).waitingFor, ...list.items.map(({ waitingFor }) => waitingFor)]
    }
    // The store's invoice is awaited from the store alone, as the order, its list and the tasks say.
    expect([await of(), await waitedFor()]).toEqual([{ employee: [], employer: [], staff: [] }, [['STORE'], ['STORE']]])
    await way.enterInvoice(orderId)
    expect((await of()).staff).toEqual(['matchInvoice'])
    expect(await waitedFor()).toEqual([['STAFF'], ['STAFF']])
  })

  it('give the receipt of an online shop without a store to the staff at once, which nobody else is asked for', async () => {
    const cast = await buildCast(world)
    const way = journeyOf(world, cast)
    const orderId = await way.start()
    await way.choosePackage(orderId, { onlineShopName: 'Polku Verkossa', productLink: 'https://www.example.com/pyora' })
    await way.answer(orderId)
    await way.sign(cast.employee, orderId, 'EMPLOYEE')
    await way.sign(cast.employer, orderId, 'EMPLOYER')
    await way.confirm(orderId)
    await way.process(orderId)
    expect(await way.order(cast.staff, orderId)).toMatchObject({ orderStatus: 'WAITING_FOR_INVOICE_MATCH' })
    expect(await waiting(cast.staff, cast.companyId)).toEqual(['matchInvoice'])
  })

  it('name applications to whoever decides, outside companies to nobody, and nothing to the reporting role', async () => {
    const company = await buildCompany(world)
    const admin = await signedInAs(world, 'EMPLOYER_ADMIN', company)
    const foreign = await signedInAs(world, 'EMPLOYER_ADMIN', await buildCompany(world))
    await buildEmployee(world, company, { status: 'PENDING' })
    expect(await waiting(admin)).toEqual(['decideApplication'])
    expect(await waiting(foreign)).toEqual([])
    const reporting = await signedInAs(world, 'EMPLOYER_REPORTING', company)
    expect((await world.call(tasks.list, { as: reporting })).status).toBe(403)
  })

  it('ask for a second signer where only the employee could sign for the company', async () => {
    const cast = await buildCast(world)
    const way = journeyOf(world, cast)
    const orderId = await way.start()
    await way.choosePackage(orderId)
    await way.answer(orderId)
    await assignRole(world, cast.employee.userId, 'EMPLOYER_ADMIN', { companyId: cast.companyId })
    await world.services.database.primary
      .updateTable('users')
      .set({ deactivated_at: world.env.now() })
      .where('id', '=', cast.employer.userId)
      .execute()
    expect(await waiting(cast.staff, cast.companyId)).toEqual(['nameSigner'])
    expect((await way.order(cast.staff, orderId)).waitingFor).toEqual(['EMPLOYEE', 'EMPLOYER', 'STAFF'])
  })

  it('ask the staff for the lessor’s authority before an agreement is made, and the buyer again once it is there', async () => {
    const cast = await buildCast(world)
    const way = journeyOf(world, cast)
    const orderId = await way.start()
    const { leasing_company_id: id } = await world.services.database.primary
      .selectFrom('companies')
      .select('leasing_company_id')
      .where('id', '=', cast.companyId)
      .executeTakeFirstOrThrow()
    const setAuthority = async (authorityReference: string | null, authorityDay: string | null) => {
      const { items } = await world.ok(leasing.companies, { as: cast.staff, query: {} })
      const { companyName, version } = (items as LeasingCompany[]).find((one) => one.leasingCompanyId === id)!
      const body = { companyName, authorityReference, authorityDay, version }
      await world.ok(leasing.updateCompany, { as: cast.staff, params: { id: id! }, body })
    }
    await setAuthority(null, null)
    await way.choosePackage(orderId)
    expect((await way.order(cast.staff, orderId)).waitingFor).toEqual(['STAFF'])
    expect(await waiting(cast.staff, cast.companyId)).toEqual(['nameAuthority'])
    expect(await waiting(cast.employee)).toEqual([])
    const before = await way.order(cast.employee, orderId)
    const toSign = before.allowedTransitions.find(({ to }) => to === 'ALL_INFO_PROVIDED')
    expect(toSign?.unmet).toContain('LESSOR_AUTHORITY_MISSING')
    await expect(way.answer(orderId)).rejects.toThrow(/LESSOR_AUTHORITY_MISSING/)
    expect(await way.order(cast.employee, orderId)).toMatchObject({ orderStatus: 'PACKAGE_PROVIDED', agreement: null })
    await setAuthority('V-2026-9', '2026-02-01')
    expect(await waiting(cast.staff, cast.companyId)).toEqual([])
    expect(await waiting(cast.employee)).toEqual(['giveAnswers'])
    await way.answer(orderId)
    expect(await way.order(cast.employee, orderId)).toMatchObject({ orderStatus: 'ALL_INFO_PROVIDED' })
  })

  it('ask the employer where the employment ends before the lease, as the order and the lists say', async () => {
    const cast = await buildCast(world)
    const way = journeyOf(world, cast)
    const orderId = await way.start()
    await way.choosePackage(orderId)
    const today = helsinkiDay(world.env.now())
    const ends = (day: string) =>
      world.services.database.primary
        .updateTable('beneficiary_employees')
        .set({ last_working_day: day })
        .where('id', '=', cast.employeeId)
        .execute()
    const standing = async () => {
      const list = await world.ok(orders.list, { as: cast.staff, query: { companyId: cast.companyId } })
      return {
        order: (await way.order(cast.employee, orderId)).waitingFor,
        list: list.items.map(({ waitingFor }) => waitingFor),
        employee: await waiting(cast.employee),
        employer: await waiting(cast.employer, cast.companyId),
      }
    }
    await ends(addDays(today, 100))
    expect(await standing()).toEqual({
      order: ['EMPLOYEE', 'EMPLOYER'],
      list: [['EMPLOYEE', 'EMPLOYER']],
      employee: ['giveAnswers'],
      employer: ['changeEmployment'],
    })
    await ends(addDays(today, -1))
    expect(await standing()).toEqual({
      order: ['EMPLOYER'],
      list: [['EMPLOYER']],
      employee: [],
      employer: ['changeEmployment'],
    })
    // The person's panel of the staff changes the last working day as well.
    const ofStaff = (await world.ok(tasks.list, { as: cast.staff })).data.find(
      ({ action, companyId }) => action === 'changeEmployment' && companyId === cast.companyId,
    )
    expect(ofStaff?.link).toBe(`/admin?open=${cast.employeeId}`)
    expect(await waiting(await signedInAs(world, 'EMPLOYER_ADMIN', await buildCompany(world)), cast.companyId)).toEqual(
      [],
    )
  })

  it('ask employer and staff to settle a leaver’s bicycle until somebody has', async () => {
    const cast = await buildCast(world)
    const way = journeyOf(world, cast)
    const today = world.env.now()
    const orderId = await way.toRunningLease()
    const month = monthOf(helsinkiDay(world.env.now()))
    await world.services.database.primary
      .updateTable('beneficiary_employees')
      .set({ last_working_day: addDays(`${month}-01`, -1) })
      .where('id', '=', cast.employeeId)
      .execute()
    const all = async () => [await waiting(cast.employer, cast.companyId), await waiting(cast.staff, cast.companyId)]
    expect(await all()).toEqual([expect.arrayContaining(['settleLeaver']), expect.arrayContaining(['settleLeaver'])])
    const { agreement } = await way.order(cast.staff, orderId)
    await world.ok(reporting.setPayer, {
      as: cast.employer,
      params: { companyId: cast.companyId, leasingAgreementId: agreement!.leasingAgreementId },
      body: { fromMonth: month, payer: 'EMPLOYER', version: null },
    })
    expect((await all()).flat()).not.toContain('settleLeaver')
    world.env.setNow(today)
  })

  it('lead each to an address of who is awaited', () => {
    const begins = {
      EMPLOYEE: /^\/mybike/,
      EMPLOYER: /^\/(tyonantaja|raportointi|yritys-asetukset)/,
      STAFF: /^\/admin\//,
    }
    for (const action of taskActions) {
      const task = { action, id: 'x', companyId: 'c', orderId: 'o', month: '2026-11' }
      expect(linkOf(task, { isStaff: false })).toMatch(begins[taskKinds[action].awaited as keyof typeof begins])
    }
  })

  it('lead the staff to pages of theirs with what they see of an employer’s tasks', async () => {
    const cast = await buildCast(world)
    const { employeeId } = await buildEmployee(world, cast, { status: 'PENDING' })
    const leadOf = async (as: Caller) =>
      (await world.ok(tasks.list, { as })).data.find(({ id }) => id === `decideApplication:${employeeId}`)?.link
    expect(await leadOf(cast.staff)).toBe(`/admin?open=${employeeId}`)
    expect(await leadOf(cast.employer)).toBe(`/tyonantaja?companyId=${cast.companyId}&open=${employeeId}`)
    // Kinds that staff are asked with an employer: those that only a party's own permission opens are not among them.
    const parties = [
      'signAsEmployer',
      'approveReturn',
      'bringKeptBike',
      'confirmLastDeduction',
      'approveAccount',
      'acceptTerms',
      'approveTransfer',
      'signTransferAsEmployer',
      'buyLeasedBike',
      'payBuyOut',
      'confirmAbsenceAsEmployer',
      'checkDamageAsEmployer',
    ]
    for (const action of taskActions) {
      if (taskKinds[action].awaited !== 'EMPLOYER' || parties.includes(action)) continue
      const task = { action, id: 'x', companyId: 'c', orderId: 'o', month: '2026-11' }
      expect(linkOf(task, { isStaff: true })).toMatch(/^\/admin/)
    }
  })

  it('ask for the month’s lock from the first of the next, as the day begins in Finland', async () => {
    const cast = await buildCast(world)
    const orderId = await journeyOf(world, cast).toRunningLease()
    await world.services.database.primary
      .updateTable('leasing_agreements')
      .set({ start_day: '2025-01-01' })
      .where('order_id', '=', orderId)
      .execute()
    const lock = (await world.ok(tasks.list, { as: cast.employer })).data.find(
      ({ action }) => action === 'lockPayrollMonth',
    )
    const today = helsinkiDay(world.env.now())
    expect(lock?.about).toBe(monthOf(addDays(firstOfMonth(monthOf(today)), -1)))
    expect(helsinkiDay(new Date(lock!.since))).toBe(firstOfMonth(monthOf(today)))
    expect(new Date(lock!.since).toLocaleTimeString('fi-FI', { timeZone: 'Europe/Helsinki' })).toBe('0.00.00')
  })

  it('name an invoice by its number and by whom it is from or to', async () => {
    const cast = await buildCast(world)
    const way = journeyOf(world, cast)
    const orderId = await way.toRunningLease()
    const db = world.services.database.primary
    // The way took months, and sessions do not last as long.
    const staff = await signedInAs(world, 'INTERNAL_ADMIN')
    const { bikeStore } = await way.order(staff, orderId)
    const overdue = { due_day: addDays(helsinkiDay(world.env.now()), -1) }
    const paid = await db
      .updateTable('invoices')
      .set(overdue)
      .where('order_id', '=', orderId)
      .where('direction', '=', 'PURCHASE')
      .returning('number')
      .executeTakeFirstOrThrow()
    const { data } = await world.ok(tasks.list, { as: staff })
    const task = data.find(({ action, orderId: of }) => action === 'payInvoice' && of === orderId)
    expect(task?.about).toBe(`${paid.number} · ${bikeStore?.storeName}`)
    expect((data[0]?.due ?? '9999') < helsinkiDay(world.env.now()), 'what is late stands first').toBe(true)
  })

  it('are narrowed to a kind, a company and what is late, and within these to what the caller reaches', async () => {
    const staff = await signedInAs(world, 'INTERNAL_ADMIN')
    const list = async (query: object, as = staff) => (await world.ok(tasks.list, { as, query })).data
    const all = await list({})
    const one = all.find(({ action }) => action === 'payInvoice')!
    const { companyId } = one
    for (const query of [
      { action: one.action },
      { companyId },
      { late: true },
      { action: one.action, companyId, late: true },
    ]) {
      const narrowed = await list(query)
      expect(narrowed.map(({ id }) => id)).toContain(one.id)
      expect(narrowed.length).toBeLessThan(all.length)
    }
    expect(await list({ action: 'solveCase', companyId: one.companyId })).toEqual([])
    const outsider = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: (await buildCompany(world)).companyId })
    expect(await list({ companyId }, outsider)).toEqual([])
  })

  it('of a company are its own oldest, however many older ones another has', async () => {
    const { groupCompanyId } = await buildGroup(world)
    const [many, few] = [
      await buildCompany(world, { group_company_id: groupCompanyId }),
      await buildCompany(world, { group_company_id: groupCompanyId }),
    ]
    for (let i = 0; i <= ONE_MAX; i += 1) await buildEmployee(world, many, { status: 'PENDING' })
    world.env.advance(1)
    const { employeeId } = await buildEmployee(world, few, { status: 'PENDING' })
    const group = await signedInAs(world, 'EMPLOYER_GROUP_ADMIN', { groupCompanyId })
    const ofAll = await world.ok(tasks.list, { as: group })
    expect([ofAll.truncated, ofAll.data.length]).toEqual([true, EACH_MAX])
    expect(ofAll.counts).toEqual([{ action: 'decideApplication', count: ONE_MAX + 2 }])
    const ofKind = await world.ok(tasks.list, { as: group, query: { action: 'decideApplication' } })
    expect([ofKind.truncated, ofKind.data.length, ofKind.counts]).toEqual([true, ONE_MAX, ofAll.counts])
    const late = await world.ok(tasks.list, { as: group, query: { late: true } })
    expect([late.data, late.counts]).toEqual([[], []])
    const ofFew = await world.ok(tasks.list, { as: group, query: { companyId: few.companyId } })
    expect([ofFew.truncated, ofFew.data.map(({ id }) => id)]).toEqual([false, [`decideApplication:${employeeId}`]])
  })
})
