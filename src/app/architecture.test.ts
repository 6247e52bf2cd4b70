import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const source = path.resolve(import.meta.dirname, '..')
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.(test|generated|d)\.tsx?$/.test(file),
)

interface Place {
  readonly layer: 'app' | 'feature' | 'platform' | 'testing'
  readonly feature: string | null
  /** The feature, or a folder of it that has a contract or sides of its own, such as `companies/groups`. */
  readonly part: string | null
  readonly side: 'server' | 'web' | 'shared'
}

function placeOf(file: string): Place {
  const [top, second] = file.split('/')
  const layer = top === 'features' ? 'feature' : (top as Place['layer'])
  const side = /\/server\//.test(file) ? 'server' : /\/web\//.test(file) ? 'web' : 'shared'
  const part = /^features\/(.+?)\/(?:(?:server|web|rules)\/.*|[^/]+)$/.exec(file)?.[1] ?? null
  return { layer, feature: layer === 'feature' ? second! : null, part, side }
}

/** The project's own files that a file imports, types left out: they vanish before anything runs. */
function importsOf(file: string): string[] {
  const text = readFileSync(path.join(source, file), 'utf8')
  const found = [
    ...text.matchAll(
      /^(?:import|export)\s+(?!type\b)[^;'"]*?from\s+'([^']+)'|^import\s+'([^']+)'|import\('([^']+)'\)/gm,
    ),
  ].map((match) => match[1] ?? match[2] ?? match[3]!)
  return found.flatMap((target) => {
    if (target.startsWith('#')) return [target.slice(1)]
    if (target.startsWith('.')) return [path.normalize(path.join(path.dirname(file), target))]
    return []
  })
}

function faultOf(from: Place, to: Place): string | null {
  if (to.layer === 'testing' && from.layer !== 'testing') return 'only tests use testing'
  if (from.layer === 'testing') return null
  if (to.layer === 'app' && from.layer !== 'app') return 'nothing imports app'
  if (from.layer === 'platform' && to.layer === 'feature') return 'platform imports no feature'
  if (from.side === 'web' && to.side === 'server') return 'the browser does not import the server'
  if (from.side === 'server' && to.side === 'web') return 'the server does not import the browser'
  if (from.side === 'shared' && from.layer !== 'app' && to.side !== 'shared')
    return 'what both sides share imports neither side'
  if (from.side === 'web' && to.side === 'web' && from.feature && to.feature && from.feature !== to.feature)
    return 'a feature does not import the screens of another'
  return null
}

describe('imports', () => {
  it('point only where the architecture lets them', () => {
    const faults = files.flatMap((file) =>
      importsOf(file).flatMap((target) => {
        const fault = faultOf(placeOf(file), placeOf(target))
        return fault ? [`${file} → ${target}: ${fault}`] : []
      }),
    )
    expect(faults).toEqual([])
  })

  it('run in no circle between the server sides of features and their parts', () => {
    const edges = new Map<string, Set<string>>()
    for (const file of files) {
      const from = placeOf(file)
      if (from.side !== 'server' || !from.part) continue
      for (const target of importsOf(file)) {
        const to = placeOf(target)
        if (to.side === 'server' && to.part && to.feature !== from.feature)
          edges.set(from.part, (edges.get(from.part) ?? new Set()).add(to.part))
      }
    }
    const circles: string[] = []
    const visit = (feature: string, trail: readonly string[]) => {
      if (trail.includes(feature))
        return void circles.push([...trail.slice(trail.indexOf(feature)), feature].join(' → '))
      for (const next of edges.get(feature) ?? []) visit(next, [...trail, feature])
    }
    for (const feature of edges.keys()) visit(feature, [])
    expect([...new Set(circles)]).toEqual([])
  })

  it('are judged by rules that can refuse', () => {
    expect(faultOf(placeOf('platform/server/database/db.ts'), placeOf('features/orders/rules.ts'))).not.toBeNull()
    expect(faultOf(placeOf('features/a/web/A.tsx'), placeOf('features/a/server/b.ts'))).not.toBeNull()
    expect(faultOf(placeOf('features/a/web/A.tsx'), placeOf('features/b/web/B.tsx'))).not.toBeNull()
    expect(faultOf(placeOf('features/a/web/A.tsx'), placeOf('features/b/rules.ts'))).toBeNull()
  })
})
