import path from 'node:path'
import { parseSync } from 'vite'
import { sourceFiles } from './source-imports.ts'

interface Node {
  readonly type: string
  readonly [part: string]: unknown
}

/** What one declaration of a file uses: other declarations by `file#name`, ports by their names, and its words. */
interface Use {
  readonly names: ReadonlySet<string>
  readonly ports: ReadonlySet<string>
  readonly words: ReadonlySet<string>
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string'
const nameOf = (node: unknown) => (isNode(node) ? ((node.name ?? node.value) as string) : '')

function walk(value: unknown, look: (node: Node) => void): void {
  if (Array.isArray(value)) for (const one of value) walk(one, look)
  if (!isNode(value)) return
  look(value)
  for (const [part, inner] of Object.entries(value)) if (!/[tT]ypeA/.test(part)) walk(inner, look)
}

/** A template with what is filled in as a star. */
const wordOf = (node: Node) =>
  (node.quasis as Node[]).map((quasi) => (quasi.value as { cooked: string }).cooked).join('*')

function partsUsed(part: unknown, resolve: (name: string) => string | null): Use {
  const [names, ports, words] = [new Set<string>(), new Set<string>(), new Set<string>()]
  walk(part, (node) => {
    if (node.type === 'Identifier') {
      const found = resolve(nameOf(node))
      if (found) names.add(found)
    }
    if (node.type === 'MemberExpression' && !node.computed) ports.add(nameOf(node.property))
    if (node.type === 'Literal' && typeof node.value === 'string') words.add(node.value)
    if (node.type === 'TemplateLiteral') words.add(wordOf(node))
  })
  return { names, ports, words }
}

const fileOf = (from: string, target: string): string | null => {
  if (target.startsWith('#')) return target.slice(1)
  return target.startsWith('.') ? path.posix.normalize(path.posix.join(path.posix.dirname(from), target)) : null
}

/** What is declared in a statement, by name; of an object each member is one of its own. */
function declaredIn(statement: Node): [string, unknown][] {
  const inner = statement.type === 'ExportNamedDeclaration' ? (statement.declaration as Node | null) : statement
  if (!inner) return []
  if (/^(Function|Class)Declaration$/.test(inner.type)) return [[nameOf(inner.id), inner]]
  if (inner.type !== 'VariableDeclaration') return []
  return (inner.declarations as Node[]).flatMap((one): [string, unknown][] => {
    const name = nameOf(one.id)
    const { init } = one
    const members = isNode(init) && init.type === 'ObjectExpression' ? (init.properties as Node[]) : []
    const own = members.filter(({ type }) => type === 'Property')
    return [[name, init], ...own.map(({ key, value }): [string, unknown] => [`${name}.${nameOf(key)}`, value])]
  })
}

/** The declarations of all server files and what each uses, and who stands behind each port. */
function readSources() {
  const uses = new Map<string, Use>()
  const behind = new Map<string, Set<string>>()
  for (const { file, text } of sourceFiles()) {
    if (/\.tsx$|\/web\/|^testing\//.test(file)) continue
    const statements: readonly unknown[] = parseSync(file, text).program.body
    const body = statements.filter(isNode)
    const bound = new Map<string, string>()
    const declared = body.flatMap(declaredIn)
    for (const [name] of declared) bound.set(name, `${file}#${name}`)
    for (const node of body.filter(({ type }) => type === 'ImportDeclaration')) {
      const target = fileOf(file, nameOf(node.source))
      if (target)
        for (const one of node.specifiers as Node[])
          bound.set(nameOf(one.local), `${target}#${nameOf(one.imported ?? one.local)}`)
    }
    const resolve = (name: string) => bound.get(name) ?? null
    for (const [name, part] of declared) uses.set(`${file}#${name}`, partsUsed(part, resolve))
    walk(body, (node) => {
      if (node.type !== 'CallExpression' || !/^provide/.test(nameOf(node.callee))) return
      const [given] = node.arguments as Node[]
      for (const { key, value } of (given?.properties ?? []) as Node[]) {
        const port = behind.get(nameOf(key)) ?? new Set()
        for (const name of partsUsed(value, resolve).names) port.add(name)
        behind.set(nameOf(key), port)
      }
    })
  }
  return { uses, behind }
}

let sources: ReturnType<typeof readSources> | null = null

/**
 * The words that stand in a handler and in everything that it uses, as the server's own code names them: what it may
 * say, and to whom. A word that is put together has stars in the places that are filled in.
 * @param handler `file#handlers.call`, or the handlers alone where they are made by a function
 */
export function wordsReachedFrom(handler: string): ReadonlySet<string> {
  sources ??= readSources()
  const words = new Set<string>()
  const seen = new Set<string>()
  const left = [handler]
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    const use = sources.uses.get(name)
    if (seen.has(name) || !use) continue
    seen.add(name)
    for (const word of use.words) words.add(word)
    left.push(...use.names, ...[...use.ports].flatMap((port) => [...(sources?.behind.get(port) ?? [])]))
  }
  return words
}

/** Whether a declaration exists. */
export function isDeclared(name: string): boolean {
  sources ??= readSources()
  return sources.uses.has(name)
}
