import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'

/** Runs one compiled statement somewhere. */
export type Run = <R>(query: CompiledQuery) => Promise<QueryResult<R>>

/** Kysely's PostgreSQL over a function that runs a statement; transactions are `database.begin` and nothing else. */
export function dialectOf(run: Run): Dialect {
  const connection: DatabaseConnection = {
    executeQuery: run,
    // biome-ignore lint/correctness/useYield: the driver interface wants the method.
    async *streamQuery() {
      throw new Error('rows are read in pages, not as a stream')
    },
  }
  const refuse = async () => {
    throw new Error('a transaction begins with database.begin or database.transaction')
  }
  const driver: Driver = {
    init: async () => undefined,
    acquireConnection: async () => connection,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    releaseConnection: async () => undefined,
    destroy: async () => undefined,
  }
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}
