import type { EndpointSpec, ParamsOf, QueryOf } from '#platform/contract/contract.ts'
import { addDays, addMonths, helsinkiDay, monthOf } from '#platform/values/days.ts'
import type { Caller, World } from '#testing/world.ts'
import { type Scale, seededId, usersBeside } from './seed-statements.ts'

export type Role = 'staff' | 'employer' | 'group' | 'beneficiary'

/** One reading call of the product with filters that people use. */
export interface ReadingCall {
  readonly name: string
  readonly spec: EndpointSpec
  readonly as: Role
  readonly params?: Record<string, unknown>
  readonly query?: Record<string, unknown>
  /** A call whose answer is about every lease of a company and therefore costs by their number. */
  readonly isReport?: true
}

/** A signed-in user of every role over the seeded rows: the employer is the largest company's, the group its group's. */
export async function callersOf(world: World, scale: Scale): Promise<Record<Role, Caller>> {
  const beside = usersBeside(scale)
  const as = (n: number) => world.signIn(seededId(1, n))
  return {
    staff: await as(beside.staff),
    employer: await as(beside.employerAdmin),
    group: await as(beside.groupAdmin),
    beneficiary: await as(middleOf(scale)),
  }
}

/** Somebody in the middle with an order of the usual kind. */
export const middleOf = ({ employees: all }: Scale) => Math.floor(all / 40) * 20 + 1

const today = () => helsinkiDay(new Date())

export const day = (daysAgo: number) => addDays(today(), -daysAgo)

export const monthAgo = (months: number) => monthOf(addMonths(today(), -months))

export type Calls = ReadingCall[]

export function reading<E extends EndpointSpec>(spec: E) {
  return (
    as: Role,
    name: string,
    of: { query?: Partial<QueryOf<E>>; params?: Partial<ParamsOf<E>>; isReport?: true } = {},
  ): ReadingCall => ({ spec, as, name, ...of }) as ReadingCall
}

export const searches = { common: 'tavallinen', rare: 'harvinainen', 'two letters': 'ma', address: '@yritys3.example' }

/** Calls with a filter each, all by the staff. */
export function staffCalls<E extends EndpointSpec>(spec: E, filters: Record<string, Partial<QueryOf<E>>>): Calls {
  return Object.entries(filters).map(([name, query]) => reading(spec)('staff', name, { query }))
}

/** Calls through the whole application, as somebody of the call's role. */
export function read(world: World, callers: Record<Role, Caller>, call: ReadingCall) {
  return world.ok(call.spec, { as: callers[call.as], params: call.params, query: call.query })
}
