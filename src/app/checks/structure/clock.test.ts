import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { clockReadsByElement } from '#testing/sources/source-clock.ts'

const src = path.resolve(import.meta.dirname, '../../..')
const serverFiles = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /(?:^|\/)server\/.*(?<!\.test)\.ts$/.test(file) && !file.startsWith('testing/'),
)

it('rows that are written together bear one moment', () => {
  expect(serverFiles.length).toBeGreaterThan(500)
  const found = serverFiles.flatMap((file) =>
    clockReadsByElement(file, readFileSync(path.join(src, file), 'utf8')).map((line) => `src/${file}:${line}`),
  )
  expect(found).toEqual([])
})

it('goes red where each row reads the clock', () => {
  expect(clockReadsByElement('a.ts', 'const rows = parts.map((part) => ({ ...part, at: env.now() }))')).toEqual([1])
  expect(
    clockReadsByElement('a.ts', 'const now = env.now()\nconst rows = parts.map((part) => ({ ...part, now }))'),
  ).toEqual([])
})
