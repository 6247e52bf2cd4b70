import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Database, openDatabase } from '#platform/server/database/db.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import type { Part } from '#platform/server/runtime/lifecycle.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { fillDemo } from './fill-demo.ts'
import { isDemoWanted } from './whole-demo.ts'

let of: TestDatabase
let database: Database
const dataDir = mkdtempSync(path.join(tmpdir(), 'poljin-test-fill-'))
beforeAll(async () => {
  vi.stubEnv('DATA_DIR', dataDir)
  vi.stubEnv('DEMO', '1')
  of = await createTestDatabase({ empty: true })
  database = openDatabase({ write: of.connection, poolSize: 2 })
  await migrate(database.pool)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await database.close()
  await of.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** What a terminal is shown while something happens, and what happens at each of its words. */
async function shownDuring(work: () => Promise<unknown>, at: (words: string) => void = () => undefined) {
  const words: string[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    words.push(String(text))
    at(String(text))
    return true
  })
  const { isTTY } = process.stdout
  process.stdout.isTTY = true
  try {
    await work()
  } finally {
    process.stdout.isTTY = isTTY
    write.mockRestore()
  }
  return words.join('')
}

const count = async (table: 'users' | 'orders') =>
  (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(database.primary)).rows[0]!.n

test('a filling ends with the server that started it, however that ends, and nobody is served what it leaves', async () => {
  const parts: Part[] = []
  const stopped = shownDuring(
    () => fillDemo(database, of.connectionString, parts),
    (words) => words.includes(' of ') && void parts[0]?.close(),
  )
  await expect(stopped).rejects.toThrow('The demo was not finished')
  expect([await isDemoWanted(database.primary), (await count('users')) > 0]).toEqual([true, true])

  const child = fork(path.join(import.meta.dirname, 'seed-process.ts'), { stdio: 'ignore', execArgv: [] })
  child.send(of.connectionString)
  await once(child, 'message')
  child.disconnect()
  expect(await once(child, 'exit')).toEqual([1, null])
  expect(await isDemoWanted(database.primary)).toBe(true)

  // Whose server is gone before it has read its first line hears of no end any more.
  const orphan = fork(path.join(import.meta.dirname, 'seed-process.ts'), { stdio: 'ignore', execArgv: [] })
  orphan.disconnect()
  expect(await once(orphan, 'exit')).toEqual([1, null])
}, 60_000)

test('two servers at once make one whole demo of what a cut has left, with one line that counts the orders', async () => {
  const fillings = () => Promise.all([1, 2].map(() => fillDemo(database, of.connectionString, [])))
  const shown = await shownDuring(fillings)
  const counted = [...shown.matchAll(/\rFilling the demo: (\d+) of (\d+) orders/g)].map(([, done, total]) => [
    done,
    total,
  ])
  const total = Number(counted[0]![1])
  expect(counted).toEqual(Array.from({ length: total + 1 }, (_, done) => [String(done), String(total)]))
  expect(shown.replaceAll(/\rFilling the demo: \d+ of \d+ orders/g, '').trim()).toBe('')
  expect(await isDemoWanted(database.primary)).toBe(false)
  const { rows } = await sql<{ key: string }>`select key from settings where key like 'demo-%'`.execute(
    database.primary,
  )
  expect(rows.map(({ key }) => key).toSorted()).toEqual(['demo-begun', 'demo-seeded'])
  expect(await count('orders')).toBeGreaterThanOrEqual(total)
  expect(await fillDemo(database, of.connectionString, [])).toBe(false)
}, 300_000)
