import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { killRuns } from '#testing/kill/kill.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it('does nothing twice or by half when billing, bank file, Finvoice, callback, release, refund, reminders or payroll is killed (many: npm run bench -- kill)', async () => {
  const { faults, killed } = await killRuns(database.connection, { rounds: 1, random: Math.random })
  expect(faults).toEqual([])
  expect(killed).toBeGreaterThan(0)
}, 300_000)
