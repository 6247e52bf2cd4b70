import { sql } from 'kysely'
import { billing } from '#features/money/billing/contract.ts'
import type { EndpointSpec, ReplyOf } from '#platform/contract/contract.ts'
import type { CallOptions, World } from '../world.ts'

/** How many of the calls that create something are made again with their key. */
export const REPEATED = 0.1

/** They go on with their work after the answer, so that two counts differ whatever was repeated. */
export const worksOn: ReadonlySet<EndpointSpec> = new Set([billing.approve])

/** All that a call could have done twice: events, vouchers, mails and the rows of the keys themselves. */
async function countAll({ services }: World): Promise<string> {
  const { rows } = await sql<{ all: string }>`
    select concat_ws(' ', (select count(*) from events), (select count(*) from ledger_rows), (select count(*) from payments),
      (select count(*) from invoices), (select count(*) from outbox), (select count(*) from notifications)) as all`.execute(
    services.database.primary,
  )
  return rows[0]!.all
}

/** Makes a call that has been answered once more with its key. @returns what is wrong with the second answer, or null */
export async function repeatFault<E extends EndpointSpec>(
  world: World,
  endpoint: E,
  { options, first }: { options: CallOptions<E>; first: { status: number; body: ReplyOf<E> } },
): Promise<string | null> {
  const before = await countAll(world)
  const second = await world.call(endpoint, options)
  if (second.status !== first.status) return `the repeated call answered ${second.status}`
  if (JSON.stringify(second.body) !== JSON.stringify(first.body)) return 'the repeated call answered something else'
  return (await countAll(world)) === before ? null : 'the repeated call did it again'
}
