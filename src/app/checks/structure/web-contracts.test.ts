import { readdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { type EndpointSpec, endpoint, Shape, T } from '#platform/contract/contract.ts'
import { Type as light } from '#platform/web/api/schema-builder.ts'

const features = path.resolve(import.meta.dirname, '../../../features')
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

interface AnySchema {
  readonly type?: string | readonly string[]
  readonly anyOf?: readonly AnySchema[]
  readonly items?: AnySchema
  readonly properties?: Readonly<Record<string, AnySchema>>
}
const scalars = ['string', 'number', 'integer', 'boolean', 'null']
const partsOf = ({ anyOf = [], items, properties = {} }: AnySchema) => [
  ...anyOf,
  ...(items ? [items] : []),
  ...Object.values(properties),
]
const typesIn = (schema: AnySchema): string[] => [...[schema.type ?? []].flat(), ...partsOf(schema).flatMap(typesIn)]

/** What of a call no browser can send: values that JSON or an address cannot hold, a body of a GET, a file of no kind. */
function unsendable({ method, path, query, body, upload }: EndpointSpec): string[] {
  const inBody = typesIn((body ?? {}) as AnySchema).filter((type) => ![...scalars, 'object', 'array'].includes(type))
  const inQuery = Object.values((query?.properties ?? {}) as Record<string, AnySchema>).flatMap(typesIn)
  return [
    ...inBody.map((type) => `${path}: ${type} in the body`),
    ...inQuery.filter((type) => !scalars.includes(type)).map((type) => `${path}: ${type} in the query`),
    ...(method === 'GET' && (body ?? upload) ? [`${path}: a GET with a body`] : []),
    ...(upload && (body || upload.contentTypes.length === 0) ? [`${path}: a file of no kind, or beside a body`] : []),
  ]
}

it('every call can be sent by a browser: JSON or one file of a known kind, and texts in the address', async () => {
  const exported = Object.values(await contractsNow()).flatMap((file) => Object.values(file as object))
  const specs = exported
    .flatMap((value) => [value, ...(value && typeof value === 'object' ? Object.values(value) : [])])
    .filter((value): value is EndpointSpec => typeof value?.method === 'string' && typeof value.path === 'string')
  expect(specs.length).toBeGreaterThan(250)
  expect(specs.flatMap(unsendable)).toEqual([])
  const spec = { method: 'GET', path: '/api/a', access: 'public', summary: 'A.', replies: {} } as const
  const big = T.Unsafe<number>({ type: 'bigint' })
  expect(unsendable({ ...spec, method: 'POST', body: Shape({ a: T.Array(big) }) })).toHaveLength(1)
  expect(unsendable({ ...spec, query: Shape({ a: T.Array(T.String()) }) })).toHaveLength(1)
  expect(unsendable({ ...spec, body: Shape({}) })).toHaveLength(1)
  expect(unsendable({ ...spec, method: 'POST', upload: { maxBytes: 1, contentTypes: [] } })).toHaveLength(1)
})

it('a call whose values no browser can send does not compile', () => {
  const spec = { method: 'POST', path: '/api/a', access: 'public', summary: 'A.', replies: {} } as const
  // @ts-expect-error a date is no JSON
  endpoint({ ...spec, body: Shape({ at: T.Unsafe<Date>({}) }) })
  // @ts-expect-error a big number is no JSON, in a list neither
  endpoint({ ...spec, body: Shape({ list: T.Array(T.Unsafe<bigint>({})) }) })
  // @ts-expect-error a key that is always undefined is never sent
  endpoint({ ...spec, body: Shape({ a: T.Unsafe<undefined>({}) }) })
  // @ts-expect-error the bytes of a file have no place in JSON
  endpoint({ ...spec, body: Shape({ file: T.Unsafe<Uint8Array>({}) }) })
  // @ts-expect-error an address carries no list
  endpoint({ ...spec, query: Shape({ ids: T.Array(T.String()) }) })
  // @ts-expect-error a file of no kind
  endpoint({ ...spec, upload: { maxBytes: 1, contentTypes: [] } })
  expect(endpoint({ ...spec, body: Shape({ a: T.Optional(T.Array(T.Integer())) }) }).path).toBe('/api/a')
})
