import { expect, it } from 'vitest'
import { readConfig } from '#platform/server/runtime/config.ts'
import { systemEnv } from '#platform/server/runtime/env.ts'
import { createHttp } from './http.ts'

const trace = '0af7651916cd43dd8448eb211c80319c'
const entries: Record<string, unknown>[] = []

/** A call as it reaches the service, with what it is answered and what its line in the log says. */
async function callWith(headers: Record<string, string>, trustProxy: string) {
  const config = readConfig({
    DATA_DIR: '/nowhere',
    SECRET_KEY: 'an-own-key-for-tests-0123456789-abc',
    TRUST_PROXY: trustProxy,
  })
  const app = await createHttp({ config, env: systemEnv, texts: {} as never })
  app.addHook('onRequest', async (request) => {
    request.log.info = ((values: Record<string, unknown>) => entries.push(values)) as never
  })
  app.get('/here', async () => 'here')
  const reply = await app.inject({ url: '/here', headers })
  await app.close()
  return { id: reply.headers['x-request-id'], trace: entries.at(-1)?.trace }
}

it('a call keeps the id that the proxy in front has given it', async () => {
  expect((await callWith({ 'x-request-id': 'edge-1234-abcd' }, '1')).id).toBe('edge-1234-abcd')
})

it.each([
  ['the service stands behind no proxy', 'edge-1234-abcd', '0'],
  ['it is none', 'aino@malli.example is here', '1'],
  ['it is longer than ids are', 'a'.repeat(65), '1'],
])('a call has an id of its own where %s', async (_why, given, trustProxy) => {
  expect((await callWith({ 'x-request-id': given }, trustProxy)).id).toMatch(/^[\da-f]{8}-/)
})

it('the log names the trace that a call belongs to, and nothing that is no trace', async () => {
  expect((await callWith({ traceparent: `00-${trace}-b7ad6b7169203331-01` }, '0')).trace).toBe(trace)
  expect((await callWith({ traceparent: 'aino@malli.example' }, '0')).trace).toBeUndefined()
})
