import { expect, test } from 'vitest'
import { endpoints } from '#testing/aim.ts'

interface Schema {
  readonly pattern?: string
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
}

/** Every field of a body, at any depth, whose value a mail may greet a person by. */
function namesIn(schema: Schema, place: string): { place: string; schema: Schema }[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([field, value]) => [
    ...(/^(firstName|lastName)$/.test(field) ? [{ place: `${place}.${field}`, schema: value }] : []),
    ...namesIn(value, `${place}.${field}`),
  ])
  const parts = [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])]
  return [...own, ...parts.flatMap((part) => namesIn(part, place))]
}

const takes = (schema: Schema, value: string): boolean =>
  schema.anyOf?.some((one) => takes(one, value)) ?? new RegExp(schema.pattern ?? '', 'u').test(value)

const fields = endpoints.flatMap(({ spec }) => namesIn((spec.body ?? {}) as Schema, `${spec.method} ${spec.path}`))

test('no form takes a name of a person that a mail would turn into a link', () => {
  expect(fields.length).toBeGreaterThan(8)
  const lures = ['Voitit osoitteesta evil.example', 'https://evil', 'joku@evil', '<svg/onload=1>', 'a\nb']
  const taken = fields.flatMap(({ place, schema }) =>
    lures.filter((lure) => takes(schema, lure)).map((lure) => `${place} takes ${lure}`),
  )
  expect(taken).toEqual([])
  for (const { place, schema } of fields) expect(takes(schema, 'Anna-Liisa A. Öhman'), place).toBe(true)
})
