import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { permissionNames } from '#platform/contract/permissions.ts'
import { type KeyUses, readKeyUses, readTextFolders, type Words } from '#testing/sources/text-keys.ts'
import { namespacesOf, serverTextGroups } from '../../build/web-texts.ts'

const folders = readTextFolders()
const wordsOf = new Map(folders.flatMap(({ namespace, words }) => (namespace ? [[namespace, words.fi] as const] : [])))
const uses = readKeyUses(new Set(wordsOf.keys()))
const languages = ['fi', 'en', 'sv'] as const

/**
 * Texts that no key in the sources names: the public site's header and footer are read as an object by its build, and
 * the tax tables have the specification's sentences.
 */
const notByKey = new Set(['public-pages', 'tax'])

const withoutForm = (key: string) => key.replace(/_(?:zero|one|other)$/, '')

/** The names that a text fills in; a plural form may leave its number out, because "one" can stand in words. */
function placeholdersOf(words: Words, key: string): string {
  const names = new Set([...(words.get(key) ?? '').matchAll(/\{\{\s*([\w.]+)/g)].map((match) => match[1]))
  if (key !== withoutForm(key)) names.delete('count')
  return [...names].sort().join()
}

/**
 * Finds the words that a key is about: `orders:mail.confirmed` names its namespace, other keys have the file's. A part of
 * the platform is handed its caller's text function, so its keys of more than one word may belong to anybody.
 */
function places(key: string, { file, namespaces, prefixes }: KeyUses): [Words, string][] {
  const own = file.startsWith('platform/') && key.includes('.') ? wordsOf.keys() : namespaces
  return prefixes.flatMap((prefix) => {
    const [first, rest] = `${prefix}${key}`.split(':')
    const named = rest === undefined ? undefined : wordsOf.get(first!)
    if (named) return [[named, rest!] as [Words, string]]
    return [...own].map((namespace) => [wordsOf.get(namespace)!, key] as [Words, string])
  })
}

/** Whether a key is there: whole, in its plural forms, or as a group of keys. */
const isThere = ([words, key]: [Words, string]) =>
  ['', '_one', '_other'].some((form) => words.has(key + form)) ||
  [...words.keys()].some((other) => other.startsWith(`${key}.`))

const isBegun = ([words, begin]: [Words, string]) => [...words.keys()].some((key) => key.startsWith(begin))

const permissions = new Set<string>(permissionNames)
const namesItsSpace = (key: string) => !permissions.has(key) && key.includes(':') && wordsOf.has(key.split(':')[0]!)

/** The keys that the sources name, and what keys begin with when they are put together; a mail is named by its group. */
function usedKeys(): { whole: Map<Words, Set<string>>; begins: Map<Words, Set<string>> } {
  const whole = new Map([...wordsOf.values()].map((words) => [words, new Set<string>()]))
  const begins = new Map([...wordsOf.values()].map((words) => [words, new Set<string>()]))
  for (const file of uses) {
    for (const key of file.whole) for (const [words, found] of places(key, file)) whole.get(words)!.add(found)
    for (const begin of file.begins) for (const [words, found] of places(begin, file)) begins.get(words)!.add(found)
    for (const group of [...file.whole].filter(namesItsSpace))
      for (const [words, found] of places(group, file)) begins.get(words)!.add(`${found}.`)
  }
  return { whole, begins }
}

describe.each(folders.map((folder) => [folder.folder, folder] as const))('the texts in %s', (_name, folder) => {
  const { words, namespace } = folder
  const keys = [...words.fi.keys()]

  it('have the same keys in three languages', () => {
    for (const language of languages) expect([...words[language].keys()].sort()).toEqual(keys.toSorted())
  })

  it('are nowhere empty, save for the empty cells of a page’s tables in every language', () => {
    const isEmpty = (language: 'fi' | 'en' | 'sv', key: string) => words[language].get(key)?.trim() === ''
    const empty = keys.filter((key) => languages.some((language) => isEmpty(language, key)))
    expect(empty.filter((key) => namespace || !languages.every((language) => isEmpty(language, key)))).toEqual([])
  })

  it('fill in the same values in three languages', () => {
    const differs = (key: string) => new Set(languages.map((language) => placeholdersOf(words[language], key))).size > 1
    expect(keys.filter(differs)).toEqual([])
  })

  it('put no code and no link into the subject of a mail, which stands on locked screens and in lists', () => {
    const subjects = keys.filter((key) => /(^|\.)subject$/.test(key))
    const secret = /code|link|token|url|password|pin\b/i
    expect(subjects.filter((key) => secret.test(placeholdersOf(words.fi, key)))).toEqual([])
  })

  it('have every form of a number, not one alone', () => {
    const bases = new Set(keys.filter((key) => /_(?:one|other)$/.test(key)).map(withoutForm))
    expect([...bases].filter((base) => !words.fi.has(`${base}_one`) || !words.fi.has(`${base}_other`))).toEqual([])
  })
})

describe('text keys in the sources', () => {
  it('exist', () => {
    const missing = uses.flatMap((file) => {
      const whole = [...file.asked, ...[...file.whole].filter(namesItsSpace)]
      const faults = [
        ...whole.filter((key) => !places(key, file).some(isThere)),
        ...[...file.askedBegins].filter((begin) => !places(begin, file).some(isBegun)),
      ]
      return faults.map((key) => `${file.file}: ${key}`)
    })
    expect(missing).toEqual([])
  })

  it('ask in the browser for nothing that only the server says', () => {
    const group = (key: string) => key.slice(key.indexOf(':') + 1).split('.')[0]!
    const faults = uses
      .filter(({ file }) => /\/web\//.test(file))
      .flatMap(({ file, asked, askedBegins }) =>
        [...asked, ...askedBegins]
          .filter((key) => serverTextGroups.includes(group(key)))
          .map((key) => `${file}: ${key}`),
      )
    expect(faults).toEqual([])
  })

  it('bring the namespaces of a screen and of what it is made of, and no permission’s', () => {
    const screen = (file: string) => namespacesOf(path.resolve(import.meta.dirname, '../../../features', file))
    expect(screen('ground/notifications/web/NotificationBell.tsx')).toContain('notifications')
    expect(screen('homes/staff/web/OrderPage.tsx')).toContain('desk')
    expect(namespacesOf(path.resolve(import.meta.dirname, '../../web/web.tsx'))).toEqual([])
    // The kinds of task name turns, such as those of a transfer, which are no texts.
    expect(screen('operations/tasks/rules.ts')).toEqual([])
  })

  it('have the words of every code that stands at a field, unless a feature says its own sentence', () => {
    const platform = wordsOf.get('platform')!
    const sources = globSync('src/**/*.ts', { exclude: ['**/*.test.ts'] }).map((file) => readFileSync(file, 'utf8'))
    const atField = /failField\([^,]+,\s*'(\w+)'|path[^,{}]*,\s*code: '(\w+)',\s*message/g
    const codes = new Set(sources.flatMap((source) => [...source.matchAll(atField)].map(([, a, b]) => a ?? b!)))
    expect(codes.size).toBeGreaterThan(15)
    expect([...codes].filter((code) => !platform.has(`fields.${code}`))).toEqual([])
  })

  it('name every text there is', () => {
    const { whole, begins } = usedKeys()
    const isUsed = (words: Words, key: string) =>
      whole.get(words)!.has(withoutForm(key)) || [...begins.get(words)!].some((begin) => key.startsWith(begin))
    const unused = [...wordsOf]
      .filter(([namespace]) => !notByKey.has(namespace))
      .flatMap(([namespace, words]) =>
        [...words.keys()].filter((key) => !isUsed(words, key)).map((key) => `${namespace}:${key}`),
      )
    expect(unused).toEqual([])
  })
})
