// The runs with money, reminders and payroll killed at random statements and started again: `npm run bench -- kill` (ROUNDS=40, SEED).
import { killRuns } from '#testing/kill/kill.ts'
import { randomFrom } from '#testing/money/invoice-oracle.ts'
import { openBenchServer } from './parts/scaled.ts'

const rounds = Number(process.env.ROUNDS ?? 40)
const seed = Number(process.env.SEED ?? 20_261_122)
const server = await openBenchServer()
try {
  const { faults, killed } = await killRuns(await server.database('kill'), { rounds, random: randomFrom(seed) })
  for (const fault of faults) console.log(fault)
  console.log(`${rounds} rounds of nine runs (seed ${seed}): ${killed} killed, ${faults.length} faults`)
  if (faults.length > 0) process.exitCode = 1
} finally {
  await server.stop()
}
