import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorld, type World } from '#testing/world.ts'
import { codeKeys } from '../copy-codes.ts'
import { copiedTables } from './copied-tables.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

/** A list of codes that a check of the schema holds a column to. */
const listed = /^CHECK \(+"?(\w+)"? (?:= ANY \(|<@ )ARRAY\[('[^\]]*)\]/

it.each(['fi', 'en', 'sv'] as const)('names every code of every copied column in words (%s)', async (language) => {
  const { services } = world
  const tables = new Set(Object.entries(copiedTables).map(([name, { table = name }]) => table))
  const { rows } = await sql<{ table: string; check: string }>`
    select conrelid::regclass::text as "table", pg_get_constraintdef(oid) as "check" from pg_constraint
     where contype = 'c' and connamespace = 'public'::regnamespace`.execute(services.database.primary)
  const codes = rows
    .filter(({ table }) => tables.has(table))
    .flatMap(({ table, check }) => {
      const found = listed.exec(check)
      return (found?.[2] ?? '').split(', ').flatMap((one) => {
        const value = /^'([^']*)'/.exec(one)?.[1]
        return found && value ? [{ table, column: found[1]!, value }] : []
      })
    })
  expect(codes.length).toBeGreaterThan(300)
  const unnamed = codes.filter(
    ({ table, column, value }) => !codeKeys(table, column, value).some((key) => services.texts.has(language, key)),
  )
  expect(unnamed.map(({ table, column, value }) => `${table}.${column} ${value}`)).toEqual([])
})
