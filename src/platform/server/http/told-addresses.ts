import type { Db } from '#platform/server/database/db.ts'
import { ownChoiceSince, type StaffRole, standsApart } from '#platform/server/roles/second-staff.ts'
import type { SignedInContext } from './context.ts'
import { keepFormerAddress, type Told } from './former-addresses.ts'

/** Notes who gives a row an address, and keeps the one before for a month. */
export async function noteAddress(
  context: SignedInContext,
  told: Told,
  { before, after }: { readonly before: string | null; readonly after: string | null },
): Promise<void> {
  if (before === after) return
  const { db, env, user } = context
  await keepFormerAddress(db, context, told, { before, after })
  if (!after) return
  // An address that comes back is as young as any: while it was away it was no witness.
  const set = { set_by: user.userId, set_at: env.now() }
  await db
    .insertInto('young_addresses')
    .values({ register: told.register, register_id: told.id, email: after, ...set })
    .onConflict((conflict) => conflict.columns(['register_id', 'email']).doUpdateSet(set))
    .execute()
}

/**
 * From when somebody hears of a proposal besides whoever makes it: an address counts once it is 30 days old, or at once
 * when somebody else wrote it.
 */
export async function heardFrom(
  db: Db,
  told: Told,
  of: { addresses: readonly string[]; proposer: string; roles: readonly StaffRole[]; now: Date },
): Promise<Date> {
  const young = await db
    .selectFrom('young_addresses')
    .select(['email', 'set_by', 'set_at'])
    .where('register_id', '=', told.id)
    .where('set_at', '>', ownChoiceSince(of.now))
    .execute()
  const age = of.now.getTime() - ownChoiceSince(of.now).getTime()
  const times = of.addresses.map((address) => {
    const own = young.find(({ email, set_by }) => email === address && !standsApart(of.roles, set_by, of.proposer))
    return own ? own.set_at.getTime() + age : of.now.getTime()
  })
  return new Date(Math.min(...times))
}
