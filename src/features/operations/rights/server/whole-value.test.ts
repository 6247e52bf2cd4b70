import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '#testing/world.ts'
import { wholeValue, wholeValueInText } from './whole-value.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const isFound = async (value: string, text: string) => {
  const { rows } = await sql<{ found: boolean }>`select ${text} ~* ${wholeValue(value)} as found`.execute(
    world.services.database.primary,
  )
  return rows[0]!.found
}

describe('a person’s value', () => {
  it.each([
    ['anna@oma.example', 'Kirjoita osoitteeseen anna@oma.example.'],
    ['anna@oma.example', '{"to": "Anna@Oma.Example"}'],
    ['anna@oma.example', JSON.stringify('Terveisin\nanna@oma.example')],
    ['Anna Ek', 'Hei, Anna Ek!'],
    ['Anna Ek', JSON.stringify('Terveisin\nAnna Ek')],
    ['+358401234567', 'Soita +358401234567'],
    ['a+b@oma.example', 'a+b@oma.example'],
  ])('%s is found in %s', async (value, text) => {
    expect(await isFound(value, text)).toBe(true)
  })

  it.each([
    ['anna@oma.example', 'johanna@oma.example'],
    ['anna@oma.example', 'maija.anna@oma.example'],
    ['anna@oma.example', 'anna@oma.example.org'],
    ['anna@oma.example', 'anna@omaXexample'],
    ['Anna Ek', 'Anna Ekman'],
    ['Anna Ek', 'Johanna Ek'],
    ['+358401234567', '+3584012345678'],
  ])('%s is not taken out of %s, which is another’s', async (value, text) => {
    expect(await isFound(value, text)).toBe(false)
  })
})

it.each([
  ['Anna Ek', 'Sopija on Anna\n Ek, 1.1.', true],
  ['Anna Ek', 'Sopija on Anna Ekman', false],
  ['anna@oma.example', 'johanna@oma.example', false],
  ['anna@oma.example', 'Sähköposti: ANNA@oma.example.', true],
  ['+358401234567', 'puh. +358401234567', true],
])('%s in what a file says: %s', (value, text, isFound) => {
  expect(wholeValueInText(value).test(text)).toBe(isFound)
})
