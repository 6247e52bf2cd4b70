import { afterAll, beforeAll } from 'vitest'
import { buildCompany, buildEmployee, buildGroup, signedInAs } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'

export let world: World

export let company: Awaited<ReturnType<typeof buildCompany>>

export let other: Awaited<ReturnType<typeof buildCompany>>

export let admin: Caller

export let editor: Caller

export let foreign: Caller

export let reporting: Caller

export let staff: Caller

export let groupAdmin: Caller

export const read = () => world.services.database.primary

export const pending = (values = {}, person = {}) =>
  buildEmployee(world, company, { status: 'PENDING', ...values }, person)

export const rowOf = (id: string) =>
  read().selectFrom('beneficiary_employees').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export const eventsOf = (id: string) =>
  read().selectFrom('events').select(['type', 'data']).where('beneficiary_employee_id', '=', id).orderBy('id').execute()

/** Two companies with their admins for tests of employees. */
export function prepareEmployees() {
  beforeAll(async () => {
    world = await openWorld()
    const { groupCompanyId } = await buildGroup(world)
    company = await buildCompany(world, { group_company_id: groupCompanyId, contact_email: 'hr@yritys.example' })
    other = await buildCompany(world)
    admin = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: company.companyId })
    editor = await signedInAs(world, 'EMPLOYER_EDITOR', { companyId: company.companyId })
    foreign = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: other.companyId })
    reporting = await signedInAs(world, 'EMPLOYER_REPORTING', { companyId: company.companyId })
    staff = await signedInAs(world, 'INTERNAL_ADMIN')
    groupAdmin = await signedInAs(world, 'EMPLOYER_GROUP_ADMIN', { groupCompanyId })
  })
  afterAll(() => world.close())
}
