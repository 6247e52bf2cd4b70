import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import type { SourceFile } from './source-imports.ts'

const generated = path.resolve(import.meta.dirname, '../../platform/server/database/tables.generated.ts')

/** The tables whose every row belongs to a company, as the generated types of the schema tell. */
export function tenantTables(text = readFileSync(generated, 'utf8')): Set<string> {
  const columns = new Map([...text.matchAll(/interface (\w+) \{([^}]*)\}/g)].map((match) => [match[1]!, match[2]!]))
  const all = [...columns.get('Tables')!.matchAll(/^ {2}(\w+): (\w+)$/gm)]
  return new Set(
    all.flatMap(([, table, type]) => (/^ {2}company_id: string$/m.test(columns.get(type!)!) ? [table!] : [])),
  )
}

interface Declared {
  readonly text: string
  readonly params: string
  readonly isExported: boolean
}
interface Part {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly id?: { readonly name: string }
  readonly init?: Part | null
  readonly params?: readonly Part[]
  readonly declaration?: Part | null
  readonly declarations?: readonly Part[]
}

/** The functions and values that a file declares outside of any function. */
function declaredIn({ file, text }: SourceFile): Map<string, Declared> {
  const found = new Map<string, Declared>()
  for (const node of parseSync(file, text).program.body as Part[]) {
    const isExported = node.type === 'ExportNamedDeclaration'
    const declaration = isExported ? node.declaration : node
    for (const part of declaration?.declarations ?? (declaration?.params ? [declaration] : [])) {
      const value = part.init ?? part
      const params = (value.params ?? []).map(({ start, end }) => text.slice(start, end)).join(', ')
      found.set(part.id!.name, { text: text.slice(value.start, value.end), params, isExported })
    }
  }
  return found
}

const asking = /(?:selectFrom|updateTable|deleteFrom|[jJ]oin)\('(\w+)(?: as \w+)?'|\b(?:from|update|join) (\w+)\b/g
const scoping = /\bScope\b|\bscope\b|\bscopeOf\(|\bwithin\(|\breaches\(/
/** A row was found before it was handed in, and a link's token was compared. */
const foundBefore = /:[^,]*\w(?:Row|Record|LinkToken)\b/

/**
 * The exported functions of a file that ask for rows of tenant tables, by themselves or through others of the file, and
 * take neither a scope nor a row that was found with one. Jobs work for every company and are left out.
 */
export function unscopedQueries(source: SourceFile, tables: ReadonlySet<string>): string[] {
  if (/jobs?\.ts$/.test(source.file)) return []
  const all = declaredIn(source)
  const reached = (name: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(name)) return seen
    seen.add(name)
    const words = new Set(all.get(name)!.text.match(/\w+/g))
    for (const other of all.keys()) if (words.has(other)) reached(other, seen)
    return seen
  }
  return [...all].flatMap(([name, { isExported, params }]) => {
    if (!isExported || foundBefore.test(params)) return []
    const text = [...reached(name)].map((one) => all.get(one)!.text).join('\n')
    const asked = [...text.matchAll(asking)].map((match) => match[1] ?? match[2]!)
    return asked.some((table) => tables.has(table)) && !scoping.test(text) ? [`${source.file} ${name}`] : []
  })
}

/** What the list of unscoped queries and the code do not agree on. */
export function scopeFaults(
  answered: Readonly<Record<string, readonly string[]>>,
  unscoped: readonly string[],
): string[] {
  const named = new Set(Object.values(answered).flat())
  return [
    ...unscoped.filter((one) => !named.has(one)).map((one) => `${one} takes no scope, and nobody answers for it`),
    ...[...named].filter((one) => !unscoped.includes(one)).map((one) => `${one} needs no entry`),
  ]
}
