import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readTextFolders } from './text-keys.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const source = path.join(root, 'src')

/** A place that puts a key together, and those of its keys that have no text; `${string}` where the types know no set. */
export interface LooseKey {
  readonly file: string
  /** The namespaces that a key without one may belong to there. */
  readonly spaces: readonly string[]
  readonly missing: readonly string[]
}

/** The keys of each namespace. */
type Keys = ReadonlyMap<string, ReadonlySet<string>>

/** The keys of each namespace, and the groups that they stand in: a message is named by its group. */
function keysByNamespace(): Keys {
  const named = readTextFolders().flatMap(({ namespace, words }) => (namespace ? [[namespace, words.fi] as const] : []))
  return new Map(
    named.map(([namespace, words]) => {
      const keys = [...words.keys()].map((key) => key.replace(/_(?:zero|one|other)$/, ''))
      const groups = keys.flatMap((key) => [...key.matchAll(/\./g)].map(({ index }) => key.slice(0, index)))
      return [namespace, new Set([...keys, ...groups])] as const
    }),
  )
}

function declarations(keys: Keys): string {
  const spaces = [...keys].map(([name, own]) => `  '${name}': ${[...own].map((key) => `'${key}'`).join('|')}`)
  return `interface TextKeys {\n${spaces.join('\n')}\n}
type KnownKey<N extends keyof TextKeys> =
  TextKeys[N] | TextKeys['platform'] | { [S in keyof TextKeys]: \`\${S}:\${TextKeys[S]}\` }[keyof TextKeys]
declare function $key<N extends keyof TextKeys>():
  <K extends string>(key: [Exclude<K, KnownKey<N>>] extends [never] ? K : { missing: Exclude<K, KnownKey<N>> }) => K\n`
}

/** Where the text of one kind of quote, opened at a place, ends. */
function endOfQuote(code: string, at: number): number {
  const quote = code[at]
  let end = at + 1
  while (code[end] !== quote) end += code[end] === '\\' ? 2 : 1
  return end
}

/** Where a template that opens at a place ends, with all that stands in its braces. */
function endOfTemplate(code: string, at: number): number {
  for (let end = at + 1; ; end += 1) {
    if (code[end] === '`') return end
    if (code[end] === '\\') end += 1
    else if (code.startsWith('${', end)) end = endOfNested(code, end + 2, '}')
  }
}

/** Where an expression ends, before one of the given signs that is not inside brackets or quotes. */
function endOfNested(code: string, from: number, signs: string): number {
  let depth = 0
  for (let at = from; at < code.length; at += 1) {
    const sign = code[at]!
    if (depth === 0 && signs.includes(sign)) return at
    if (sign === '`') at = endOfTemplate(code, at)
    else if (sign === "'" || sign === '"') at = endOfQuote(code, at)
    else if ('([{'.includes(sign)) depth += 1
    else if (')]}'.includes(sign)) depth -= 1
  }
  throw new Error(`An expression does not end: ${code.slice(from, from + 80)}`)
}

const handedOver = /(?<![.\w$])t\(\s*/g
const begun = /`((?:[\w-]+:)?(?:[\w-]+\.)*)[\w-]*\$\{/g
/** What is put together before such a place is asked for, or is the name of a field or of a row. */
const notAsked = /(?:hasText\(\s*|\b(?:name|key)=\{\s*|return \[?\s*)$/

/** The places in a file that put a key together: all that is handed to a text function, and what begins as a group does. */
function places(code: string, isGroup: (begin: string) => boolean): [number, number][] {
  const found: [number, number][] = []
  for (const match of code.matchAll(handedOver)) {
    const from = match.index + match[0].length
    const argument = code[from] === ')' ? '' : code.slice(from, endOfNested(code, from, ',)'))
    if (argument.includes('${') && /[.:]/.test(argument) && !argument.includes('=>'))
      found.push([from, from + argument.trimEnd().length])
  }
  for (const { index, 1: begin = '' } of code.matchAll(begun)) {
    const isFree = !found.some(([from, to]) => index >= from && index < to)
    if (isFree && isGroup(begin) && !notAsked.test(code.slice(0, index)))
      found.push([index, endOfTemplate(code, index) + 1])
  }
  return found.sort(([left], [right]) => right - left)
}

const spacesUsed = (code: string) => [...code.matchAll(/\buseTexts\('([\w-]+)'\)/g)].map(([, name]) => name!)
const featureOf = (file: string) => /^features\/[^/]+\/[^/]+/.exec(file)?.[0]

/** Every source file but the tests and what serves them alone. */
function readSources(): ReadonlyMap<string, string> {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => /\.(?:tsx?|json|css|svg)$/.test(file) && !/\.test\.tsx?$|^testing\//.test(file))
  return new Map(files.map((file) => [file, readFileSync(path.join(source, file), 'utf8')]))
}

/** The namespaces of each file: those it names, else those of its feature, and the platform's. */
function spacesOfFiles(codes: ReadonlyMap<string, string>, keys: Keys): ReadonlyMap<string, readonly string[]> {
  const ofFeature = Map.groupBy(codes.keys(), featureOf)
  return new Map(
    [...codes].map(([file, code]) => {
      const own = spacesUsed(code)
      const beside = own.length > 0 || !featureOf(file) ? [] : (ofFeature.get(featureOf(file)) ?? [])
      const folders = /^features\/[^/]+\/([^/]+)\/(?:([^/]+)\/)?/.exec(file)?.slice(1) ?? []
      const named = [...own, ...folders, ...beside.flatMap((other) => spacesUsed(codes.get(other)!)), 'platform']
      return [file, [...new Set(named)].filter((name) => keys.has(name))] as const
    }),
  )
}

/** A file in which each key that is put together is handed to a function that takes only keys of texts there are. */
function withCheckedKeys(code: string, spaces: readonly string[], keys: Keys): string {
  const isGroup = (begin: string) => {
    const [first = '', rest] = begin.split(':')
    const group = (rest ?? first).replace(/\.$/, '')
    const among = rest === undefined ? spaces : [first]
    return begin !== '' && among.some((name) => keys.has(name) && (group === '' || keys.get(name)!.has(group)))
  }
  const names = spaces.map((name) => `'${name}'`).join('|')
  return places(code, isGroup).reduce(
    (text, [from, end]) => `${text.slice(0, from)}$key<${names}>()(${text.slice(from, end)})${text.slice(end)}`,
    code,
  )
}

const isOfScreens = (file: string) => /\/web\//.test(file) && /\.tsx?$/.test(file)

function put(folder: string, file: string, text: string) {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
  writeFileSync(path.join(folder, file), text)
}

/** Writes the sources anew in which the compiler is to find keys without a text. */
function writeChecked(
  folder: string,
  codes: ReadonlyMap<string, string>,
  spaces: ReturnType<typeof spacesOfFiles>,
  keys: Keys,
) {
  rmSync(folder, { recursive: true, force: true })
  for (const [file, code] of codes)
    put(folder, `src/${file}`, isOfScreens(file) ? withCheckedKeys(code, spaces.get(file)!, keys) : code)
  put(folder, 'src/text-keys.d.ts', declarations(keys))
  put(folder, 'package.json', readFileSync(path.join(root, 'package.json'), 'utf8'))
  const compilerOptions = { incremental: false, noErrorTruncation: true, noUnusedLocals: false }
  put(folder, 'tsconfig.json', JSON.stringify({ extends: '../../tsconfig.json', compilerOptions, include: ['src'] }))
}

/**
 * The keys on screens that are put together and may miss: what the compiler says about a copy of the sources in which each
 * such key has to be that of a text.
 * @throws Error when the copy has other faults, for then nothing is known of it
 */
export function looseKeys(): LooseKey[] {
  const folder = path.join(root, '.cache/text-keys')
  const [codes, keys] = [readSources(), keysByNamespace()]
  const spaces = spacesOfFiles(codes, keys)
  writeChecked(folder, codes, spaces, keys)
  const program = path.join(root, 'node_modules/.bin/tsc')
  const { stdout } = spawnSync(program, ['-p', folder, '--pretty', 'false'], { cwd: folder, encoding: 'utf8' })
  return stdout.split('\n').flatMap((line) => {
    const [, file = '', text = ''] = /^src\/(.*?)\(\d+,\d+\): error TS\d+: (.*)$/.exec(line) ?? []
    if (!file) return []
    const [, missing] = /missing: (.*?);? \}'\.?$/.exec(text) ?? /'`([^`]+)`' is not assignable/.exec(text) ?? []
    if (!missing) throw new Error(line)
    // The key of a generic part is named with what it would have to be.
    const plain = missing.replace(/Exclude<(`[^`]*`), KnownKey<[^>]*>>/g, '$1')
    const list = plain.split(' | ').map((key) => key.replace(/^["`]|["`]$/g, ''))
    return [{ file, spaces: spaces.get(file)!, missing: list }]
  })
}
