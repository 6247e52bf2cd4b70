import SwaggerParser from '@apidevtools/swagger-parser'
import Ajv from 'ajv'
import addFormats from 'ajv-formats'
import fastJson from 'fast-json-stringify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Contract } from '#platform/contract/contract.ts'
import { openWorld, type World } from '#testing/world.ts'
import { mounted } from '../../server/features.ts'

interface Shown {
  content?: Record<string, { schema?: object; example?: unknown }>
}
interface Described {
  'x-access'?: unknown
  operationId?: string
  parameters?: { name: string; required?: boolean; schema?: object; example?: unknown }[]
  requestBody?: Shown
  responses: Record<string, Shown>
  security?: Record<string, string[]>[]
}

let world: World
let document: {
  openapi: string
  servers: { url: string }[]
  info: { license?: object }
  paths: Record<string, Record<string, Described>>
  components: { responses: Record<string, Shown>; securitySchemes?: Record<string, object> }
}

const operations = () => Object.values(document.paths).flatMap((methods) => Object.values(methods))

beforeAll(async () => {
  world = await openWorld()
  document = (await world.app.inject({ method: 'GET', url: '/api/openapi.json' })).json()
})
afterAll(() => world.close())

describe('the API document', () => {
  it('is valid OpenAPI 3.1', async () => {
    expect(document.openapi).toBe('3.1.0')
    await expect(SwaggerParser.validate(structuredClone(document) as never)).resolves.toBeTruthy()
  })

  it('is browsed on a page of its own, whose files are found', async () => {
    const page = await world.app.inject({ method: 'GET', url: '/api/docs' })
    expect(page).toMatchObject({ statusCode: 200, headers: { 'content-type': 'text/html; charset=utf-8' } })
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    const scripts = [...page.body.matchAll(/src="([^"]+)"/g)].map(([, address]) => address!)
    expect(scripts.length).toBeGreaterThan(1)
    for (const address of scripts) {
      const url = new URL(address, 'http://localhost/api/docs/').pathname
      expect((await world.app.inject({ method: 'GET', url })).statusCode, url).toBe(200)
    }
  })

  it('names every endpoint with its access rule, and no other', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, operation]) =>
          `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '{}')} ${JSON.stringify(operation['x-access'])}`,
      ),
    )
    const declared = mounted.flatMap(({ contract }) =>
      Object.values(contract).map(
        (spec) => `${spec.method} ${spec.path.replace(/:\w+/g, '{}')} ${JSON.stringify(spec.access)}`,
      ),
    )
    expect(described.sort()).toEqual(declared.sort())
  })

  it('does not call a value with a default required', () => {
    const wrong = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).flatMap((operation) =>
        (operation.parameters ?? [])
          .filter(({ name, required }) => required && ['page', 'limit', 'pageSize'].includes(name))
          .map(() => operation.operationId),
      ),
    )
    expect(wrong).toEqual([])
  })

  it('describes what can be compiled: the server itself compiles a schema at its first call', () => {
    const [validators, serializers] = [world.app.validatorCompiler!, world.app.serializerCompiler!]
    for (const { contract } of mounted)
      for (const { method, path: url, params, query, body, replies } of Object.values(contract as Contract)) {
        for (const [httpPart, schema] of Object.entries({ params, querystring: query, body }))
          if (schema) expect(() => validators({ schema, method, url, httpPart })({}), `${method} ${url}`).not.toThrow()
        for (const schema of Object.values(replies)) expect(() => fastJson(schema), url).not.toThrow()
      }
    expect(serializers({ schema: { type: 'array' }, method: 'GET', url: '/' })([])).toBe('[]')
  })

  it('shows an example of every parameter, body and reply, and each is accepted by its schema', () => {
    const ajv = addFormats.default(new Ajv.default({ strict: false, multipleOfPrecision: 6, validateSchema: false }))
    // Most schemas, those of errors above all, stand there many times.
    const compiled = new Map<string, ReturnType<typeof ajv.compile>>()
    const validatorOf = (schema: object) => {
      const text = JSON.stringify(schema)
      const known = compiled.get(text) ?? ajv.compile(JSON.parse(text))
      compiled.set(text, known)
      return known
    }
    const faults: string[] = []
    const check = (where: string, shown: { schema?: object; example?: unknown }) => {
      const isAccepted = validatorOf(shown.schema ?? {})
      if (!Object.hasOwn(shown, 'example')) faults.push(`${where}: none`)
      else if (!isAccepted(shown.example)) faults.push(`${where}: ${ajv.errorsText(isAccepted.errors)}`)
    }
    for (const [name, part] of Object.entries(document.components.responses))
      check(name, part.content!['application/json']!)
    for (const operation of operations()) {
      const { operationId, parameters = [], requestBody, responses } = operation
      for (const parameter of parameters) check(`${operationId} ${parameter.name}`, parameter)
      for (const [name, part] of [['body', requestBody] as const, ...Object.entries(responses)]) {
        const json = part?.content?.['application/json']
        if (json?.schema) check(`${operationId} ${name}`, json)
      }
    }
    expect(faults).toEqual([])
  })

  it('gives every operation a name of its own', () => {
    const names = operations().map(({ operationId }) => operationId)
    expect(new Set(names).size).toBe(names.length)
    expect(names.filter((name) => !/^[A-Za-z0-9_.~-]+$/.test(name ?? ''))).toEqual([])
  })

  it('holds one template a path, whatever the addresses call their parts', () => {
    const shapes = Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, '{}'))
    expect(shapes.filter((shape, at) => shapes.indexOf(shape) !== at)).toEqual([])
    const nameless = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { parameters = [] }]) => {
        const inPath = parameters.filter((parameter) => (parameter as { in?: string }).in === 'path')
        const names = path.match(/\{(\w+)\}/g)?.map((name) => name.slice(1, -1)) ?? []
        return inPath
          .map(({ name }) => name)
          .sort()
          .join() === names.sort().join()
          ? []
          : `${method} ${path}`
      }),
    )
    expect(nameless).toEqual([])
  })

  it('names its server, its licence, and for every call a success and what proves the caller', () => {
    expect([document.servers, document.info.license]).toEqual([[{ url: '/' }], expect.any(Object)])
    const silent = operations().filter(({ responses }) => !Object.keys(responses).some((status) => /^2/.test(status)))
    expect(silent.map(({ operationId }) => operationId)).toEqual([])
    const schemes = Object.keys(document.components.securitySchemes ?? {})
    const faults = operations().filter(({ security, 'x-access': access }) => {
      const isOpen = access === 'public' || typeof access === 'object'
      if (!security || isOpen !== (security.length === 0)) return true
      return !security.flatMap((one) => Object.keys(one)).every((name) => schemes.includes(name))
    })
    expect(faults.map(({ operationId }) => operationId)).toEqual([])
  })

  it('refers to nothing that it does not hold, and holds nothing that no call names', () => {
    const named = [...JSON.stringify(document.paths).matchAll(/"#\/components\/responses\/(\w+)"/g)].map(
      ([, name]) => name,
    )
    expect([...new Set(named)].sort()).toEqual(Object.keys(document.components.responses).sort())
  })
})
