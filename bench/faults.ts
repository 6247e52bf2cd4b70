// `npm run faults`: two nodes, PgBouncer, a primary with its replica, an object store and every gateway on this machine;
// each is killed, frozen or cut off under load, and what was acknowledged is counted again afterwards. Words after `--`
// take the faults whose name bears one of them. Ends with 1 where anything is lost, doubled or otherwise wrong.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { hasPgBouncer } from '#testing/faults/pooler.ts'
import { holds, type Outcome, runFaults } from '#testing/faults/run.ts'
import { layReleaseBefore } from '#testing/release/before.ts'

const seconds = (ms: number | null | undefined) => (typeof ms === 'number' ? `${(ms / 1000).toFixed(1)} s` : '')

function lineOf({ name, skipped, account, gapMs, afterMs, longestMs, goalMs }: Outcome): string {
  if (skipped) return `| ${name} | left out: ${skipped} | | | | | | |`
  const { acknowledged = '', lost = '', doubled = '' } = account ?? {}
  // What could not be written until the mending is measured from there.
  const goal = goalMs ? `≤ ${seconds(goalMs)}` : ''
  return `| ${[name, acknowledged, lost, doubled, seconds(gapMs), goal, seconds(afterMs), seconds(longestMs)].join(' | ')} |`
}

const scratch = mkdtempSync(path.join(tmpdir(), 'poljin-before-'))
chmodSync(scratch, 0o755)
const start = Date.now()
try {
  const before = layReleaseBefore(scratch)
  if (!before) console.log('The release before is not in this copy’s history: nodes of this one take its place.')
  if (!hasPgBouncer) console.log('PgBouncer is not installed: nodes reach the database straight.')
  console.log(`${new Date().toISOString().slice(0, 10)}, load ${loadavg()[0]?.toFixed(1)} at the start\n`)
  console.log(
    '| fault | acknowledged | lost | doubled | gap | goal | after the mending | longest write |\n| --- | --- | --- | --- | --- | --- | --- | --- |',
  )
  const outcomes = await runFaults({
    before,
    wanted: process.argv.slice(2),
    opened(close) {
      for (const signal of ['SIGINT', 'SIGTERM'] as const)
        process.once(signal, () => void close().finally(() => process.exit(1)))
    },
    told(outcome) {
      console.log(lineOf(outcome))
      for (const one of outcome.wrong) console.log(`  ! ${one}`)
    },
  })
  const bad = outcomes.filter((outcome) => !holds(outcome))
  console.log(
    `\n${seconds(Date.now() - start)} in all, load ${loadavg()[0]?.toFixed(1)} at the end; ${bad.length} of ${outcomes.length} wrong`,
  )
  if (bad.length > 0) process.exitCode = 1
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
// Connections to processes that were killed are kept for a while by whoever asked them.
process.exit()
