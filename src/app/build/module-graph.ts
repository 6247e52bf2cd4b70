import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const source = path.resolve(import.meta.dirname, '../..')

interface ModuleFacts {
  /** What the module imports at once, as absolute files of our own; types left out. */
  readonly imports: readonly string[]
  readonly text: string
}

const known = new Map<string, ModuleFacts>()

const staticImport = /^(?:import|export)\s+(?!type\b)[^;'"]*?from\s+'([^']+)'|^import\s+'([^']+)'/gm

/** Our own file that an import names from another file, or null for packages and styles. */
export function resolveOwn(from: string, target: string): string | null {
  const file = target.startsWith('#')
    ? path.join(source, target.slice(1))
    : target.startsWith('.')
      ? path.join(path.dirname(from), target)
      : null
  return file && /\.tsx?$/.test(file) && existsSync(file) ? file : null
}

function factsOf(file: string): ModuleFacts {
  const text = readFileSync(file, 'utf8')
  const before = known.get(file)
  if (before?.text === text) return before
  const imports = [...text.matchAll(staticImport)].flatMap((match) => resolveOwn(file, match[1] ?? match[2]!) ?? [])
  const facts = { imports, text }
  known.set(file, facts)
  return facts
}

/** The files of ours that arrive when a file is loaded, itself among them: everything it imports without `import()`. */
export function filesLoadedWith(file: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const open = [file]
  for (let next = open.pop(); next; next = open.pop()) {
    if (found.has(next)) continue
    const { imports, text } = factsOf(next)
    found.set(next, text)
    open.push(...imports)
  }
  return found
}
