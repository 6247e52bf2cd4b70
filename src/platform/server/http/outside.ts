import { Kysely } from 'kysely'
import type { Database, Db } from '#platform/server/database/db.ts'
import { dialectOf } from '#platform/server/database/dialect.ts'
import type { Tables } from '#platform/server/database/tables.generated.ts'
import type { Transaction } from '#platform/server/database/transaction.ts'
import type { Claim } from './replay.ts'

/**
 * The database as a writing handler sees it outside its transaction: for a password that is proven and a try that is
 * counted before anything begins. Once the transaction holds a connection it refuses, since a call that holds one and
 * waits for a second can wait for ever. A repeated call is answered before the first statement.
 */
export function outsideOf(database: Database, transaction: Transaction, claim: Claim | null): Database {
  let looked: Promise<void> | undefined
  const ready = async () => {
    if (transaction.isOpen) throw new Error('a write takes one connection: this has to come before its transaction')
    // Work after the commit is this call's own: the answer that is kept by then is no earlier one's.
    if (transaction.hasEnded) return
    looked ??= claim?.look(database.primary) ?? Promise.resolve()
    await looked
  }
  let handle: Db | undefined
  const guarded = () => {
    handle ??= new Kysely<Tables>({
      dialect: dialectOf(async (query) => {
        await ready()
        return database.primary.executeQuery<never>(query)
      }),
    })
    return handle
  }
  return {
    get primary() {
      return guarded()
    },
    get primaryRow() {
      return guarded()
    },
    get read() {
      return guarded()
    },
    get lists() {
      return guarded()
    },
    get freshLists() {
      return guarded()
    },
    listsPast: () => guarded(),
    written: database.written,
    replicaKnown: database.replicaKnown,
    pool: database.pool,
    pools: database.pools,
    begin: database.begin,
    endEachWith: database.endEachWith,
    close: database.close,
    async transaction(work) {
      await ready()
      return database.transaction(work)
    },
  }
}
