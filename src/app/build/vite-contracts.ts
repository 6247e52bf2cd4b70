import path from 'node:path'
import type { Plugin } from 'vite'
import { Type as browserBuilders } from '../../platform/web/api/schema-builder.ts'

const source = path.resolve(import.meta.dirname, '../..')

/** What only the server and the API document read of an endpoint. */
const serverOnly = new Set([
  'access',
  'summary',
  'params',
  'query',
  'replies',
  'errors',
  'failure',
  'invalidBody',
  'limit',
  'mayLag',
  'neverStored',
  'duringMaintenance',
  'whileDeactivated',
  'light',
])

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

/** Every call that runs when the module is loaded: none inside a function. */
function callsOnLoad(node: Node): Node[] {
  if (/Function/.test(node.type)) return []
  return [...(node.type === 'CallExpression' ? [node] : []), ...childrenOf(node).flatMap(callsOnLoad)]
}

const isEndpoint = (call: Node) => ['endpoint', 'genericEndpoint'].includes(String((call.callee as Node).name))

/** The builders of schemas that a file calls and the browser does not have. */
function missingBuilders(node: Node): string[] {
  const { object, property } = (node.type === 'CallExpression' ? node.callee : {}) as { object?: Node; property?: Node }
  const name = String(property?.name)
  const isMissing = ['T', 'Type'].includes(String(object?.name)) && !Object.hasOwn(browserBuilders, name)
  return [...(isMissing ? [name] : []), ...childrenOf(node).flatMap(missingBuilders)]
}

/** The places of an endpoint's properties that the browser has no use for, each with its comma. */
function droppedFrom(call: Node, code: string): [number, number][] {
  const [value] = call.arguments as Node[]
  const properties = (value?.properties ?? []) as Node[]
  const nameOf = ({ key }: Node) => String((key as Node | undefined)?.name)
  const { value: method } = (properties.find((one) => nameOf(one) === 'method')?.value ?? {}) as { value?: unknown }
  // What a form sends without a body is judged by its query.
  const isJudged = (name: string) => name === 'query' && method === 'DELETE'
  return properties
    .filter((property) => serverOnly.has(nameOf(property)) && !isJudged(nameOf(property)))
    .map(({ start, end }) => [start, end + (/^\s*,/.exec(code.slice(end))?.[0].length ?? 0)])
}

/**
 * Lightens the contracts for the browser: of an endpoint stay method, path, body, the query of
 * a DELETE and kind of file, and since nothing
 * in a contract has a side effect, shapes that are then unused fall away. The `typebox` of the browser is
 * `schema-builder.ts` (an alias in the configuration); a schema that it cannot build fails the build.
 */
export function contracts(): Plugin {
  return {
    name: 'light-contracts',
    enforce: 'pre',
    transform(code, id) {
      const [file = ''] = id.split('?')
      if (!file.startsWith(source) || !/(?:contract|shapes)\.ts$/.test(file)) return null
      const program = this.parse(code, { lang: 'ts' })
      if (!isNode(program)) throw new Error(`${file} is no program`)
      const missing = missingBuilders(program)
      if (missing.length > 0)
        this.error(`${file}: the browser cannot build ${missing.join(', ')} (platform/web/api/schema-builder.ts)`)
      const calls = callsOnLoad(program)
      const dropped = calls.filter(isEndpoint).flatMap((call) => droppedFrom(call, code))
      const isKept = ({ start }: Node) => !dropped.some(([from, to]) => start >= from && start < to)
      const edits = [
        ...dropped.map(([start, end]) => ({ start, end, text: '' })),
        ...calls.filter(isKept).map(({ start }) => ({ start, end: start, text: '/* @__PURE__ */ ' })),
      ].sort((left, right) => right.start - left.start)
      const light = edits.reduce(
        (text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end),
        code,
      )
      return { code: light, map: null }
    },
  }
}
