import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { routePrices } from '#app/server/route-prices.ts'
import { type AppWithRoutes, addressOf, appWithRoutes, namesOf } from '#testing/lists/all-routes.ts'
import { openWorld, type World } from '#testing/world.ts'

let world: World
let opened: AppWithRoutes
let app: FastifyInstance
let routes: AppWithRoutes['routes']

beforeAll(async () => {
  world = await openWorld()
  // One instant for all, so that no new minute gives the address its requests back.
  const now = world.env.now()
  opened = await appWithRoutes({
    ...world.services,
    config: { ...world.services.config, generalLimit: true },
    env: { ...world.services.env, now: () => now },
  })
  app = opened.app
  routes = opened.routes
})
afterAll(async () => {
  await opened.close()
  await world.close()
})

const SPENT = '192.0.2.1'
const status = async (method: string, url: string, remoteAddress: string) =>
  (await app.inject({ method: method as 'GET', url, remoteAddress, headers: { host: 'localhost:3000' } })).statusCode

/** Asks until the address has used its minute up. */
async function spend(method: string, url: string, times: number) {
  for (let at = 0; at < times; at += 1) expect(await status(method, url, SPENT), `${method} ${url} ${at}`).not.toBe(429)
  expect(await status(method, url, SPENT)).toBe(429)
}

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

it('every route has its measured price, and none that is gone (`npm run bench -- routes` writes the list)', () => {
  const file = path.resolve(import.meta.dirname, '../../../../docs/route-prices.md')
  const listed = routePrices(readFileSync(file, 'utf8')).map(({ route }) => route)
  expect(listed).toEqual(namesOf(routes).sort())
})
