import type { FastifyInstance, FastifyRequest } from 'fastify'
import { actorOf } from '../events/events.ts'
import { activeTracing, type Span } from './traced.ts'
import { remoteSpanOf } from './traceparent.ts'

const spans = new WeakMap<FastifyRequest, Span>()

/** The trace of a call: of its span where there is tracing, else the one that the caller says it belongs to. */
export function traceOf(request: FastifyRequest): { trace?: string } {
  const trace = spans.get(request)?.traceId ?? remoteSpanOf(request.headers.traceparent)?.traceId
  return trace ? { trace } : {}
}

/** Who asks, as the event log names kinds of people. */
const actorKind = ({ who }: FastifyRequest) => (who?.user ? actorOf(who.user).kind : 'VISITOR')

/** A span of each call: its route's pattern, status and kind of caller; no address, search, header or name. */
export function traceCalls(app: FastifyInstance): void {
  const tracing = activeTracing()
  if (!tracing) return
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url
    const facts = { 'http.request.method': request.method, 'poljin.request_id': request.id }
    const span = tracing.begin(
      route ? `${request.method} ${route}` : request.method,
      'SERVER',
      route ? { ...facts, 'http.route': route } : facts,
      remoteSpanOf(request.headers.traceparent) ?? 'nothing',
    )
    spans.set(request, span)
    span.run(done)
  })
  // A body comes in by its socket, which knows of no call.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) span.run(done)
    else done()
  })
  app.addHook('onResponse', async (request, reply) => {
    const span = spans.get(request)
    span?.note({ 'http.response.status_code': reply.statusCode, 'poljin.actor': actorKind(request) })
    if (reply.statusCode >= 500) span?.fail(String(reply.statusCode))
    span?.end()
  })
}
