import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './pooler.ts'

const ownTree = path.resolve(import.meta.dirname, '../../..')
const START_MS = 90_000
/** Longer than a node itself waits for its database and its files before it says that it is not ready. */
const PROBE_MS = 1_300

/** How a node is started: by which release, and what it is told. */
export interface Start {
  /** Where the release lies; this one, unless another is named. */
  readonly tree?: string
  readonly variables?: Record<string, string>
}

/** One process of the service, as an operator runs it, with its management port. */
export interface Node {
  readonly port: number
  /** What it printed last, of which a fault may speak. */
  printed(): string
  start(how?: Start): Promise<void>
  /** Tells it to stop in order, and waits for its end. */
  stop(): Promise<void>
  kill(): Promise<void>
  hold(held: boolean): void
  /** What its probe says; null where nothing answers in time. */
  probe(): Promise<boolean | null>
}

/** A node that has not been started yet. */
export async function createNode(dataDir: string, always: Record<string, string>): Promise<Node> {
  const [port, management] = [await freePort(), await freePort()]
  mkdirSync(dataDir, { recursive: true })
  let child: ChildProcess | null = null
  let text = ''
  const probe = () =>
    fetch(`http://127.0.0.1:${management}/ready`, { signal: AbortSignal.timeout(PROBE_MS) }).then(
      ({ ok }) => ok,
      () => null,
    )
  const end = async (signal: NodeJS.Signals) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  return {
    port,
    probe,
    printed: () => text,
    async start({ tree = ownTree, variables = {} } = {}) {
      const started = spawn(process.execPath, [path.join(tree, 'src/app/server/main.ts')], {
        cwd: tree,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          ...process.env,
          DATA_DIR: dataDir,
          PORT: `${port}`,
          MANAGEMENT_PORT: `${management}`,
          ...always,
          ...variables,
        },
      })
      child = started
      for (const stream of [started.stdout, started.stderr])
        stream.on('data', (part) => {
          text = `${text}${part}`.slice(-4_000)
        })
      const until = Date.now() + START_MS
      while ((await probe()) === null || !(await isStarted(management))) {
        if (started.exitCode !== null || Date.now() > until) throw new Error(`a node did not start: ${text}`)
        await pause(50)
      }
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    hold(held) {
      child?.kill(held ? 'SIGSTOP' : 'SIGCONT')
    },
  }
}

const isStarted = (management: number) =>
  fetch(`http://127.0.0.1:${management}/started`).then(
    ({ ok }) => ok,
    () => false,
  )
