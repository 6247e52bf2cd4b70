import { readdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signedInAs, stepUp } from '#testing/builders.ts'
import { corpus } from '#testing/corpus/corpus.ts'
import { type Trial, tryFile } from '#testing/intake-trial.ts'
import { openWorld, type World } from '#testing/world.ts'

const folder = path.join(import.meta.dirname, '../../../../testing/corpus')
let world: World
let trial: Trial
beforeAll(async () => {
  world = await openWorld()
  trial = { world, staff: await stepUp(world, await signedInAs(world, 'SUPER_ADMIN')) }
})
afterAll(() => world.close())

test.each(corpus)('$file comes to: $outcome', async ({ file, outcome }) => {
  const { kind, whole } = await tryFile(trial, path.join(folder, file))
  expect(`${kind}: ${whole}`.slice(0, outcome.length)).toBe(outcome)
})

test('every file of the corpus is listed with its source', () => {
  const stored = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(xml|csv|txt|gz|zip|xlsx)$/.test(name),
  )
  expect(corpus.map(({ file }) => file).toSorted()).toEqual(stored.toSorted())
  expect(corpus.filter(({ source }) => source.length < 5)).toEqual([])
})
