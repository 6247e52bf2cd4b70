import type { ProposalView } from '#features/ground/proposals/contract.ts'
import type { ProposalKind } from '#features/ground/proposals/server/kinds.ts'
import { propose } from '#features/ground/proposals/server/propose.ts'
import type { Db } from '#platform/server/database/db.ts'
import { logEvent } from '#platform/server/events/events.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import type { TaxRegisterName } from '../years-contract.ts'
import type { Writing } from './changes.ts'
import { stateOfYear } from './registers-of-year.ts'
import { lockTaxTables } from './tables.ts'

/** Somebody has compared a table of a year with its source. */
export interface Confirmation {
  readonly register: TaxRegisterName
  readonly year: number
  readonly source: string
}

type Body = Confirmation & { readonly state: string }

/** Notes that a table was compared with its source, and by whom; a later change of it takes the note away. */
export async function writeConfirmation(writing: Writing, { register, year, source }: Confirmation, by: string) {
  const { db, env, actor } = writing
  const noted = { source, confirmed_by: by, confirmed_at: env.now() }
  await db
    .insertInto('tax_confirmations')
    .values({ register: register, year, ...noted })
    .onConflict((conflict) => conflict.columns(['register', 'year']).doUpdateSet(noted))
    .execute()
  const subject = { type: 'register', id: env.id() } as const
  await logEvent(db, env, actor, 'REGISTER_CHANGED', { subject, data: { register, year, change: 'confirmed' } })
}

/** That a table of a year that is reckoned with agrees with its source: a second person has looked as well. */
export const taxConfirmationKind: ProposalKind<Body> = {
  name: 'TAX_CONFIRMATION',
  permission: 'settings:write',
  needs: 'SECOND_STAFF',
  async problems(db, { body }, lock) {
    if (lock) await lockTaxTables(db)
    return (await stateOfYear(db, body.year, body.register)) === body.state ? [] : ['OVERTAKEN']
  },
  apply: (db, { env }, { body, made_by }, { actor }) => writeConfirmation({ db, env, actor }, body, made_by),
}

async function sourceOf(db: Db, register: TaxRegisterName, year: number): Promise<string | null> {
  const noted = db
    .selectFrom('tax_confirmations')
    .select('source')
    .where('register', '=', register)
    .where('year', '=', year)
  return (await noted.executeTakeFirst())?.source ?? null
}

/** Proposes to note that a table agrees with its source. @throws PROPOSAL_EXISTS */
export async function proposeConfirmation(context: SignedInContext, wanted: Confirmation): Promise<ProposalView> {
  const { db, env } = context
  const { register, year, source } = wanted
  const values = { table: { text: `tax:registers.${register}`, values: {} }, year, source }
  return propose(context, {
    kind: taxConfirmationKind,
    key: `${register} ${year}`,
    subject: { type: 'register', id: env.id() },
    body: { ...wanted, state: await stateOfYear(db, year, register) },
    effect: { text: 'tax:proposal.confirm', values },
    changes: [
      { name: { text: 'tax:page.source', values: {} }, before: await sourceOf(db, register, year), after: source },
    ],
  })
}
