import { accounts } from '#features/operations/accounts/contract.ts'
import type { EndpointSpec, ReplyOf } from '#platform/contract/contract.ts'
import type { Day } from '#platform/values/days.ts'
import type { Caller, CallOptions, World } from '../world.ts'
import { REPEATED, repeatFault, worksOn } from './repeats.ts'
import type { Town } from './town.ts'

/** A running simulation: who acts, on which day, and what has been seen. */
export interface Simulation {
  readonly world: World
  readonly random: () => number
  readonly town: Town
  today: Day
  /** A session of a person that is not old. */
  as(userId: string): Promise<Caller>
  /** Counts something for the day's line. */
  note(what: string, times?: number): void
  /** Something that must never happen. */
  fault(what: string): void
  /** A call that may be refused by a rule: a refusal is counted, anything else but a success is a fault. */
  attempt<E extends EndpointSpec>(what: string, endpoint: E, options: CallOptions<E>): Promise<ReplyOf<E> | null>
  /** A call that the service has said is allowed: a refusal is a fault. */
  must<E extends EndpointSpec>(what: string, endpoint: E, options: CallOptions<E>): Promise<ReplyOf<E> | null>
}

const SESSION_DAYS = 20

interface Session {
  readonly caller: Caller
  readonly until: number
}

/** Staff open an account again that was shut because nobody used it. */
async function openAgain({ world, town, as, must }: Simulation, userId: string): Promise<void> {
  const { deactivated_at } = await world.services.database.primary
    .selectFrom('users')
    .select('deactivated_at')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (deactivated_at !== null)
    await must('account opened again', accounts.update, {
      as: await as(town.staffId),
      params: { userId },
      body: { deactivated: false },
    })
}

/** Sessions of people, each made anew before it is old. */
function sessionsOf(simulation: () => Simulation): Simulation['as'] {
  const sessions = new Map<string, Session>()
  return async (userId) => {
    const { world } = simulation()
    const now = world.env.now().getTime()
    const known = sessions.get(userId)
    if (known && known.until > now) return known.caller
    await openAgain(simulation(), userId)
    const caller = await world.signIn(userId)
    await world.services.database.primary
      .updateTable('users')
      .set({ last_signed_in_at: new Date(now) })
      .where('id', '=', userId)
      .execute()
    sessions.set(userId, { caller, until: now + SESSION_DAYS * 86_400_000 })
    return caller
  }
}

/** A rule's refusal with what is missing; null for any other answer. */
function refusalIn({ status, body }: { status: number; body: unknown }): string | null {
  if (status !== 409) return null
  const { code, details } = body as { code?: string; details?: { unmet?: string[] } }
  return [code, ...(details?.unmet ?? [])].join(' ')
}

/** Makes the calls of a simulation: a refusal that may be is counted, and some that create are made again with their key. */
function callsOf({ world, random, note, fault }: Pick<Simulation, 'world' | 'random' | 'note' | 'fault'>) {
  const repeat = async <E extends EndpointSpec>(
    endpoint: E,
    options: CallOptions<E>,
    first: { status: number; body: ReplyOf<E> },
  ) => {
    note('call repeated')
    const wrong = await repeatFault(world, endpoint, { options, first })
    if (wrong) fault(`${endpoint.method} ${endpoint.path}: ${wrong}`)
  }
  return async <E extends EndpointSpec>(
    what: string,
    call: { endpoint: E; options: CallOptions<E>; mayBeRefused: boolean },
  ): Promise<ReplyOf<E> | null> => {
    const { endpoint, mayBeRefused } = call
    const isRepeated = endpoint.method === 'POST' && random() < REPEATED && !worksOn.has(endpoint)
    const options = isRepeated ? { ...call.options, key: world.env.id() } : call.options
    const reply = await world.call(endpoint, options)
    if (reply.status < 300) {
      note(what)
      if (isRepeated) await repeat(endpoint, options, reply)
      return reply.body
    }
    const refusal = mayBeRefused ? refusalIn(reply) : null
    if (refusal) note(`${what} refused (${refusal})`)
    else
      fault(`${what}: ${endpoint.method} ${endpoint.path} ${reply.status} ${JSON.stringify(reply.body).slice(0, 300)}`)
    return null
  }
}

/** Opens a simulation whose notes and faults are collected in the given lists. */
export function openSimulation(parts: {
  world: World
  random: () => number
  town: Town
  today: Day
  notes: Map<string, number>
  faults: string[]
}): Simulation {
  const { world, random, notes, faults } = parts
  const note = (what: string, times = 1) => {
    if (what !== '') notes.set(what, (notes.get(what) ?? 0) + times)
  }
  const fault = (what: string) => {
    faults.push(`${simulation.today} ${what}`)
  }
  const take = callsOf({ world, random, note, fault })
  const simulation: Simulation = {
    ...parts,
    note,
    fault,
    as: sessionsOf(() => simulation),
    attempt: (what, endpoint, options) => take(what, { endpoint, options, mayBeRefused: true }),
    must: (what, endpoint, options) => take(what, { endpoint, options, mayBeRefused: false }),
  }
  return simulation
}

/** How often something happens today that happens so many times a year. */
export function timesToday(random: () => number, timesAYear: number): number {
  const expected = timesAYear / 365
  return Math.floor(expected) + (random() < expected % 1 ? 1 : 0)
}
