// What a start of the demo costs: time until it answers, processor time and resident memory, on an empty data folder and
// on a filled one. Reads /proc, so it runs on Linux.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { residentMemory, startService } from './parts/service.ts'

const dataDir = mkdtempSync(path.join(tmpdir(), 'poljin-start-bench-'))

/** Fields 14 to 17 of the process's line: its own ticks and those of its children that have ended, at 100 a second. */
function processorSeconds(pid: number) {
  const ticks = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').slice(11, 15).map(Number)
  return { own: (ticks[0]! + ticks[1]!) / 100, children: (ticks[2]! + ticks[3]!) / 100 }
}

async function measure(name: string) {
  const from = performance.now()
  const service = await startService(dataDir)
  const seconds = (performance.now() - from) / 1000
  await pause(2_000)
  const { now, most } = residentMemory(service.pid)
  const { own, children } = processorSeconds(service.pid)
  console.log(
    `${name}: answers after ${seconds.toFixed(1)} s; processor ${own.toFixed(1)} s and ${children.toFixed(1)} s of children; resident ${now.toFixed(0)} MB, at most ${most.toFixed(0)} MB`,
  )
  await service.stop()
}

try {
  await measure('first start')
  await measure('later start')
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
