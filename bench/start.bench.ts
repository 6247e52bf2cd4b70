// What a start of the demo costs: time until it answers, processor time and resident memory, on an empty data folder and
// on a filled one. Reads /proc, so it runs on Linux.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const root = path.resolve(import.meta.dirname, '..')
const port = process.env.PORT ?? '4399'
const dataDir = mkdtempSync(path.join(tmpdir(), 'poljin-start-bench-'))

const answers = () =>
  fetch(`http://127.0.0.1:${port}/api/health-check`).then(
    (reply) => reply.ok,
    () => false,
  )

const megabytes = (status: string, name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)![1]) / 1024

/** Fields 14 to 17 of the process's line: its own ticks and those of its children that have ended, at 100 a second. */
function processorSeconds(pid: number) {
  const ticks = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').slice(11, 15).map(Number)
  return { own: (ticks[0]! + ticks[1]!) / 100, children: (ticks[2]! + ticks[3]!) / 100 }
}

async function measure(name: string) {
  const from = performance.now()
  // As `npm start` starts it: the start script replaces itself, so the process stays the same.
  const server = spawn('node', [path.join(root, 'scripts', 'start.mjs')], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DATA_DIR: dataDir, PORT: port, DATABASE_URL: '', LOG_LEVEL: 'error' },
  })
  while (!(await answers())) {
    if (server.exitCode !== null) throw new Error('the server did not start')
    await pause(50)
  }
  const seconds = (performance.now() - from) / 1000
  await pause(2_000)
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
  const { own, children } = processorSeconds(server.pid!)
  console.log(
    `${name}: answers after ${seconds.toFixed(1)} s; processor ${own.toFixed(1)} s and ${children.toFixed(1)} s of children; resident ${megabytes(status, 'VmRSS').toFixed(0)} MB, at most ${megabytes(status, 'VmHWM').toFixed(0)} MB`,
  )
  server.kill('SIGTERM')
  await new Promise((resolve) => server.once('exit', resolve))
}

try {
  await measure('first start')
  await measure('later start')
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
