import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorld, type World } from '#testing/world.ts'
import { servePages } from './pages.ts'
import { createApp } from './server.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'doors-'))
let world: World
let app: FastifyInstance
const routes: { method: string; url: string }[] = []

beforeAll(async () => {
  for (const [file, text] of [
    ['site/fi/404.html', '<h1>public</h1>'],
    ['site/sitemap.xml', '<urlset/>'],
    ['site/assets/shell.js', '0'],
    ['app/app.html', '<html lang="fi"><head></head><body><div id="root"></div></body></html>'],
    ['app/assets/main.js', '0'],
  ] as const) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), text)
  }
  world = await openWorld()
  // One instant for all, so that no new minute gives the address its requests back.
  const now = world.env.now()
  const services = {
    ...world.services,
    config: { ...world.services.config, generalLimit: true },
    env: { ...world.services.env, now: () => now },
  }
  app = await createApp(services, {
    onRoute: ({ method, url }: RouteOptions) => {
      for (const one of [method].flat()) routes.push({ method: one, url })
    },
  })
  await servePages(app, services, folder)
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await world.close()
  rmSync(folder, { recursive: true })
})

const SPENT = '192.0.2.1'
const status = async (method: string, url: string, remoteAddress: string) =>
  (await app.inject({ method: method as 'GET', url, remoteAddress, headers: { host: 'localhost:3000' } })).statusCode

/** Asks until the address has used its minute up. */
async function spend(method: string, url: string, times: number) {
  for (let at = 0; at < times; at += 1) expect(await status(method, url, SPENT), `${method} ${url} ${at}`).not.toBe(429)
  expect(await status(method, url, SPENT)).toBe(429)
}

/** An address that a route answers. */
const addressOf = (url: string) => url.replaceAll(/:\w+/g, '01890a5d-ac96-774b-bcce-b302099a8057').replaceAll('*', 'x')

it('every route counts who asks: an address that has spent its minute is let through none of them', async () => {
  await spend('GET', '/api/brand', 600)
  await spend('POST', '/api/login', 60)
  await spend('GET', '/api/user', 600)
  await spend('GET', '/robots.txt', 6_000)
  expect(routes.length).toBeGreaterThan(600)
  const uncounted: string[] = []
  for (const { method, url } of routes)
    if ((await status(method, addressOf(url), SPENT)) !== 429) uncounted.push(`${method} ${url}`)
  expect(uncounted).toEqual([])
  expect(await status('POST', '/ei-ole', SPENT), 'an address without a route').toBe(429)
})

it('a caller whose session has ended is counted too', async () => {
  const ended = async () => {
    const headers = { host: 'localhost:3000', cookie: 'refreshToken=made-up' }
    return (await app.inject({ method: 'GET', url: '/api/user', remoteAddress: '192.0.2.3', headers })).statusCode
  }
  for (let at = 0; at < 6_000; at += 1) expect(await ended()).toBe(401)
  expect(await ended()).toBe(429)
})

it('another address is let through while one has spent its minute', async () => {
  expect(await status('GET', '/api/openapi.json', '192.0.2.2')).toBe(200)
  expect(await status('GET', '/sitemap.xml', '192.0.2.2')).toBe(200)
  expect(await status('GET', '/assets/shell.js', '192.0.2.2')).toBe(200)
})
