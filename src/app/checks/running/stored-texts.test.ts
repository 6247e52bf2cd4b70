import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrate } from '#platform/server/database/migrate.ts'
import { cleanText } from '#platform/values/typed/texts.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'

const migrations = path.resolve(import.meta.dirname, '../../../../migrations')
/** The migration that brings stored texts into one form. */
const CLEANING = '0960'

const store = (at: number) => `0192b1c0-0000-7000-8000-00000000000${at}`
/** Names as they were pasted from elsewhere. */
const pasted = [
  'Ma\u0308kela\u0308n  pyo\u0308ra\u0308',
  ' Vuoksen\u00a0Pyörä\u200b\ufeff ',
  '\u202eMalli\u202c \u2067Aino\u2069',
  'Tavallinen Pyörä & Huolto',
  'yksi \r\n kaksi\u2028kolme\u0007',
]

let database: TestDatabase
let pool: pg.Pool
let folder: string
beforeAll(async () => {
  database = await createTestDatabase({ empty: true })
  pool = new pg.Pool(database.connection)
  folder = mkdtempSync(path.join(tmpdir(), 'poljin-texts-'))
  for (const name of readdirSync(migrations).filter((one) => one.slice(0, 4) < CLEANING))
    cpSync(path.join(migrations, name), path.join(folder, name))
  await migrate(pool, folder)
  for (const [at, name] of pasted.entries())
    await pool.query(`insert into bike_stores (id, name, email) values ($1, $2, 'kauppa@liike.example')`, [
      store(at),
      name,
    ])
  for (const [at, name] of ['Konserni', 'Konserni\u200b'].entries())
    await pool.query('insert into group_companies (id, name) values ($1, $2)', [store(at), name])
  for (const [at, email] of ['aino@yritys.example', 'aino@yritys.example\u200b'].entries())
    await pool.query(
      `insert into users (id, email, work_email, first_name, last_name) values ($1, $2, 'aino@yritys.example', 'Aino', 'Malli')`,
      [store(at), email],
    )
  await migrate(pool)
}, 60_000)
afterAll(async () => {
  await pool.end()
  await database.drop()
  rmSync(folder, { recursive: true })
})

it('stored texts get the form that the same texts get when they come in', async () => {
  const { rows } = await pool.query<{ name: string }>('select name from bike_stores order by id')
  expect(rows.map(({ name }) => name)).toEqual(pasted.map(cleanText))
})

it('a text that another row has in that form stays, and is put aside for the staff', async () => {
  const users = await pool.query<{ email: string }>('select email from users order by id')
  expect(users.rows.map(({ email }) => email)).toEqual(['aino@yritys.example', 'aino@yritys.example\u200b'])
  const asides = await pool.query('select source, reason, state, raw from intake_asides order by raw')
  expect(asides.rows).toContainEqual({
    source: 'STORED_TEXTS',
    reason: 'TEXT_TAKEN',
    state: 'OPEN',
    raw: [['users.email', 'aino@yritys.example\u200b']],
  })
  const turns = await pool.query(`select count(*)::int as count from turns_to_refresh where process = 'intake'`)
  expect(turns.rows).toEqual([{ count: asides.rows.length }])
})
