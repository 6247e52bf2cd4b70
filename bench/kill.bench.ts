// The runs with money, reminders and payroll killed at random statements and started again: `npm run bench -- kill` (ROUNDS=40, SEED).
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { migrate } from '#platform/server/database/migrate.ts'
import { startEmbeddedPostgres } from '#platform/server/postgres/embedded-postgres.ts'
import { killRuns } from '#testing/kill/kill.ts'
import { randomFrom } from '#testing/money/invoice-oracle.ts'

const rounds = Number(process.env.ROUNDS ?? 40)
const seed = Number(process.env.SEED ?? 20_261_122)
const dataDir = mkdtempSync(path.join(tmpdir(), 'poljin-bench-kill-'))
const postgres = await startEmbeddedPostgres({ dataDir, fsync: false })
try {
  const pool = new pg.Pool({ ...postgres.connection, max: 1 })
  await migrate(pool)
  await pool.end()
  const { faults, killed } = await killRuns(postgres.connection, { rounds, random: randomFrom(seed) })
  for (const fault of faults) console.log(fault)
  console.log(`${rounds} rounds of nine runs (seed ${seed}): ${killed} killed, ${faults.length} faults`)
  if (faults.length > 0) process.exitCode = 1
} finally {
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
