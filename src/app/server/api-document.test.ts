import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EndpointSpec } from '#platform/contract/contract.ts'
import { buildUser } from '#testing/builders.ts'
import { openWorld, type World } from '#testing/world.ts'
import { makeCopies, readCopies, writeCopies } from './api-document.ts'
import { mounted } from './features.ts'
import { createApp } from './server.ts'

let world: World
let app: FastifyInstance

beforeAll(async () => {
  world = await openWorld()
  const services = { ...world.services, config: { ...world.services.config, production: true } }
  app = await createApp(services)
})
afterAll(async () => {
  await app.close()
  await world.close()
})

const read = (headers: Record<string, string> = {}) => app.inject({ method: 'GET', url: '/api/openapi.json', headers })

type Document = { paths: Record<string, Record<string, { 'x-access': EndpointSpec['access'] }>> }
const accesses = (document: Document) =>
  Object.values(document.paths).flatMap((methods) => Object.values(methods).map((one) => one['x-access']))
const needsSession = (access: EndpointSpec['access']) => typeof access === 'string' && access !== 'public'

describe('in production', () => {
  it('the document tells a caller without a session of public calls and those of links alone', async () => {
    const strangers: Record<string, string>[] = [
      {},
      { authorization: 'Bearer made-up' },
      { cookie: 'accessToken=made-up' },
    ]
    for (const headers of strangers) {
      const open = accesses((await read(headers)).json())
      expect(open.length).toBeGreaterThan(20)
      expect(open.filter(needsSession)).toEqual([])
    }
  })

  it('whoever is signed in reads of every call', async () => {
    const { accessToken } = await world.signIn((await buildUser(world, {})).userId)
    const all = accesses((await read({ authorization: `Bearer ${accessToken}` })).json())
    expect(all.filter(needsSession).length).toBeGreaterThan(200)
  })

  it('nothing is there to browse', async () => {
    expect((await app.inject({ method: 'GET', url: '/api/docs' })).statusCode).toBe(404)
  })
})

describe('the document', () => {
  it('is spared to whoever holds it, and differs between readers', async () => {
    const first = await read()
    const etag = String(first.headers.etag)
    expect(etag).toMatch(/^"[\w-]{43}"$/)
    expect(await read({ 'if-none-match': etag })).toMatchObject({ statusCode: 304, body: '' })
    expect(first.headers.vary).toContain('cookie')
    const { accessToken } = await world.signIn((await buildUser(world, {})).userId)
    const other = await read({ 'if-none-match': etag, authorization: `Bearer ${accessToken}` })
    expect(other.statusCode).toBe(200)
  })

  it.each([
    ['br', (body: Buffer) => brotliDecompressSync(body)],
    ['gzip', (body: Buffer) => gunzipSync(body)],
  ] as const)('travels as %s to whoever takes that, made beforehand', async (encoding, plain) => {
    const whole = await read()
    const small = await read({ 'accept-encoding': `identity;q=0.5, ${encoding}` })
    expect(small.headers['content-encoding']).toBe(encoding)
    expect(plain(small.rawPayload).equals(whole.rawPayload)).toBe(true)
    expect((await read({ 'accept-encoding': `${encoding};q=0` })).headers['content-encoding']).toBeUndefined()
  })

  it('is the same from the build’s folder as made anew, and missing where nothing was built', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'api-'))
    try {
      expect(readCopies(folder)).toBeNull()
      const some = mounted.filter(({ name }) => name === 'health')
      await writeCopies(some, folder)
      const [built, made] = [readCopies(folder)!, await makeCopies(some, 4)]
      expect([built.everything.etag, built.open.etag]).toEqual([made.everything.etag, made.open.etag])
      expect(brotliDecompressSync(built.open.br).equals(made.open.identity)).toBe(true)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
