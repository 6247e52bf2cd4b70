import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { buildCompany, buildEmployee, buildRunningLease, signedInAs } from '#testing/builders.ts'
import { folderOfFeature } from '#testing/sources/source-imports.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'

export let world: World

export let staff: Caller

export let superAdmin: Caller

export const db = () => world.services.database.primary

/** Moves the clock to a morning, which no session outlives. */
export async function at(day: string) {
  world.env.setNow(`${day}T08:00:00Z`)
  staff = await world.signIn(staff.userId)
  superAdmin = await world.signIn(superAdmin.userId)
}

/** What an event is about. */
export interface About {
  readonly subject: string
  readonly company: string | null
  readonly employee: string | null
}

export const SYSTEM = 'SYSTEM null'

export const byStaff = () => `STAFF ${staff.userId}`

interface Wanted {
  /** The file that logs it. */
  readonly file: string
  /** Several: one event about each. */
  readonly about: About | readonly About[]
  readonly by: string
  readonly type?: string
  /** Staff alone read it. */
  readonly isInternal?: boolean
  /** Part of its data, by which it is told from others of the same act. */
  readonly data: Record<string, unknown>
}

/** The files of which an event has been walked, by a path without wing and side. */
const walked = new Set<string>()

export const allEvents = () => db().selectFrom('events').selectAll().execute()

type Event = Awaited<ReturnType<typeof allEvents>>[number]

const isOf = (event: Event, data: Record<string, unknown>) =>
  Object.entries(data).every(([name, value]) => (event.data as Record<string, unknown>)[name] === value)

const bySubject = (left: About, right: About) => (left.subject < right.subject ? -1 : 1)

/** Does something and holds that it writes one event of this kind about a subject, by this actor. */
export async function writes<R>(
  { file, about, by, type = 'PROCESS_STEP', isInternal, data }: Wanted,
  act: () => Promise<R>,
) {
  const before = new Set((await allEvents()).map(({ id }) => id))
  const reply = await act()
  const fresh = (await allEvents()).filter((event) => !before.has(event.id) && isOf(event, data))
  const seen = fresh.map((event) => ({
    type: event.type,
    subject: `${event.subject_type} ${event.subject_id}`,
    by: `${event.actor_kind} ${event.actor_user_id}`,
    company: event.company_id,
    employee: event.beneficiary_employee_id,
    isInternal: !event.shared,
  }))
  const wanted = [about].flat().map((one) => ({ type, by, isInternal: isInternal ?? false, ...one }))
  expect(seen.toSorted(bySubject), JSON.stringify(data)).toEqual(wanted.toSorted(bySubject))
  walked.add(file)
  return reply
}

type Company = Awaited<ReturnType<typeof buildCompany>>

/** A running lease of two years with its person, and what its events are about. */
export async function leaseIn(company: Company, agreement: Record<string, unknown> = {}) {
  const employee = await buildEmployee(world, company)
  const lease = await buildRunningLease(world, {
    company,
    employeeId: employee.employeeId,
    agreement: {
      start_day: '2026-01-01',
      end_day: '2027-12-31',
      lease_months: 24,
      bike_at: 'EMPLOYEE',
      buy_out_cents: Array.from({ length: 24 }, (_, month) => 100_000 - month * 3_000),
      ...agreement,
    },
  })
  const about: About = {
    subject: `agreement ${lease.agreementId}`,
    company: company.companyId,
    employee: lease.employeeId,
  }
  return { ...lease, about, userId: employee.userId, person: await world.signIn(employee.userId) }
}

export const companyOf = (kind: 'OPERATOR' | 'GRENKE' = 'OPERATOR') => buildCompany(world, {}, { lessor: { kind } })

/** The files of features that log and that no walk has walked. */
export const notWalked = (features: readonly string[]) =>
  features
    .flatMap((feature) => {
      const folder = path.join(folderOfFeature(feature), 'server')
      return readdirSync(folder)
        .filter((file) => !file.endsWith('.test.ts'))
        .filter((file) => /\blogEvents?\(/.test(readFileSync(path.join(folder, file), 'utf8')))
        .map((file) => `${feature}/${file}`)
    })
    .filter((file) => !walked.has(file))

/** A world for tests of what the ends of leases log. */
export function prepareEndEvents() {
  beforeAll(async () => {
    world = await openWorld()
    staff = await signedInAs(world, 'INTERNAL_ADMIN')
    superAdmin = await signedInAs(world, 'SUPER_ADMIN')
    await at('2026-11-10')
  })
  afterAll(() => world.close())
}
