import { setTimeout as pause } from 'node:timers/promises'
import fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import type { EndpointSpec } from '#platform/contract/contract.ts'
import type { AppError } from '#platform/contract/errors.ts'
import type { SignedIn } from '#platform/server/database/scope.ts'
import { partOf } from '#testing/part-of.ts'
import { type Admission, createAdmission, sentAway } from './admission.ts'

const of = (path: string, more: Partial<EndpointSpec> = {}) =>
  ({ method: 'GET', path, access: 'session', summary: '', replies: {}, ...more }) as EndpointSpec

const personOf = (companyId: string | null) =>
  partOf<SignedIn>({ assignments: companyId ? [{ companyId, groupCompanyId: null }] : [] })

/** A server whose calls cost ten each and are answered when they are told to be. */
function door(waitingMs = 0) {
  const admission: Admission = createAdmission({
    workMs: 100,
    priceOf: () => 10,
    waiting: { ms: () => waitingMs, took: () => undefined, stop: () => undefined },
  })
  const app = fastify()
  const held: (() => void)[] = []
  app.addHook('onRequest', async (request, reply) => admission.enter(request, reply))
  app.setErrorHandler((error, _request, reply) =>
    reply
      .code((error as AppError).status)
      .header('retry-after', (error as AppError).extras.retryAfterSeconds!)
      .send(),
  )
  const add = (spec: EndpointSpec) =>
    app.get(spec.path, {
      config: { spec } as object,
      onRequest: async (request) =>
        admission.enterAs(request, personOf((request.query as { company?: string }).company ?? null)),
      handler: () => new Promise((resolve) => held.push(() => resolve('ok'))),
    })
  add(of('/api/read'))
  add(of('/api/list', { file: true }))
  app.get('/api/health-check', { config: { spec: of('/api/health-check') } as object }, async () => 'ok')
  /** What becomes of so many calls at once: those let in stay until `answer`. */
  async function offer(count: number, url: string) {
    const before = held.length
    const calls = Array.from({ length: count }, () => app.inject(url))
    await pause(20)
    return { calls, letIn: held.length - before }
  }
  return {
    app,
    offer,
    async answer() {
      for (const one of held.splice(0)) one()
      await pause(20)
    },
  }
}

describe('the door of a busy process', () => {
  it('lets in what it can do in time and sends the rest away with a time to come back', async () => {
    const { offer, answer, app } = door()
    const first = await offer(25, '/api/read')
    expect(first.letIn).toBe(10)
    await answer()
    const answers = await Promise.all(first.calls)
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(10)
    const away = answers.filter(({ statusCode }) => statusCode === 503)
    expect(away).toHaveLength(15)
    expect(away.every(({ headers }) => String(headers['retry-after']) === '2')).toBe(true)
    // All room is there again.
    expect((await offer(25, '/api/read')).letIn).toBe(10)
    await answer()
    await app.close()
  })

  it('takes less in the longer things wait, and always one', async () => {
    const slow = door(1_000)
    expect((await slow.offer(20, '/api/read')).letIn).toBe(2)
    const stuck = door(60_000)
    expect((await stuck.offer(20, '/api/read')).letIn).toBe(1)
    for (const one of [slow, stuck]) {
      await one.answer()
      await one.app.close()
    }
  })

  it('answers the probe of pages however busy it is', async () => {
    const { offer, answer, app } = door()
    await offer(25, '/api/read')
    expect((await app.inject('/api/health-check')).statusCode).toBe(200)
    await answer()
    await app.close()
  })

  it('keeps half of a busy process for other companies and for the staff', async () => {
    const { offer, answer, app } = door()
    const before = sentAway.company
    expect((await offer(25, '/api/read?company=one')).letIn).toBe(5)
    expect(sentAway.company).toBeGreaterThan(before)
    expect((await offer(2, '/api/read?company=two')).letIn).toBe(2)
    expect((await offer(25, '/api/read')).letIn).toBe(3)
    await answer()
    await app.close()
  })

  it('keeps half of a busy process for calls that are no files', async () => {
    const { offer, answer, app } = door()
    expect((await offer(25, '/api/list')).letIn).toBe(5)
    expect((await offer(25, '/api/read')).letIn).toBe(5)
    await answer()
    await app.close()
  })

  it('gives the room back of whoever hangs up', async () => {
    const { app, offer, answer } = door()
    await app.listen({ port: 0, host: '127.0.0.1' })
    const address = `http://127.0.0.1:${(app.server.address() as { port: number }).port}`
    const leaving = new AbortController()
    const gone = Array.from({ length: 10 }, () =>
      fetch(`${address}/api/read`, { signal: leaving.signal }).catch(() => 0),
    )
    await pause(100)
    leaving.abort()
    await Promise.all(gone)
    await pause(100)
    await answer()
    expect((await offer(12, '/api/read')).letIn).toBe(10)
    await answer()
    await app.close()
  })
})
