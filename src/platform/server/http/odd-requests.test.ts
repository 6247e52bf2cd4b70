import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { health } from '#features/ground/health/contract.ts'
import { readConfig } from '#platform/server/runtime/config.ts'
import { systemEnv } from '#platform/server/runtime/env.ts'
import { partOf } from '#testing/part-of.ts'
import { openWorld, type World } from '#testing/world.ts'
import { createHttp } from './http.ts'
import { strictServer } from './odd-requests.ts'

let world: World
let port: number
beforeAll(async () => {
  world = await openWorld({ variables: { GENERAL_LIMIT: '1', LOG_LEVEL: 'warn' } })
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  port = (world.app.server.address() as { port: number }).port
})
afterAll(() => world.close())

/** What the server says to these bytes. */
const responseTo = (lines: readonly string[], body = '') =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    socket.on('data', (chunk) => (text += String(chunk)))
    socket.on('error', reject)
    socket.on('close', () => resolve(text))
    socket.write(`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n${body}`)
  })
const statusOf = async (...given: Parameters<typeof responseTo>) =>
  Number(/^HTTP\/1\.1 (\d+)/.exec(await responseTo(...given))?.[1])

test('a request in order is answered', async () => {
  expect(await statusOf(['GET /api/health-check HTTP/1.1', 'Host: localhost'])).toBe(200)
})

test.each([
  ['two hosts', ['GET /api/health-check HTTP/1.1', 'Host: localhost', 'Host: evil.example'], '', 400],
  [
    'an encoding besides chunks',
    ['POST /api/login HTTP/1.1', 'Host: localhost', 'Transfer-Encoding: gzip, chunked'],
    '0\r\n\r\n',
    400,
  ],
  ['a method of another protocol', ['QUERY /api/user HTTP/1.1', 'Host: localhost'], '', 501],
  ['a method that echoes', ['TRACE /api/user HTTP/1.1', 'Host: localhost'], '', 501],
  ['a method that the address does not have', ['DELETE /api/login HTTP/1.1', 'Host: localhost'], '', 405],
  ['an address that is not there', ['DELETE /api/nowhere HTTP/1.1', 'Host: localhost'], '', 404],
] as const)('%s is answered by its status', async (_, lines, body, status) => {
  expect(await statusOf(lines, body)).toBe(status)
})

test('the methods of an address are named where another was tried', async () => {
  expect(await responseTo(['DELETE /api/login HTTP/1.1', 'Host: localhost'])).toMatch(/^allow: POST\r$/im)
})

test('600 refused calls without a session in a minute from one address are answered and no more, and the health check goes on', async () => {
  const ask = async (url: string, remoteAddress = '203.0.113.9') =>
    (await world.app.inject({ method: 'GET', url, remoteAddress, headers: { authorization: 'Bearer none' } }))
      .statusCode
  // The count starts anew with the minute.
  world.env.setNow(new Date(Math.ceil(world.env.now().getTime() / 60_000) * 60_000))
  const statuses: number[] = []
  for (let i = 0; i < 601; i += 1) statuses.push(await ask('/api/user'))
  expect([statuses.lastIndexOf(401), statuses.indexOf(429)]).toEqual([599, 600])
  expect(await ask('/api/user', '203.0.113.10')).toBe(401)
  const checks = new Set<number>()
  for (let i = 0; i < 700; i += 1) checks.add(await ask(health.check.path))
  expect([...checks]).toEqual([200])
})

/** What the server logs from now on. */
function logged(): string[] {
  const lines: string[] = []
  const { log } = world.app
  const stream = Object.getOwnPropertySymbols(log).find((symbol) => symbol.description === 'pino.stream')!
  Reflect.set(log, stream, { write: (line: string) => lines.push(line) })
  return lines
}

test('a client that resets its connection, early or half-way, leaves nothing in the log', async () => {
  const lines = logged()
  world.app.log.error('the log is heard')
  expect(lines).toHaveLength(1)
  const gone: Promise<unknown>[] = []
  world.app.server.on('connection', (socket) => {
    gone.push(new Promise((resolve) => socket.on('close', resolve)))
  })
  const requests = [
    'GET /api/user HTTP/1.1\r\nHost: localhost\r\n\r\n',
    'GET /api/user HTTP/1.1\r\nHost: loc',
    'POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"email"',
  ]
  for (let round = 0; round < 30; round += 1)
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(requests[round % requests.length]!, () => {
          socket.resetAndDestroy()
          resolve()
        })
      })
    })
  expect(await statusOf(['GET /api/health-check HTTP/1.1', 'Host: localhost'])).toBe(200)
  await Promise.all(gone)
  expect(lines.slice(1)).toEqual([])
})

test('a connection that has asked for nothing yet does not keep the server from stopping, a call under way is answered', async () => {
  const asked = Promise.withResolvers<() => void>()
  const timeouts = { requestTimeout: 60_000, keepAliveTimeout: 60_000, bodyTimeout: 60_000 }
  const server = strictServer((_, response) => asked.resolve(() => response.end('vastaus')), timeouts)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const open = () => connect((server.address() as AddressInfo).port, '127.0.0.1')
  const [silent, busy] = [open(), open()]
  await once(silent, 'connect')
  busy.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const answer = await asked.promise
  const stopped = new Promise((done) => server.close(done))
  await once(silent, 'close')
  const received = once(busy, 'data')
  answer()
  expect(String(await received)).toMatch(/^HTTP\/1\.1 200 /)
  await stopped
})

test('a body that stops half-way is given up, and one that comes slowly is read whole', async () => {
  const timeouts = { requestTimeout: 60_000, keepAliveTimeout: 60_000, bodyTimeout: 400 }
  const server = strictServer((request, response) => {
    let body = ''
    request.on('error', () => undefined)
    request.on('data', (part) => {
      body += String(part)
    })
    request.on('end', () => response.end(`${body.length} bytes`))
  }, timeouts)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const send = () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 8\r\n\r\n')
    return socket
  }
  const [stopped, slow] = [send(), send()]
  const ended = once(stopped, 'close')
  const received = once(slow, 'data')
  for (let n = 0; n < 8; n += 1) {
    slow.write('x')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  expect(String(await received)).toMatch(/8 bytes$/)
  await ended
  expect(stopped.bytesRead).toBe(0)
  slow.destroy()
  await new Promise((done) => server.close(done))
})

const trace = '0af7651916cd43dd8448eb211c80319c'
const entries: Record<string, unknown>[] = []

/** A call as it reaches the service, with what it is answered and what its line in the log says. */
async function callWith(headers: Record<string, string>, trustProxy: string) {
  const config = readConfig({
    DATA_DIR: '/nowhere',
    SECRET_KEY: 'an-own-key-for-tests-0123456789-abc',
    TRUST_PROXY: trustProxy,
  })
  const app = await createHttp({ config, env: systemEnv, texts: partOf({}) })
  app.addHook('onRequest', async (request) => {
    request.log.info = (values: Record<string, unknown>) => entries.push(values)
  })
  app.get('/here', async () => 'here')
  const reply = await app.inject({ url: '/here', headers })
  await app.close()
  return { id: reply.headers['x-request-id'], trace: entries.at(-1)?.trace }
}

test('a call keeps the id that the proxy in front has given it', async () => {
  expect((await callWith({ 'x-request-id': 'edge-1234-abcd' }, '1')).id).toBe('edge-1234-abcd')
})

test.each([
  ['the service stands behind no proxy', 'edge-1234-abcd', '0'],
  ['it is none', 'aino@malli.example is here', '1'],
  ['it is longer than ids are', 'a'.repeat(65), '1'],
])('a call has an id of its own where %s', async (_why, given, trustProxy) => {
  expect((await callWith({ 'x-request-id': given }, trustProxy)).id).toMatch(/^[\da-f]{8}-/)
})

test('the log names the trace that a call belongs to, and nothing that is no trace', async () => {
  expect((await callWith({ traceparent: `00-${trace}-b7ad6b7169203331-01` }, '0')).trace).toBe(trace)
  expect((await callWith({ traceparent: 'aino@malli.example' }, '0')).trace).toBeUndefined()
})
