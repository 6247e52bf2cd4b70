import { readdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { Type as light } from '#platform/web/api/schema-builder.ts'

const features = path.resolve(import.meta.dirname, '../features')
const files = readdirSync(features, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /(?:contract|shapes)\.ts$/.test(file),
)

/** Everything that a contract exports, as JSON and back: what a schema says and nothing else. */
async function contractsNow(): Promise<Record<string, unknown>> {
  vi.resetModules()
  const entries = await Promise.all(
    files.map(async (file) => [file, await import(/* @vite-ignore */ path.join(features, file))] as const),
  )
  return JSON.parse(JSON.stringify(Object.fromEntries(entries)))
}

afterAll(() => vi.doUnmock('typebox'))

it('the browser’s schema builder describes every contract as the library does', async () => {
  const wanted = await contractsNow()
  vi.doMock('typebox', () => ({ Type: light }))
  const found = await contractsNow()
  expect(Object.keys(wanted).length).toBeGreaterThan(20)
  expect(found).toEqual(wanted)
})
