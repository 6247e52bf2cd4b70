import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The words of one folder in one language: key to text, nested keys joined by dots. */
export type Words = ReadonlyMap<string, string>

export interface TextFolder {
  /** The folder below `src`, such as `features/orders/orders/texts`. */
  readonly folder: string
  /** The name of the folder that holds `texts`, such as `orders`; null for a page of the public site, which has no keys. */
  readonly namespace: string | null
  readonly words: Readonly<Record<'fi' | 'en' | 'sv', Words>>
}

const source = path.resolve(import.meta.dirname, '../..')

const filesOf = (pattern: RegExp) =>
  readdirSync(source, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => pattern.test(file))
    .sort()

function flatten(value: unknown, prefix: string, words: Map<string, string>): Map<string, string> {
  if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) flatten(inner, prefix ? `${prefix}.${key}` : key, words)
  } else {
    words.set(prefix, String(value))
  }
  return words
}

/** Every folder of texts with its words. */
export function readTextFolders(): TextFolder[] {
  return filesOf(/\/texts\/(.*\/)?fi\.json$/).map((file) => {
    const folder = path.dirname(file)
    const named = /^(?:features\/[^/]+\/(?:[^/]+\/)?([^/]+)|(platform))\/texts$/.exec(folder)
    const read = (language: string) =>
      flatten(JSON.parse(readFileSync(path.join(source, folder, `${language}.json`), 'utf8')), '', new Map())
    return {
      folder,
      namespace: named?.[1] ?? named?.[2] ?? null,
      words: { fi: read('fi'), en: read('en'), sv: read('sv') },
    }
  })
}

/** The text keys that one source file names, as far as its text tells. */
export interface KeyUses {
  readonly file: string
  /** The namespaces that a key without one may belong to here. */
  readonly namespaces: ReadonlySet<string>
  /** What the file's own text functions put before a key, and the empty text for those that put nothing. */
  readonly prefixes: readonly string[]
  /** Whole keys and, from templates, what a key begins with; both may begin with `namespace:`. */
  readonly whole: ReadonlySet<string>
  readonly begins: ReadonlySet<string>
  /** Those of them that are handed to a text function there and then, so that they have to exist. */
  readonly asked: ReadonlySet<string>
  readonly askedBegins: ReadonlySet<string>
}

const wholeKey = /(['"`])((?:[\w-]+:)?[\w-]+(?:\.[\w-]+)*)\1/g
const keyBegin = /`((?:[\w-]+:)?[\w.-]+)\$\{/g
/** A key that begins with a choice: the words inside the braces. */
const chosenBegin = /`\$\{([^`}]*\?[^`}]*)\}\./g
const askedKey = /\bt\(\s*(?:[^'"`(),]+\?\s*)?(['"`])([\w-]+(?:[.:][\w-]+)*)\1(?:\s*:\s*(['"])([\w.:-]+)\3)?/g
const askedBegin = /\bt\(\s*`([\w.:-]+)\$\{/g
/** `orders:mail.${key}`: a text function of the file's own that puts something before each key. */
const ownPrefix = /`([\w-]+:[\w.]+\.)\$\{key\}`/g

const matches = (text: string, pattern: RegExp, ...groups: number[]) =>
  [...text.matchAll(pattern)].flatMap((match) => groups.flatMap((group) => match[group] ?? []))

function usesIn(file: string, namespaces: ReadonlySet<string>, used: readonly string[]): KeyUses {
  const text = readFileSync(path.join(source, file), 'utf8')
  const prefixes = matches(text, ownPrefix, 1)
  const own = /^features\/[^/]+\/([^/]+)\/(?:([^/]+)\/)?/.exec(file)?.slice(1) ?? []
  const words = matches(text, wholeKey, 2)
  const chosen = matches(text, chosenBegin, 1).flatMap((choice) =>
    matches(choice, wholeKey, 2).map((word) => `${word}.`),
  )
  return {
    file,
    namespaces: new Set(['platform', ...[...own, ...used, ...words].filter((word) => namespaces.has(word))]),
    prefixes: ['', ...prefixes],
    whole: new Set(words),
    begins: new Set([...matches(text, keyBegin, 1).filter((begin) => !prefixes.includes(begin)), ...chosen]),
    asked: new Set(matches(text, askedKey, 2, 4)),
    askedBegins: new Set(matches(text, askedBegin, 1)),
  }
}

const featureOf = (file: string) => /^features\/[^/]+\/[^/]+/.exec(file)?.[0]
const usedTexts = /\buseTexts\('([\w-]+)'\)/g

/** What every source file but the tests names; a key may belong to any namespace whose texts its feature uses. */
export function readKeyUses(namespaces: ReadonlySet<string>): KeyUses[] {
  const files = filesOf(/(?<!\.test|\.generated|\.d)\.tsx?$/).filter((file) => !file.startsWith('testing/'))
  const ofFeature = Map.groupBy(files, featureOf)
  return files.map((file) => {
    const beside = featureOf(file) ? ofFeature.get(featureOf(file))! : []
    const used = beside.flatMap((other) => matches(readFileSync(path.join(source, other), 'utf8'), usedTexts, 1))
    return usesIn(file, namespaces, used)
  })
}
