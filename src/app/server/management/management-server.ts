import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Registry } from 'prom-client'
import { logLevels } from '#platform/server/runtime/config.ts'
import type { Beat } from './beat.ts'

export interface Facts {
  isStarted: boolean
  /** The main thread's metrics as text, and when it sent them. */
  snapshot: string
  snapshotAt: number
  logLevel: string
}

interface Parts {
  readonly facts: Facts
  readonly beat: Beat
  readonly metrics: { readonly registry: Registry; read(): Promise<void> }
  /** Asks the database for its clock and schema, and the folder of files whether it can be written. */
  asks(): Promise<{ readonly at: Date; readonly applied: boolean }>
  changeLogLevel(level: string): void
}

interface Answer {
  readonly status: number
  readonly body: object | string
}

/** A main thread that has not turned for as long takes no calls. */
const BUSY_MS = 5_000
/** One that has not turned for as long will not come back. */
const STUCK_MS = 30_000
/** Sessions and codes hang on clocks that agree. */
const MOST_CLOCK_DIFFERENCE_MS = 5_000
const ASK_MS = 1_000

const ok = (body: object | string): Answer => ({ status: 200, body })
const notNow = (...reasons: string[]): Answer => ({ status: 503, body: { reasons } })

/** Why this node should get no calls; empty when it should. */
async function reasonsNot({ facts, beat, asks }: Parts): Promise<string[]> {
  const reasons: string[] = []
  if (!facts.isStarted) reasons.push('STARTING')
  if (beat.isDraining()) reasons.push('DRAINING')
  if (beat.ageMs() > BUSY_MS) reasons.push('BUSY')
  const asked = Date.now()
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), ASK_MS).unref())
  const answer = await Promise.race([asks().catch(() => null), late])
  if (!answer) return [...reasons, 'DATABASE_OR_FILES']
  if (!answer.applied) reasons.push('SCHEMA')
  const middle = (asked + Date.now()) / 2
  if (Math.abs(answer.at.getTime() - middle) > MOST_CLOCK_DIFFERENCE_MS) reasons.push('CLOCK')
  return reasons
}

async function metricsOf({ facts, beat, metrics }: Parts): Promise<Answer> {
  const isRead = await metrics.read().then(
    () => 1,
    () => 0,
  )
  const own = [
    '# HELP poljin_main_thread_age_seconds Time since the main thread last turned.',
    '# TYPE poljin_main_thread_age_seconds gauge',
    `poljin_main_thread_age_seconds ${beat.ageMs() / 1000}`,
    '# HELP poljin_snapshot_age_seconds Age of the figures that the main thread gives of itself.',
    '# TYPE poljin_snapshot_age_seconds gauge',
    `poljin_snapshot_age_seconds ${facts.snapshotAt ? (Date.now() - facts.snapshotAt) / 1000 : 0}`,
    '# HELP poljin_database_read 1 when the figures of the service could be read now.',
    '# TYPE poljin_database_read gauge',
    `poljin_database_read ${isRead}`,
  ]
  return ok([facts.snapshot.trimEnd(), (await metrics.registry.metrics()).trimEnd(), ...own, ''].join('\n'))
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) {
    text += String(part)
    if (text.length > 100) break
  }
  return text.trim()
}

type Route = (parts: Parts, request: IncomingMessage) => Answer | Promise<Answer>

const routes: Readonly<Record<string, Route>> = {
  'GET /started': ({ facts }) => (facts.isStarted ? ok({ started: true }) : notNow('STARTING')),
  'GET /live': ({ beat }) => (beat.ageMs() > STUCK_MS ? notNow('STUCK') : ok({ live: true })),
  async 'GET /ready'(parts) {
    const reasons = await reasonsNot(parts)
    return reasons.length === 0 ? ok({ ready: true }) : notNow(...reasons)
  },
  'GET /metrics': metricsOf,
  'POST /drain'({ beat }) {
    beat.drain(true)
    return ok({ draining: true })
  },
  'DELETE /drain'({ beat }) {
    beat.drain(false)
    return ok({ draining: false })
  },
  'GET /log-level': ({ facts }) => ok({ level: facts.logLevel }),
  async 'PUT /log-level'(parts, request) {
    const level = await textOf(request)
    if (!(logLevels as readonly string[]).includes(level)) return { status: 400, body: { levels: logLevels } }
    parts.changeLogLevel(level)
    return ok({ level })
  },
}

async function answer(parts: Parts, request: IncomingMessage, response: ServerResponse) {
  const route = routes[`${request.method} ${request.url?.split('?')[0]}`]
  const { status, body } = route ? await route(parts, request) : { status: 404, body: { routes: Object.keys(routes) } }
  const isText = typeof body === 'string'
  response.writeHead(status, {
    'content-type': isText ? 'text/plain; version=0.0.4; charset=utf-8' : 'application/json',
    'cache-control': 'no-store',
  })
  response.end(isText ? body : `${JSON.stringify(body)}\n`)
}

/** Probes, metrics, draining and the log's level, for whoever runs the service; it is reached by nobody else. */
export function createManagementServer(parts: Parts): Server {
  return createServer((request, response) => {
    answer(parts, request, response).catch(() => {
      response.writeHead(500).end()
    })
  })
}
