import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const source = path.resolve(import.meta.dirname, '../..')

export interface SourceFile {
  /** The path below `src`. */
  readonly file: string
  readonly text: string
}

/** Every source file but tests, generated files and declarations. */
export function sourceFiles(): SourceFile[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|generated|d)\.tsx?$/.test(file))
    .map((file) => ({ file, text: readFileSync(path.join(source, file), 'utf8') }))
}

export interface Place {
  readonly layer: 'app' | 'feature' | 'platform' | 'testing'
  /** The wing of a feature: its folder of `features`. */
  readonly wing: string | null
  readonly feature: string | null
  /** The feature, or a folder of it that has a contract or sides of its own, such as `companies/groups`. */
  readonly part: string | null
  readonly side: 'server' | 'web' | 'shared'
}

export function placeOf(file: string): Place {
  const [top, wing, feature] = file.split('/')
  const layer = top === 'features' ? 'feature' : (top as Place['layer'])
  const side = /\/server\//.test(file) ? 'server' : /\/web\//.test(file) ? 'web' : 'shared'
  const part =
    /^features\/[^/]+\/([^/]+(?:\/(?!server\/|web\/|rules\/|parameters\/)[^/]+(?=\/))?)/.exec(file)?.[1] ?? null
  const isFeature = layer === 'feature'
  return { layer, wing: isFeature ? wing! : null, feature: isFeature ? feature! : null, part, side }
}

const imported =
  /^(?:import|export)\s+(?:type\b)?[^;'"]*?from\s+'([^']+)'|^import\s+'([^']+)'|import\('([^']+)'\)|^\} from '([^']+)'/gm

/** The project's own files that a file imports, for types alone too. */
export function importsOf({ file, text }: SourceFile): string[] {
  return [...text.matchAll(imported)].flatMap((match) => {
    const target = match[1] ?? match[2] ?? match[3] ?? match[4]!
    const own = target.startsWith('#')
      ? target.slice(1)
      : target.startsWith('.')
        ? path.posix.normalize(path.posix.join(path.posix.dirname(file), target))
        : null
    return own ? [own] : []
  })
}

/** The wings of `features`: each imports only those before it. */
export const wings = [
  'ground',
  'pricing',
  'story',
  'payroll',
  'orders',
  'people',
  'leases',
  'money',
  'lease-ends',
  'site',
  'operations',
  'homes',
] as const
const orderOf = (wing: string) => (wings as readonly string[]).indexOf(wing)

/** A file of a feature without its wing, as lists name it: `orders/server/start.ts`. */
export const withoutWing = (file: string) => file.replace(/^features\/[^/]+\//, '')

/** The folder of a feature below `src`, whatever wing it stands in. */
export function folderOfFeature(feature: string): string {
  const wing = wings.find((one) => existsSync(path.join(source, 'features', one, feature)))
  if (!wing) throw new Error(`no feature is called ${feature}`)
  return path.join(source, 'features', wing, feature)
}

/** Why a file may not import another, or null; types alone are an import like any other. */
export function importFault(from: Place, to: Place): string | null {
  if (to.layer === 'testing' && from.layer !== 'testing') return 'only tests use testing'
  if (from.layer === 'testing') return null
  if (to.layer === 'app' && from.layer !== 'app') return 'nothing imports app'
  if (from.layer === 'platform' && to.layer === 'feature') return 'platform imports no feature'
  if (from.wing && to.wing && orderOf(to.wing) > orderOf(from.wing)) return `${from.wing} stands before ${to.wing}`
  if (from.side === 'web' && to.side === 'server') return 'the browser does not import the server'
  if (from.side === 'server' && to.side === 'web') return 'the server does not import the browser'
  if (from.side === 'shared' && from.layer !== 'app' && to.side !== 'shared')
    return 'what both sides share imports neither side'
  // A home composes the screens of several subjects; subjects know nothing of each other's screens.
  if (from.side === 'web' && to.side === 'web' && from.feature && to.feature && from.feature !== to.feature)
    return from.wing === 'homes' && to.wing !== 'homes' ? null : 'a feature does not import the screens of another'
  return null
}

/** The circles in which groups of files need each other, types and screens included; each circle once. */
export function circlesBetween(files: readonly SourceFile[], groupOf: (place: Place) => string | null): string[] {
  const edges = new Map<string, Set<string>>()
  for (const file of files) {
    const from = groupOf(placeOf(file.file))
    if (!from) continue
    for (const target of importsOf(file)) {
      const to = groupOf(placeOf(target))
      if (to && to !== from) edges.set(from, (edges.get(from) ?? new Set()).add(to))
    }
  }
  const circles = new Set<string>()
  const done = new Set<string>()
  const follow = (group: string, trail: readonly string[]) => {
    if (trail.includes(group)) return void circles.add([...trail.slice(trail.indexOf(group)), group].join(' → '))
    if (done.has(group)) return
    for (const next of edges.get(group) ?? []) follow(next, [...trail, group])
    done.add(group)
  }
  for (const group of edges.keys()) follow(group, [])
  return [...circles]
}
