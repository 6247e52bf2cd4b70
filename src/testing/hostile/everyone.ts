import { sql } from 'kysely'
import { mounted } from '#app/server/features.ts'
import type { EndpointSpec } from '#platform/contract/contract.ts'
import { createLinkToken } from '#platform/server/http/link-tokens.ts'
import { aim } from '#testing/aim.ts'
import { assignRole, buildEmployee, buildUser } from '#testing/builders.ts'
import { entityOf, type Tenant } from '#testing/lists/tenants.ts'
import { pick, randomOf } from '#testing/random.ts'
import type { Caller, World } from '#testing/world.ts'
import { type HostileParty, hostileParties, planted, standing, unforeseen } from './everyone-model.ts'

/*
 * Everybody against one company and its employee. Each makes random calls, most of them at the victims' rows; what an
 * answer may hold and what must stand is the model's to say.
 */

/** Calls that end the caller's own session or bond, or close the service for everybody. */
const notTried = /\/demo\/|\/logout|\/bonds\/|maintenance|jobs\/run/
const endpoints: readonly EndpointSpec[] = mounted
  .flatMap(({ contract }) => Object.values(contract))
  .filter(({ path }) => !notTried.test(path))
const atRows = endpoints.filter((spec) => !['global', null].includes(entityOf(spec)))
const readingRows = atRows.filter(({ method }) => method === 'GET')
const lists = endpoints.filter((spec) => spec.method === 'GET' && entityOf(spec) === null)
const writing = endpoints.filter(({ method }) => method !== 'GET')
const byLink = endpoints.filter(({ path }) => path.includes('/:token'))

export interface Hostiles {
  readonly callers: Record<HostileParty, Caller | null>
  /** The store's tokens, by their purpose. */
  readonly links: Record<string, string>
}

const secretOf = (name: string) => planted[name]!.text

/** Plants what is to be kept from others. */
async function plant(world: World, { ids }: Tenant): Promise<void> {
  const statements = [
    sql`update beneficiary_employees set absence_from = '2026-01-01', absence_to = '2099-01-01', absence_reason = 'OTHER',
          absence_other = ${secretOf('absence reason')}, employer_note = ${secretOf('employer’s note')} where id = ${ids.employee}`,
    sql`update users set personal_email = ${secretOf('private address')}, last_name = ${secretOf('last name')} where id = ${ids.user}`,
    sql`update orders set security_code_sealed = ${world.services.vault.seal(secretOf('security code'))}, total_price_cents = 432109
         where id = ${ids.order}`,
  ]
  for (const statement of statements) await statement.execute(world.services.database.primary)
}

/** The links to the victims' order that the store holds. */
async function storeLinks(world: World, { companyId, ids }: Tenant): Promise<Record<string, string>> {
  const made: Record<string, string> = {}
  for (const purpose of ['store-order', 'delivery'] as const) {
    const link = { purpose, days: 30, companyId, subjectId: ids.order }
    made[purpose] = (await createLinkToken(world.services.database.primary, world.env, link)).token
  }
  return made
}

/** Plants what is to be kept and brings the hostile parties in. */
export async function openHostilities(world: World, victim: Tenant, rival: Caller): Promise<Hostiles> {
  await plant(world, victim)
  const as = async (role: Parameters<typeof assignRole>[2], of: Parameters<typeof assignRole>[3] = {}) => {
    const { userId } = await buildUser(world)
    await assignRole(world, userId, role, of)
    return world.signIn(userId)
  }
  const { companyId } = victim
  const colleague = await buildEmployee(world, { companyId })
  return {
    links: await storeLinks(world, victim),
    callers: {
      EMPLOYER: victim.employer,
      PERSON: victim.employee,
      EDITOR: await as('EMPLOYER_EDITOR', { companyId }),
      REPORTING: await as('EMPLOYER_REPORTING', { companyId }),
      GROUP_ADMIN: await as('EMPLOYER_GROUP_ADMIN', { groupCompanyId: victim.ids.group }),
      COLLEAGUE: await world.signIn(colleague.userId),
      RIVAL: rival,
      STAFF: await as('INTERNAL_ADMIN'),
      STORE: null,
      STRANGER: null,
    },
  }
}

async function stateOf(world: World, victim: Tenant): Promise<Record<string, string>> {
  const state: Record<string, string> = {}
  for (const [name, { query }] of Object.entries(standing))
    state[name] = JSON.stringify((await query(victim).execute(world.services.database.primary)).rows)
  return state
}

interface Walk {
  readonly steps: number
  readonly seed: number
  /** Who walks, when not everybody. */
  readonly parties?: readonly HostileParty[]
  /** Calls go here; an application with a guard switched off shows that the walk would notice. */
  readonly at?: Pick<World, 'call'>
  /** Done after the first step, in the name of its party: a breach that the walk has to find. */
  readonly breach?: () => Promise<unknown>
}

/** What a party tries next: mostly the victims' rows, the lists and what writes. */
function nextCall(random: () => number, party: HostileParty): EndpointSpec {
  if (party === 'STORE') return pick(random, random() < 0.5 ? byLink : endpoints)
  return pick(random, pick(random, [readingRows, atRows, lists, writing, endpoints]))
}

/** Random calls of everybody. @returns who came to know or moved what, against the model */
export async function everyoneWalk(world: World, victim: Tenant, hostiles: Hostiles, walk: Walk): Promise<string[]> {
  const { steps, seed, at = world, breach, parties = hostileParties } = walk
  const random = randomOf(seed)
  const faults = new Set<string>()
  let before = await stateOf(world, victim)
  for (let step = 0; step < steps; step += 1) {
    const party = pick(random, parties)
    const spec = nextCall(random, party)
    const link = party === 'STORE' && typeof spec.access === 'object' ? hostiles.links[spec.access.token] : undefined
    const reply = await aim(at, spec, hostiles.callers[party], { tenant: victim, ...(link ? { token: link } : {}) })
    if (step === 0) await breach?.()
    const by = `${spec.method} ${spec.path}`
    if (reply.status < 300)
      for (const got of unforeseen(party, victim, { path: spec.path, row: entityOf(spec), text: String(reply.raw) }))
        faults.add(`${party} ${got} by ${by}`)
    if (spec.method === 'GET' && !(breach && step === 0)) continue
    const after = await stateOf(world, victim)
    for (const [name, { movers }] of Object.entries(standing))
      if (before[name] !== after[name] && !movers.includes(party)) faults.add(`${party} moved ${name} by ${by}`)
    before = after
  }
  await world.services.database.primary.deleteFrom('rate_limits').execute()
  return [...faults].toSorted()
}
