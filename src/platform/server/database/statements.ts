import { createHash } from 'node:crypto'
import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'

/**
 * How statements of one handle are planned.
 * `by-key`: PostgreSQL keeps the plan of each statement per connection, since it finds its rows by key or writes them.
 * `by-value`: it plans anew for the values given, since a filter's best plan depends on how rare its value is.
 */
export type Planning = 'by-key' | 'by-value'

const mark = '/* by key */'

/** Put into a statement of a list or report that finds its rows by key all the same, so that its plan is kept. */
export const byKey = sql.raw(mark)

/**
 * The ids of an array as rows of a kept statement. PostgreSQL keeps a plan only where planning for the values given would
 * not be better; it does not see how many ids these are, and so never plans anew for fewer than it would guess.
 */
export const idsAsRows = (ids: RawBuilder<unknown>) => sql`unnest((select ${ids}::uuid[]))`

/** A text is named from its third use on, so that one that comes once leaves nothing on the server. */
const usesBeforeName = 3
/** Each name is a plan that every connection holds; texts whose length depends on the call must not fill its memory. */
const mostTexts = 3_000
const mostParameters = 60

/** The name under which a connection keeps a statement's plan; undefined for one that is planned at each use. */
export function createStatementNames(enabled: boolean) {
  const uses = new Map<string, { count: number; name: string | undefined }>()
  return (text: string, parameters: number, planning: Planning): string | undefined => {
    if (!enabled || parameters > mostParameters) return undefined
    if (planning === 'by-value' && !text.includes(mark)) return undefined
    const known = uses.get(text)
    if (!known) {
      if (uses.size < mostTexts) uses.set(text, { count: 1, name: undefined })
      return undefined
    }
    known.count += 1
    if (known.count >= usesBeforeName)
      known.name ??= `p${createHash('sha256').update(text).digest('base64url').slice(0, 24)}`
    return known.name
  }
}

export type StatementNames = ReturnType<typeof createStatementNames>

/** The place of a value in a statement that is kept. */
class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/**
 * A statement that is the same at each use but for its values: its text is made at the first use, which for a long one
 * costs as much as reading its rows.
 * @param build the statement with `value.x` in the place of each value `x`
 * @returns runs it with values and answers its rows
 */
export function keptStatement<V extends object, R>(
  build: (value: { readonly [K in keyof V]: RawBuilder<V[K]> }) => RawBuilder<R>,
): (db: Db, values: V) => Promise<R[]> {
  let compiled: CompiledQuery<R> | undefined
  const slots = new Proxy({} as { readonly [K in keyof V]: RawBuilder<V[K]> }, {
    get: (_target, name) => sql`${new Slot(String(name))}`,
  })
  return async (db, values) => {
    compiled ??= build(slots).compile(db)
    const parameters = compiled.parameters.map((value) =>
      value instanceof Slot ? values[value.name as keyof V] : value,
    )
    const { rows } = await db.executeQuery<R>({ ...compiled, parameters })
    return rows
  }
}
