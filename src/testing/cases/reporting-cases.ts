import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { reporting } from '#features/payroll/reporting/contract.ts'
import { buildCompany, buildGroup, buildRunningLease, signedInAs } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'

type Company = Awaited<ReturnType<typeof buildCompany>>

export let world: World

export let company: Company

export let groupCompanyId: string

export let admin: Caller

export let reader: Caller

export const db = () => world.services.database.primary

export const at = (month: string) => ({ companyId: company.companyId, month })

export const sheet = (month: string, as = admin, query = {}) =>
  world.ok(reporting.rows, { as, params: at(month), query })

export const lease = (agreement = {}, more = {}) => buildRunningLease(world, { company, agreement, ...more })

export async function lock(month: string, as = admin) {
  const { previewHash } = await sheet(month, as)
  const reply = await world.ok(reporting.lock, { as, params: at(month), body: { previewHash } })
  return 'lock' in reply ? reply : expect.unreachable('a small month is locked at once')
}

export const file = async (
  endpoint: typeof reporting.csv | typeof reporting.xlsx | typeof reporting.salaryRows,
  month: string,
  as = admin,
) => (await world.call(endpoint as typeof reporting.csv, { as, params: at(month) })).raw

export const linesOf = (csv: Buffer) => csv.toString('utf8').replace('\uFEFF', '').trimEnd().split('\r\n')

export const mailsOf = (template: string) =>
  db()
    .selectFrom('outbox')
    .selectAll()
    .where('template', '=', template)
    .where('company_id', '=', company.companyId)
    .execute()

/** Signs the company's admin in anew, as after hours that have passed. */
export async function signInAgain(): Promise<void> {
  admin = await world.signIn(admin.userId)
}

/** A company with its readers for tests of payroll months, anew before each. */
export function prepareReporting() {
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    world.env.setNow('2026-03-10T08:00:00Z')
    groupCompanyId = (await buildGroup(world)).groupCompanyId
    company = await buildCompany(world, { group_company_id: groupCompanyId })
    admin = await signedInAs(world, 'EMPLOYER_ADMIN', company, { first_name: 'Aino', last_name: 'Testaaja' })
    reader = await signedInAs(world, 'EMPLOYER_REPORTING', company)
  })
}
