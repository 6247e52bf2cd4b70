import pg from 'pg'
import { type Scale, seedFunctions } from './seed-statements.ts'
import { seedSteps } from './seed-steps.ts'

/** Rows that many make an index cheaper to build afterwards than to keep while they come. */
const MANY = 100_000

/**
 * Fills a migrated, empty database with a product's worth of rows, made by the database itself. Triggers and foreign
 * keys sleep meanwhile, so what they carry is written by the seed.
 */
export async function seedScale(
  connection: pg.ClientConfig,
  scale: Scale,
  { log = () => {}, without = new Set() }: { log?: (line: string) => void; without?: ReadonlySet<string> } = {},
) {
  const open = async () => {
    const client = new pg.Client(connection)
    await client.connect()
    await client.query(
      `set session_replication_role = replica; set statement_timeout = 0; set maintenance_work_mem = '512MB'; set synchronous_commit = off`,
    )
    return client
  }
  const clients = await Promise.all([open(), open()])
  const first = clients[0]!
  try {
    await first.query(seedFunctions(scale))
    const indexes = scale.employees >= MANY ? await takeIndexes(first) : []
    const steps = seedSteps(scale).filter(({ table }) => !without.has(table))
    await onEach(clients, steps, async (client, { table, sql }) => {
      const start = performance.now()
      const { rowCount } = await client.query(sql)
      log(
        `${table.padEnd(24)} ${String(rowCount).padStart(9)} rows ${((performance.now() - start) / 1000).toFixed(1).padStart(6)} s`,
      )
    })
    await onEach(clients, indexes, async (client, definition) => {
      await client.query(definition)
    })
    await first.query('drop schema seed cascade')
    await first.query('vacuum (analyze)')
  } finally {
    for (const client of clients) await client.end()
  }
}

/** Hands the work out to whoever is free. */
async function onEach<W>(
  clients: readonly pg.Client[],
  work: readonly W[],
  each: (client: pg.Client, one: W) => Promise<void>,
) {
  const left = [...work]
  await Promise.all(
    clients.map(async (client) => {
      for (let one = left.shift(); one !== undefined; one = left.shift()) await each(client, one)
    }),
  )
}

/** Removes the indexes that hold no constraint. @returns how to make them again, the slow kind first */
async function takeIndexes(client: pg.Client): Promise<string[]> {
  const found = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i join pg_class c on c.oid = i.indrelid
      where c.relnamespace = 'public'::regnamespace and not i.indisprimary and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid)`,
  )
  for (const { name } of found.rows) await client.query(`drop index ${name}`)
  const definitions = found.rows.map(({ definition }) => definition.replace(' ON ONLY ', ' ON '))
  return [...definitions.filter((text) => text.includes('gin')), ...definitions.filter((text) => !text.includes('gin'))]
}
