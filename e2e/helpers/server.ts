import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const root = path.resolve(import.meta.dirname, '../..')

/** Names the folder on whose copies the workers' servers start. */
export const seededFolder = 'POLJIN_E2E_DATA'

export interface RunningServer {
  readonly url: string
  stop(): Promise<void>
  /** Ends it as a power cut would: nothing is finished, nothing is said. */
  kill(): Promise<void>
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const { port } = probe.address() as { port: number }
  await new Promise((resolve) => probe.close(resolve))
  return port
}

const answers = (url: string) =>
  fetch(`${url}/api/health-check`).then(
    (reply) => reply.ok,
    () => false,
  )

/**
 * Starts a server on a data folder, at an address of its own or at a given one, and answers when it does: a demo, unless
 * its variables say otherwise.
 */
export async function startServer(
  dataDir: string,
  at?: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<RunningServer> {
  const port = at ? Number(new URL(at).port) : await freePort()
  const url = `http://localhost:${port}`
  const server: ChildProcess = spawn(path.join(root, 'node_modules/.bin/node'), ['src/app/server/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'error',
      DATABASE_URL: '',
      // A test may ask as several visitors, each by an address of its own.
      TRUST_PROXY: '1',
      ORIGIN: url,
      ...variables,
    },
  })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  for (let i = 0; !(await answers(url)); i += 1) {
    if (i > 4000 || server.exitCode !== null) throw new Error('the server did not start')
    await pause(100)
  }
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    server.kill(signal)
    await ended
  }
  return { url, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') }
}

/** Fills the demo into a new folder. @returns the folder, on whose copies servers start */
export async function fillFolder(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'poljin-e2e-seed-'))
  try {
    const server = await startServer(folder)
    await server.stop()
    return folder
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}
