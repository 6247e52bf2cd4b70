import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { AppError } from '#platform/contract/errors.ts'
import type { SignedIn } from '#platform/server/database/scope.ts'
import { specOf } from '../mount.ts'

/** How often the process looks at its own waiting, and from which waiting on it takes less in. */
const LOOK_MS = 250
const TIMELY_MS = 250
const RETRY_SECONDS = 2
/** The share of all work that one company's people may have, and that files may, once as much is taken. */
const SHARE = 0.5

/** How many calls were sent away, by what was full; told to the metrics and the tests. */
export const sentAway = { process: 0, company: 0, file: 0 }

/** How long whoever comes now would wait for this process. */
export interface Waiting {
  readonly ms: () => number
  /** A call was answered after so long. */
  took(ms: number): void
  stop(): void
}

/** How long the next one in line waits for a connection: taken and given back at once, without a statement. */
function poolWaiting(pool: pg.Pool) {
  let since: number | null = null
  let last = 0
  return {
    ms: () => (since === null ? last : Math.max(last, performance.now() - since)),
    look() {
      if (since !== null) return
      const start = performance.now()
      since = start
      const over = () => {
        last = performance.now() - start
        since = null
      }
      pool.connect().then(
        (client) => {
          client.release()
          over()
        },
        // A database that is away refuses by itself; it is no reason to send calls away.
        () => {
          last = 0
          since = null
        },
      )
    },
  }
}

/** How long the calls of the last look took, the middle one; what few take long does not count. */
function middleOf(times: number[]): number {
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}

/** Looks four times a second how late the event loop turns, how long a connection is waited for and what calls took. */
export function watchWaiting(pools: readonly pg.Pool[]): Waiting {
  const loop = monitorEventLoopDelay({ resolution: 20 })
  loop.enable()
  const lines = pools.map(poolWaiting)
  let loopMs = 0
  let tookMs = 0
  let took: number[] = []
  const timer = setInterval(() => {
    tookMs = middleOf(took)
    took = []
    loopMs = Number.isFinite(loop.mean) ? loop.mean / 1e6 - 20 : 0
    loop.reset()
    for (const line of lines) line.look()
  }, LOOK_MS)
  timer.unref()
  return {
    ms: () => Math.max(loopMs, tookMs, ...lines.map((line) => line.ms())),
    took: (ms) => void took.push(ms),
    stop() {
      clearInterval(timer)
      loop.disable()
    },
  }
}

export interface AdmissionOptions {
  /** The work that is let in at once, in milliseconds of processor time; 0 lets all in. */
  readonly workMs: number
  /** What a call of a route costs in milliseconds of processor time, by its method and pattern. */
  readonly priceOf: (route: string) => number
  readonly waiting: Waiting
}

export interface Admission {
  /**
   * At the door, before anything is read.
   * @throws SERVICE_UNAVAILABLE with Retry-After when the process has as much to do as it can do in time
   */
  enter(request: FastifyRequest, reply: FastifyReply): void
  /**
   * Once it is known who calls.
   * @throws SERVICE_UNAVAILABLE with Retry-After when their company has its share of a busy process
   */
  enterAs(request: FastifyRequest, user: SignedIn | null): void
}

interface Let {
  readonly price: number
  readonly counts: string[]
}

const probes = new Set(['/api/health-check', '/api/ready'])

/** The company whose share somebody uses: the staff's work is for all. */
function companyOf(user: SignedIn | null): string | undefined {
  const [first] = user?.assignments ?? []
  return first && (first.groupCompanyId ?? first.companyId ?? undefined)
}

function sendAway(full: keyof typeof sentAway): never {
  sentAway[full] += 1
  throw new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: RETRY_SECONDS })
}

/**
 * Lets calls in as long as the process can answer them in time, and sends the others away at once: whoever waits in a
 * line of ten seconds is served no better than whoever is asked to come back in two. What is let in is counted by its
 * price until it is answered; the longer things take, the less is let in.
 */
export function createAdmission({ workMs, priceOf, waiting }: AdmissionOptions): Admission {
  const inWork = new Map<string, number>()
  const letIn = new WeakMap<FastifyRequest, Let>()
  const workOf = (count: string) => inWork.get(count) ?? 0
  const room = () => workMs * Math.min(1, TIMELY_MS / Math.max(1, waiting.ms()))

  function add(count: string, price: number) {
    const sum = workOf(count) + price
    if (sum > 1e-6) inWork.set(count, sum)
    else inWork.delete(count)
  }

  /** What a count may hold; a single call is let in whatever it costs. */
  const isFull = (count: string, price: number, most: number) => workOf(count) > 0 && workOf(count) + price > most
  const isBusy = (price: number, most: number) => workOf('all') + price > most * SHARE

  return {
    enter(request, reply) {
      const spec = specOf(request)
      if (workMs === 0 || !spec || probes.has(spec.path)) return
      const price = priceOf(`${spec.method} ${spec.path}`)
      const most = room()
      if (isFull('all', price, most)) sendAway('process')
      if (spec.file && isBusy(price, most) && isFull('file', price, most * SHARE)) sendAway('file')
      const counts = spec.file ? ['all', 'file'] : ['all']
      for (const count of counts) add(count, price)
      letIn.set(request, { price, counts })
      const start = performance.now()
      // An answer ends, or its reader goes away.
      reply.raw.once('close', () => {
        if (!spec.file) waiting.took(performance.now() - start)
        for (const count of counts) add(count, -price)
      })
    },
    enterAs(request, user) {
      const found = letIn.get(request)
      const company = companyOf(user)
      if (!found || !company) return
      const { price, counts } = found
      const most = room()
      if (isBusy(0, most) && isFull(company, price, most * SHARE)) sendAway('company')
      add(company, price)
      counts.push(company)
    },
  }
}
