import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Services } from '#platform/server/http/context.ts'
import { demoBrand } from '#platform/values/brand.ts'
import { servePages } from './pages.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'pages-'))
const app = Fastify()

beforeAll(async () => {
  for (const [file, text] of [
    ['site/fi/404.html', '<h1>public</h1>'],
    ['app/app.html', '<html lang="fi"><head></head><body><div id="root"></div></body></html>'],
  ] as const) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), text)
  }
  const services = { config: { origin: 'https://pyora.example' }, brand: demoBrand } as Services
  await servePages(app, services, folder)
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const open = async (url: string, cookie?: string) => {
  const { statusCode, body } = await app.inject({ url, headers: cookie ? { cookie } : {} })
  return [statusCode, body.includes('id="root"') ? 'application' : 'public']
}

it('tells whoever is signed in about a missing page within the pages that they came from', async () => {
  expect(await open('/admin/ei-ole', 'accessToken=a')).toEqual([404, 'application'])
  expect(await open('/tyonantaja/ei-ole', 'refreshToken=a')).toEqual([404, 'application'])
  expect(await open('/mybike/sopimus', 'accessToken=a')).toEqual([404, 'application'])
})

it('tells others, and those who ask for what was never of the application, on the public page', async () => {
  expect(await open('/admin/ei-ole')).toEqual([404, 'public'])
  expect(await open('/ei-ole', 'accessToken=a')).toEqual([404, 'public'])
  expect(await open('/admin', 'accessToken=a')).toEqual([200, 'application'])
})
