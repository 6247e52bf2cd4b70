import { describe, expect, it } from 'vitest'
import { addDays, addMonths, helsinkiDay } from '#platform/values/days.ts'
import { assignRole, buildCompany, buildEmployee, buildUser } from '#testing/builders.ts'
import {
  admin,
  company,
  editor,
  eventsOf,
  foreign,
  groupAdmin,
  other,
  pending,
  prepareEmployees,
  read,
  reporting,
  rowOf,
  staff,
  world,
} from '#testing/cases/employee-cases.ts'
import { recording } from '#testing/scale/recorder.ts'
import type { Caller } from '#testing/world.ts'
import { employees } from '../contract.ts'
import { removeAbsenceReasons } from './absence-job.ts'

prepareEmployees()

describe('changing a person', () => {
  it('changes fields, absence and version, and says so in an event without values', async () => {
    const { employeeId } = await buildEmployee(world, company)
    const absence = { from: '2026-01-05', to: '2026-02-05', reason: 'SICK_LEAVE' as const }
    const reply = await world.ok(employees.update, {
      as: admin,
      params: { id: employeeId },
      body: { absence, employerNote: 'Vain meille', version: 1 },
    })
    const { reason: _health, ...days } = absence
    const own = { ...days, hasReason: true }
    expect(reply.employee).toMatchObject({ absence: own, employerNote: 'Vain meille', version: 2 })
    expect((await eventsOf(employeeId)).map((event) => event.type)).toEqual(['EMPLOYEE_UPDATED'])
    for (const as of [editor, reporting]) {
      const seen = await world.ok(employees.details, { as, params: { id: employeeId } })
      expect(seen.employee.absence).toEqual(days)
    }
    const by = (as: Caller, body: object) => world.call(employees.update, { as, params: { id: employeeId }, body })
    expect((await by(editor, { absence })).body.fields?.[0]?.path).toBe('absence.reason')
    expect((await by(editor, { absence: { ...days, reason: null } })).body.fields?.[0]?.path).toBe('absence.reason')
    expect((await by(editor, { absence: { ...days, other: 'Toinen' } })).body.fields?.[0]?.path).toBe('absence.reason')
    expect((await by(editor, { absence: { ...days, to: '2026-02-06' } })).status).toBe(200)
    const after = await world.ok(employees.details, { as: admin, params: { id: employeeId } })
    expect(after.employee.absence).toEqual({ ...own, to: '2026-02-06' })
  })

  it('refuses an absence after the last working day, whichever of them comes later', async () => {
    const { employeeId } = await buildEmployee(world, company)
    const params = { id: employeeId }
    const change = (body: object) => world.call(employees.update, { as: admin, params, body })
    const both = { lastWorkingDayDate: '2027-01-31', absence: { from: '2027-02-01', to: '2027-04-30' } }
    expect(await change(both)).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'absence.from', code: 'AFTER_LAST_DAY' }] },
    })
    expect((await change({ absence: both.absence })).status).toBe(200)
    expect((await change({ lastWorkingDayDate: '2027-03-31' })).body).toMatchObject({
      fields: [{ path: 'absence.to' }],
    })
    expect((await change({ lastWorkingDayDate: '2027-04-30' })).status).toBe(200)
    expect((await change({ employerNote: 'Lähtee huhtikuussa' })).status).toBe(200)
  })

  it('the reason of an absence is read for a purpose, by admin and person alone, and the log says so', async () => {
    const { employeeId, userId } = await buildEmployee(world, company)
    const person = await world.signIn(userId)
    const params = { id: employeeId }
    const days = { from: '2026-01-05', to: '2026-02-05' }
    const set = (absence: object) =>
      world.ok(employees.update, { as: admin, params, body: { absence: { ...days, ...absence } } })
    const reveal = (as: Caller, purpose = 'PAYROLL') =>
      world.call(employees.revealAbsenceReason, { as, params, anyBody: { purpose } })
    await set({ reason: 'SICK_LEAVE' })
    expect((await reveal(admin)).body).toEqual({ reason: 'SICK_LEAVE', other: null })
    await set({ reason: 'OTHER', other: 'Opintovapaa' })
    expect((await reveal(person, 'OWN')).body).toEqual({ reason: 'OTHER', other: 'Opintovapaa' })
    expect((await reveal(admin, 'UTELIAISUUS')).status).toBe(400)
    for (const as of [groupAdmin, editor, reporting, staff]) expect((await reveal(as)).status).toBe(403)
    expect((await reveal(foreign)).status).toBe(404)
    const read = (await eventsOf(employeeId)).filter(({ type }) => type === 'ABSENCE_REASON_READ')
    expect(read.map(({ data }) => data)).toEqual([{ purpose: 'PAYROLL' }, { purpose: 'OWN' }])
    // They see the days and set them.
    for (const as of [groupAdmin, staff]) {
      const moved = { ...days, to: '2026-03-05' }
      await world.ok(employees.update, { as, params, body: { absence: moved } })
      expect((await world.ok(employees.details, { as, params })).employee.absence).toEqual(moved)
    }
    expect((await reveal(admin)).body).toEqual({ reason: 'OTHER', other: 'Opintovapaa' })
    await set({ reason: null })
    expect((await reveal(admin)).body).toEqual({ reason: null, other: null })
  })

  it('the reason of an absence goes a year after its end, and its days stay', async () => {
    const ended = (await buildEmployee(world, company)).employeeId
    const later = (await buildEmployee(world, company)).employeeId
    const today = helsinkiDay(world.env.now())
    const lasts = (id: string, to: string) =>
      world.services.database.primary
        .updateTable('beneficiary_employees')
        .set({ absence_from: '2020-01-01', absence_to: to, absence_reason: 'OTHER', absence_other: 'Syy' })
        .where('id', '=', id)
        .execute()
    await lasts(ended, addDays(addMonths(today, -12), -1))
    await lasts(later, addMonths(today, -12))
    expect(await removeAbsenceReasons.run(world.services)).toEqual({ reasons: 1 })
    expect(await rowOf(ended)).toMatchObject({ absence_from: '2020-01-01', absence_reason: null, absence_other: null })
    expect(await rowOf(later)).toMatchObject({ absence_reason: 'OTHER', absence_other: 'Syy' })
    expect(await removeAbsenceReasons.run(world.services)).toEqual({ reasons: 0 })
  })

  it('flags a last working day 20 years ahead and refuses limits that cannot be', async () => {
    const { employeeId } = await buildEmployee(world, company)
    const far = await world.ok(employees.update, {
      as: admin,
      params: { id: employeeId },
      body: { lastWorkingDayDate: '2060-01-01' },
    })
    expect(far.employee.remarks).toContainEqual({ code: 'FAR_FUTURE_DAY', day: '2060-01-01' })
    const wrong = (body: object) => world.call(employees.update, { as: admin, params: { id: employeeId }, body })
    expect((await wrong({ maxPrice: 99_000 })).body.fields?.[0]?.code).toBe('OVER_COMPANY_LIMIT')
    expect((await wrong({ unitId: other.unitId })).body.fields?.[0]?.path).toBe('unitId')
    const absence = { from: '2026-01-05', reason: 'OTHER' }
    expect(
      (await wrong({ absence: { ...absence, from: '2026-02-05', to: '2026-01-05', other: 'Opinnot' } })).body.fields,
    ).toMatchObject([{ path: 'absence.to', code: 'BEFORE_START' }])
    for (const text of [{}, { other: null }, { other: '  ' }])
      expect((await wrong({ absence: { ...absence, ...text } })).body.fields).toMatchObject([
        { path: 'absence.other', code: 'OTHER_WITHOUT_TEXT', message: 'Kirjoita, mikä muu syy poissaololla on' },
      ])
    expect((await wrong({ employerNot: 'x' })).status).toBe(400)
    expect((await rowOf(employeeId)).version).toBe(2)
  })

  it('keeps one’s own limits out of one’s own hands', async () => {
    const user = await buildUser(world)
    await assignRole(world, user.userId, 'EMPLOYER_ADMIN', { companyId: company.companyId })
    const { employeeId } = await buildEmployee(world, company, { user_id: user.userId, employer_note: 'Salainen' })
    const me = await world.signIn(user.userId)
    const reply = await world.call(employees.update, { as: me, params: { id: employeeId }, body: { maxPrice: 4000 } })
    expect(reply.body.code).toBe('NOT_FOR_ONESELF')
    const own = await world.ok(employees.details, { as: me, params: { id: employeeId } })
    expect(own.employee).not.toHaveProperty('employerNote')
  })

  it('does not know a person of another company', async () => {
    const { employeeId } = await buildEmployee(world, company)
    const reply = await world.call(employees.update, {
      as: foreign,
      params: { id: employeeId },
      body: { costUnit: '1' },
    })
    expect(reply.status).toBe(404)
  })
})

describe('what is seen of a person', () => {
  it('differs by role: notes, private details and orders stay with those who may see them', async () => {
    const { employeeId, userId } = await pending(
      { employer_note: 'Muistettavaa' },
      { phone_number: '0401112223', personal_email: 'oma@koti.example' },
    )
    const seen = async (as: Caller) => (await world.ok(employees.details, { as, params: { id: employeeId } })).employee
    expect(await seen(admin)).toMatchObject({
      employerNote: 'Muistettavaa',
      systemUser: { phoneNumber: '0401112223', personalEmail: 'oma@koti.example' },
    })
    const byEditor = await seen(editor)
    expect(byEditor.employerNote).toBe('Muistettavaa')
    expect(byEditor.systemUser).not.toHaveProperty('phoneNumber')
    const byReporting = await seen(reporting)
    for (const name of ['employerNote', 'orders', 'maxPrice', 'remarks', 'rejectReason'])
      expect(byReporting).not.toHaveProperty(name)
    const own = await seen(await world.signIn(userId))
    expect(own).not.toHaveProperty('employerNote')
    expect(own.systemUser.phoneNumber).toBe('0401112223')
    expect((await world.call(employees.details, { as: foreign, params: { id: employeeId } })).status).toBe(404)
  })

  it('says whether the shortest lease fits into the employment', async () => {
    const { employeeId } = await pending({ last_working_day: '2026-12-31' })
    const { employee } = await world.ok(employees.details, { as: admin, params: { id: employeeId } })
    expect(employee.shortestLease).toEqual({ months: 12, fits: false })
    expect(employee.obstacles).toEqual([])
  })

  it('says so in the row of the list too, and nothing where it fits', async () => {
    const short = await pending({ last_working_day: '2026-12-31' })
    const long = await pending({ last_working_day: '2030-12-31' })
    const { employees: items } = await world.ok(employees.optimizedList, {
      as: admin,
      query: { status: 'PENDING', pageSize: 100 },
    })
    const codesOf = (id: string) =>
      items.find((one) => one.beneficiaryEmployeeId === id)?.remarks?.map(({ code }) => code)
    expect(codesOf(short.employeeId)).toContain('LEASE_TOO_LONG')
    expect(codesOf(long.employeeId)).not.toContain('LEASE_TOO_LONG')
    expect(codesOf(long.employeeId)).toContain('FIXED_TERM')
  })

  it('reads the leasing terms of all companies in the list by one statement', async () => {
    for (const one of [await buildCompany(world), await buildCompany(world)])
      await buildEmployee(world, one, { status: 'PENDING', last_working_day: '2026-12-31' })
    await pending({ last_working_day: '2026-12-31' })
    const query = { status: 'PENDING', pageSize: 100 } as const
    const { result, statements } = await recording(() => world.ok(employees.optimizedList, { as: staff, query }))
    const companies = result.employees.filter(({ remarks }) => remarks?.some(({ code }) => code === 'LEASE_TOO_LONG'))
    expect(new Set(companies.map(({ companyId }) => companyId)).size).toBe(3)
    expect(statements.filter(({ text }) => text.includes('"billing_tables"'))).toHaveLength(1)
  })

  it('says what forbids every order as things are: a limit below the least expensive lease', async () => {
    const { employeeId } = await pending({ max_price_cents: 10_000 })
    const { employee } = await world.ok(employees.details, { as: admin, params: { id: employeeId } })
    expect(employee.obstacles).toEqual(['PRICE_LIMIT'])
  })

  it('says that a trial forbids every order, where the policy wants it over', async () => {
    const { companyId } = await buildCompany(world)
    const today = helsinkiDay(world.env.now())
    const row = { status: 'PENDING' as const, job_trial_period_end: today }
    const { employeeId } = await buildEmployee(world, { companyId }, row)
    const obstacles = async () =>
      (await world.ok(employees.details, { as: staff, params: { id: employeeId } })).employee.obstacles
    expect(await obstacles()).toEqual([])
    await read()
      .updateTable('bike_policies')
      .set({ requires_trial_over: true })
      .where('company_id', '=', companyId)
      .execute()
    expect(await obstacles()).toEqual(['TRIAL_PERIOD'])
    await read()
      .updateTable('beneficiary_employees')
      .set({ job_trial_period_end: addDays(today, -1) })
      .where('id', '=', employeeId)
      .execute()
    expect(await obstacles()).toEqual([])
  })

  it('shows a beneficiary the own rows with limits, policy and orders', async () => {
    const { employeeId, userId } = await pending({ max_price_cents: 200_000 })
    const me = await world.signIn(userId)
    const { items } = await world.ok(employees.mine, { as: me })
    expect(items).toMatchObject([
      { beneficiaryEmployeeId: employeeId, maxPrice: 2000, status: 'PENDING', orderIds: [] },
    ])
    expect(items[0]?.policy?.orderCount).toBe(1)
    expect((await world.ok(employees.mine, { as: reporting })).items).toEqual([])
  })
})
