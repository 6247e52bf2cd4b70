import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { publicPages } from '#features/site/public-pages/pages.ts'
import type { EndpointSpec } from '#platform/contract/contract.ts'
import { specifiedCalls, specifiedReplies, specifiedRoutes, specifiedTexts } from '#testing/sources/specification.ts'
import { mounted } from '../../server/features.ts'
import { everyScreen as screens } from '../../web/admin-screens.ts'

/** What later issues bring. Whatever stands must leave the list; it shrinks to empty. */
const comesLater: readonly string[] = []

const known = new Map<string, EndpointSpec>(
  mounted
    .flatMap(({ contract }) => Object.values(contract))
    .map((spec) => [`${spec.method} ${spec.path.replace(/:(\w+)/g, '{$1}')}`, spec as EndpointSpec]),
)
const words = (text = '') => text.split(/\s+/).filter(Boolean)

/** What of one printed call the product lacks. */
function gapsOf(line: string): string[] {
  const [, call, query, body] = /^(\S+ \S+)(?: \?([^{]*))?(?: ?\{(.*)\})?$/.exec(line)!
  const spec = known.get(call!)
  if (!spec) return [call!]
  const asked = spec.query?.properties as Record<string, { default?: unknown }> | undefined
  const given = spec.body as { properties?: object; anyOf?: { properties?: object }[] } | undefined
  const fields = [given, ...(given?.anyOf ?? [])].flatMap((one) => Object.keys(one?.properties ?? {}))
  return [
    ...words(query).flatMap((word) => {
      const [name, value] = word.split('=') as [string, string?]
      if (!asked?.[name]) return [`${call} ?${name}`]
      return value !== undefined && asked[name].default !== Number(value) ? [`${call} ?${word}`] : []
    }),
    ...words(body)
      .filter((name) => !fields.includes(name))
      .map((name) => `${call} {${name}}`),
  ]
}

interface ReplySchema {
  readonly properties?: Record<string, ReplySchema>
  readonly items?: ReplySchema
  readonly anyOf?: readonly ReplySchema[]
}

/** Whether a reply holds what a path leads to, through objects, rows of lists and choices. */
function holds(schema: ReplySchema | undefined, names: readonly string[]): boolean {
  if (!schema) return false
  if (schema.anyOf) return schema.anyOf.some((one) => holds(one, names))
  if (schema.items) return holds(schema.items, names)
  const [first, ...rest] = names
  return first === undefined || holds(schema.properties?.[first], rest)
}

/** What the reply to one printed call lacks. */
function replyGapsOf(line: string): string[] {
  const [method, path, ...wanted] = words(line)
  const spec = known.get(`${method} ${path}`)
  const replies = Object.entries((spec?.replies ?? {}) as Record<string, ReplySchema>)
  const good = replies.filter(([status]) => status.startsWith('2')).map(([, schema]) => schema)
  return wanted
    .filter((name) => !good.some((schema) => holds(schema, name.split('.'))))
    .map((name) => `${method} ${path} → ${name}`)
}

const patternOf = (address: string) => address.replace(/\$\w+|\{\w+\}/g, ':').replace('/:/liity', '/fi/liity')
const pages = new Set([...publicPages, ...screens].map((page) => patternOf(page.path)))

/** Every source that can say something to a user or a caller; tests and this folder's data say nothing. */
function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|json|sql)$/.test(entry.name) && !/\.test\./.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !file.includes(`${path.sep}testing${path.sep}`))
    .map((file) => readFileSync(file, 'utf8'))
}

const gaps = {
  calls: words(specifiedCalls.trim().replaceAll(' ', '\u0000').replaceAll('\n', ' '))
    .map((line) => line.replaceAll('\u0000', ' '))
    .flatMap(gapsOf),
  routes: words(specifiedRoutes).filter((route) => !pages.has(patternOf(route))),
  texts: () => {
    const all = sources(path.resolve(import.meta.dirname, '../../..')).join('\n')
    return specifiedTexts.filter((text) => !all.includes(text))
  },
}

describe('the specification', () => {
  it('prints no call, parameter or default that is missing', () => {
    expect(gaps.calls.filter((gap) => !comesLater.includes(gap))).toEqual([])
  })

  it('names nothing in a reply that is missing', () => {
    expect(specifiedReplies.trim().split('\n').flatMap(replyGapsOf)).toEqual([])
  })

  it('prints no page route that is missing', () => {
    expect(gaps.routes.filter((gap) => !comesLater.includes(gap))).toEqual([])
  })

  it('prints no text that is said nowhere', () => {
    expect(gaps.texts().filter((gap) => !comesLater.includes(gap))).toEqual([])
  })

  it('is met by everything that is no longer to come', () => {
    const open = [...gaps.calls, ...gaps.routes, ...gaps.texts()]
    expect(comesLater.filter((gap) => !open.includes(gap))).toEqual([])
  })
})
