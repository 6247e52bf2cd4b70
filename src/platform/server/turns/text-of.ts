import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely'

const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** A condition as the text of a trigger's statement. @throws where it bears a value: a trigger has none */
export function textOf(condition: RawBuilder<unknown>): string {
  const { sql, parameters } = condition.compile(compiler)
  if (parameters.length > 0) throw new Error('a trigger’s statement takes no values: write them out')
  return sql
}
