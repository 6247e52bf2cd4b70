import type pg from 'pg'
import { turnSources } from '#features/operations/tasks/server/sources.ts'
import { triggerStatements, turnTriggers } from '#platform/server/turns/triggers.ts'

/** The bodies of the triggers' functions that a database has, by table. */
async function triggersIn(client: pg.ClientBase | pg.Pool): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; body: string }>(`
    select substr(p.proname, 14) as name, p.prosrc as body
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace and n.nspname = 'public'
     where p.proname like 'turns\\_follow\\_%'`)
  return new Map(rows.map(({ name, body }) => [name, body]))
}

/** The statements that bring a database's triggers to what the sources of turns declare; empty where they are so. */
export async function missingTriggers(client: pg.ClientBase | pg.Pool): Promise<string> {
  const found = await triggersIn(client)
  const wanted = turnTriggers(turnSources)
  const changed = wanted.filter(({ table, body }) => found.get(table) !== body)
  const over = [...found.keys()].filter((table) => !wanted.some((one) => one.table === table))
  return [
    ...changed.map(triggerStatements),
    ...over.map((table) => `drop function turns_follow_${table}() cascade;\n`),
  ].join('')
}
