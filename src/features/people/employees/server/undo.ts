import type { RoleName } from '#platform/contract/permissions.ts'
import type { HeldMessages, SignedInContext } from '#platform/server/http/context.ts'
import { UNDO_MAILS_WAIT_SECONDS } from '../rules.ts'

/** What followed a decision beside its messages. */
export interface Followed {
  readonly orderId: string | null
  /** The roles that the person did not hold before. */
  readonly roles: readonly RoleName[]
}

/** All that an undoing takes back, kept with the person. */
export interface KeptUndo extends Followed {
  /** The person's version after the decision: a later one shows that somebody has acted. */
  readonly version: number
  /** The columns that the decision's form has set, as they stood before it. */
  readonly before: Readonly<Record<string, unknown>>
  readonly mails: readonly string[]
  readonly notices: readonly string[]
}

/** Lets what follows a decision write its messages held back, and keeps what an undoing takes back. */
export async function keepUndo(
  context: SignedInContext,
  decided: { readonly id: string; readonly version: number; readonly before: KeptUndo['before'] },
  follow: (held: SignedInContext) => Promise<Followed>,
): Promise<void> {
  const { db, env } = context
  const until = new Date(env.now().getTime() + UNDO_MAILS_WAIT_SECONDS * 1000)
  const held: HeldMessages = { until, mails: [], notices: [] }
  const followed = await follow({ ...context, held })
  const { mails, notices } = held
  const undo: KeptUndo = { ...followed, version: decided.version, before: decided.before, mails, notices }
  await db
    .updateTable('beneficiary_employees')
    .set({ decision_undo: JSON.stringify(undo) })
    .where('id', '=', decided.id)
    .execute()
}
