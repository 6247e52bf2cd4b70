import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { sentAway } from '#platform/server/http/door/admission.ts'

/** Seconds; a call of this service takes a few milliseconds, a PDF or an export up to a second. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10]

/** What this process knows of itself: its calls, its event loop and memory, and who waits for a connection. */
export function createProcessMetrics(app: FastifyInstance, pools: Readonly<Record<string, pg.Pool>>): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'poljin_request_seconds',
    help: 'Time of calls by method, address pattern and class of status.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const status = `${Math.floor(reply.statusCode / 100)}xx`
    // An address that is none of ours has no pattern: whoever tries many adds no lines here.
    const route = request.routeOptions.url ?? 'none'
    requests.observe({ method: request.method, route, status }, reply.elapsedTime / 1000)
  })
  new Gauge({
    name: 'poljin_pool_connections',
    help: 'Connections of a pool by state; waiting are calls without one.',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        this.set({ pool, state: 'open' }, totalCount)
        this.set({ pool, state: 'idle' }, idleCount)
        this.set({ pool, state: 'waiting' }, waitingCount)
      }
    },
  })
  new Counter({
    name: 'poljin_sent_away_total',
    help: 'Calls that the door sent away, by what was full: the process, a company’s share, the share of files.',
    labelNames: ['full'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [full, count] of Object.entries(sentAway)) this.inc({ full }, count)
    },
  })
  return registry
}
