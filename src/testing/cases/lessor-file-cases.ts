import { afterAll, beforeAll } from 'vitest'
import { lessorFiles } from '#features/leases/lessor-files/contract.ts'
import { buildCompany, buildRunningLease, signedInAs } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'

export let world: World

export let staff: Caller
export let employer: Caller

export const db = () => world.services.database.primary

export const at = async (day: string) => {
  world.env.setNow(`${day}T08:00:00Z`)
  staff = await world.signIn(staff.userId)
  employer = await world.signIn(employer.userId)
}

/** A lessor with some leases of two years, 100.00 a month. */
export async function lessorWith(count: number) {
  const company = await buildCompany(world, {}, { lessor: { kind: 'OTHER' } })
  const leases = []
  for (let i = 0; i < count; i += 1)
    leases.push(
      await buildRunningLease(world, {
        company,
        agreement: { start_day: '2026-01-01', end_day: '2027-12-31', lease_months: 24 },
      }),
    )
  return { ...company, leases }
}

export type Of = Awaited<ReturnType<typeof lessorWith>>

export type Refused = { details: { problems: unknown[] } }

export const head = 'sopimusnumero;kuukausierä;päättyy\r\n'

export const line = ({ agreementNumber }: { agreementNumber: string }, rest = '100,00;31.12.2027') =>
  `${agreementNumber};${rest}\r\n`

export const takeIn = (of: Of, text: string, more: object = {}, as = staff) =>
  world.call(lessorFiles.takeIn, {
    as,
    query: { leasingCompanyId: of.leasingCompanyId, kind: 'LIST', fileName: 'luettelo.csv', ...more },
    body: Buffer.from(text),
  })

export const tell = (of: Of, as = staff) =>
  world.call(lessorFiles.tell, { as, body: { leasingCompanyId: of.leasingCompanyId } })

export const differencesOf = async (of: Of) => {
  const query = { leasingCompanyId: of.leasingCompanyId, limit: 100 }
  return (await world.ok(lessorFiles.differences, { as: staff, query })).items
}

export const states = async (of: Of) =>
  (await differencesOf(of)).map(({ agreementNumber, kind, state }) => `${agreementNumber} ${kind} ${state}`).sort()

export const settleAll = async (of: Of) => {
  for (const { lessorDifferenceId: id, version, state } of await differencesOf(of))
    if (state === 'OPEN')
      await world.ok(lessorFiles.decide, {
        as: staff,
        params: { id },
        body: { act: 'SETTLE', reason: 'Sovittu', version },
      })
}

/** What was put aside of the lists of a lessor. */
export const asidesOf = async (of: Of) => {
  const { name } = await db()
    .selectFrom('leasing_companies')
    .select('name')
    .where('id', '=', of.leasingCompanyId)
    .executeTakeFirstOrThrow()
  const rows = await db().selectFrom('intake_asides').selectAll().where('source', '=', 'LESSOR').execute()
  return rows.filter(({ raw }) => JSON.stringify(raw).includes(name))
}
export const textOf = async (id: string) =>
  (await world.call(lessorFiles.file, { as: staff, params: { id } })).raw.toString().replace('\uFEFF', '')

/** A world with staff and an employer for tests of lessors’ files. */
export function prepareLessorFiles() {
  beforeAll(async () => {
    world = await openWorld()
    world.env.setNow('2026-11-10T08:00:00Z')
    staff = await signedInAs(world, 'INTERNAL_ADMIN')
    employer = await signedInAs(world, 'EMPLOYER_ADMIN', await buildCompany(world))
  })
  afterAll(() => world.close())
}
