// The service as `npm start` starts it, on a data folder of its own, and what its process says of itself.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const root = path.resolve(import.meta.dirname, '..', '..')
const port = process.env.PORT ?? '4399'

const answers = (url: string) =>
  fetch(`${url}/api/health-check`).then(
    (reply) => reply.ok,
    () => false,
  )

export interface Service {
  readonly url: string
  readonly pid: number
  stop(): Promise<void>
}

/** Starts the service and waits until it answers. */
export async function startService(dataDir: string, variables: Record<string, string> = {}): Promise<Service> {
  const url = `http://127.0.0.1:${port}`
  // The start script replaces itself, so the process stays the same.
  const server = spawn('node', [path.join(root, 'scripts', 'start.mjs')], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DATA_DIR: dataDir, PORT: port, DATABASE_URL: '', LOG_LEVEL: 'error', ...variables },
  })
  while (!(await answers(url))) {
    if (server.exitCode !== null) throw new Error('the server did not start')
    await pause(50)
  }
  return {
    url,
    pid: server.pid!,
    async stop() {
      server.kill('SIGTERM')
      await new Promise((resolve) => server.once('exit', resolve))
    },
  }
}

/** Resident memory of a process now and at most, in megabytes. */
export function residentMemory(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)![1]) / 1024
  return { now: megabytes('VmRSS'), most: megabytes('VmHWM') }
}
