import { proposeAccount } from '#platform/server/http/bank-accounts.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { noteAddress } from '#platform/server/http/told-addresses.ts'
import { storeAccounts } from './bank-account.ts'
import type { StoreRow } from './queries.ts'

/** What a new store is added with; its bank account waits as a changed one does. */
export type NewStoreRow = Pick<StoreRow, 'name' | 'email'> & Partial<Omit<StoreRow, 'id' | 'created_at'>>

/** Adds a store. @throws STEP_UP_REQUIRED with an account */
export async function insertStore(
  context: SignedInContext,
  { iban = null, ...values }: NewStoreRow,
): Promise<StoreRow> {
  const { db, env } = context
  const row = await db
    .insertInto('bike_stores')
    .values({ id: env.id(), created_at: env.now(), ...values })
    .returningAll()
    .executeTakeFirstOrThrow()
  await noteAddress(context, { register: storeAccounts.name, id: row.id }, { before: null, after: row.email })
  const account = await proposeAccount(storeAccounts, context, row, iban)
  await db.updateTable('bike_stores').set(account).where('id', '=', row.id).execute()
  return row
}
