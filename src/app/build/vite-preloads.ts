import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'
import type { ScreenFiles } from '../server/preloads.ts'
import { beforeScriptsOf } from './before-scripts.ts'
import { namespacesOf } from './web-texts.ts'

const source = path.resolve(import.meta.dirname, '../..')
const entry = path.join(source, 'app', 'web', 'web.tsx')
const framed = /(\w+): \(\) => import\('([^']+)'\)/g

/** The modules of the frames by the name of their layout. */
function framesIn(list: string): ReadonlyMap<string, string> {
  return new Map([...list.matchAll(framed)].map((match) => [match[1]!, moduleOf(match[2]!)]))
}

const moduleOf = (name: string) => name.replace(/^#/, 'src/').replace(/^\.\//, 'src/app/web/')

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}
type Manifest = Readonly<Record<string, Chunk>>

const named = /^const (\w+) = \(\) =>\s+import\('([^']+)'\)/gm
const listed =
  /path: '([^']+)',\s*access: '([^']+)',\s*layout: '(\w+)',\s*screen: (?:\(\) =>\s+import\('([^']+)'\)|(?:\(\) => )?(\w+))/g

/** What lists screens: a file of each feature that has some, and the application's own. */
function screenLists(): string[] {
  const isList = (file: string) => /(^|[\\/])(admin-|sign-in-)?screens\.tsx?$/.test(file)
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => isList(file) && /^(features|app)[\\/]/.test(file))
    .map((file) => readFileSync(path.join(source, file), 'utf8'))
}

/** The screens as their list says it: path, who may open it, and the module it is fetched from. */
function screensIn(list: string) {
  const modules = new Map([...list.matchAll(named)].map((match) => [match[1]!, match[2]!]))
  const found = [...list.matchAll(listed)].map((match) => ({
    path: match[1]!,
    access: match[2]!,
    layout: match[3]!,
    module: moduleOf(match[4] ?? modules.get(match[5]!) ?? ''),
  }))
  const wanted = list.match(/^\s+(?:\{ )?path: '/gm)?.length
  if (new Set(found.map((one) => one.path)).size !== found.length) throw new Error('An address has two screens')
  if (found.length !== wanted) throw new Error(`${wanted} screens are listed and ${found.length} understood`)
  return found
}

function chunksBehind(manifest: Manifest, key: string, found = new Set<string>()): Set<string> {
  if (found.has(key) || !manifest[key]) return found
  found.add(key)
  for (const next of manifest[key].imports ?? []) chunksBehind(manifest, next, found)
  return found
}

type Listed = ReturnType<typeof screensIn>[number]

function filesOf(manifest: Manifest, html: string, frame: string, { path: at, access, layout, module }: Listed) {
  const chunks = [...chunksBehind(manifest, module, chunksBehind(manifest, frame))].map((key) => manifest[key]!)
  const always = new Set(namespacesOf(entry))
  const own = namespacesOf(path.join(source, '..', module)).filter((name) => !always.has(name) && name !== 'platform')
  const textsIn = (language: string) =>
    ['platform', own.join('+')].flatMap((names) => manifest[`virtual:texts/${language}/${names}`]?.file ?? [])
  const isNew = (file: string) => !html.includes(file)
  const screen: ScreenFiles = {
    path: at,
    asksForUser: access !== 'public',
    before: beforeScriptsOf(layout, at),
    scripts: chunks.map(({ file }) => file).filter(isNew),
    styles: chunks.flatMap(({ css = [] }) => css).filter(isNew),
    texts: { fi: textsIn('fi'), en: textsIn('en'), sv: textsIn('sv') },
  }
  return screen
}

/** Writes beside the build which files each screen is made of, so that the server names them in the page's head. */
export function preloads(): Plugin {
  let folder = ''
  return {
    name: 'screen-preloads',
    apply: 'build',
    configResolved({ root, build }) {
      folder = path.resolve(root, build.outDir)
    },
    closeBundle(error) {
      // A build that failed has no manifest; its own error is the one to show.
      if (error) return
      const manifest = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8')) as Manifest
      const html = readFileSync(path.join(folder, 'app.html'), 'utf8')
      const screens = screensIn(screenLists().join('\n'))
      const frames = framesIn(readFileSync(path.join(source, 'app', 'web', 'frames.ts'), 'utf8'))
      const files = screens.map((screen) => filesOf(manifest, html, frames.get(screen.layout) ?? '', screen))
      writeFileSync(path.join(folder, 'preloads.json'), JSON.stringify(files))
    },
  }
}
