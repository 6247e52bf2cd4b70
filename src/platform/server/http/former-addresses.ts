import type { Db } from '#platform/server/database/db.ts'
import type { BaseContext } from './context.ts'

const formerMs = 30 * 86_400_000

/** A row of a register that is told by mail. */
export interface Told {
  readonly register: 'bike-store' | 'leasing-company'
  readonly id: string
}

/** Keeps an address that a change replaces: for a month it hears of a bank account as well. */
export async function keepFormerAddress(
  db: Db,
  { env }: Pick<BaseContext, 'env'>,
  { register, id }: Told,
  { before, after }: { readonly before: string | null; readonly after: string | null },
): Promise<void> {
  if (!before || before === after) return
  const until = new Date(env.now().getTime() + formerMs)
  await db
    .insertInto('former_addresses')
    .values({ register, register_id: id, email: before, until })
    .onConflict((conflict) => conflict.columns(['register_id', 'email']).doUpdateSet({ until }))
    .execute()
}

/** Every address that a row has had in the last month. */
export async function formerAddresses(
  db: Db,
  { env }: Pick<BaseContext, 'env'>,
  { register, id }: Told,
): Promise<string[]> {
  const rows = await db
    .selectFrom('former_addresses')
    .select('email')
    .where('register', '=', register)
    .where('register_id', '=', id)
    .where('until', '>', env.now())
    .orderBy('email')
    .execute()
  return rows.map(({ email }) => email)
}
