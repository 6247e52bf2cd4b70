import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import i18next, { type i18n, type Resource } from 'i18next'
import type { LanguageCode } from '#platform/contract/contract.ts'
import { keptTexts } from '#platform/values/features.ts'
import { type Cents, formatEuros } from '#platform/values/money.ts'
import { percentFromBasisPoints } from '#platform/values/percent.ts'

/** The words of mails, messages and documents, from the same files as the screens'. */
export interface Texts {
  /** The text of `namespace:key.path` in a language. @throws Error for a key that does not exist */
  t(language: LanguageCode, key: string, values?: Record<string, unknown>): string
  has(language: LanguageCode, key: string): boolean
  /** The words of some groups, such as `agreements:pdf`, as they stand in a language: what `textsOfWording` reads. */
  wording(language: LanguageCode, groups: readonly string[]): string
}

/** A text among the values of another, for readers of several languages. */
export interface TextValue {
  readonly text: string
  readonly values: Record<string, unknown>
}

type Find = (language: LanguageCode, key: string, values: Record<string, unknown>) => string

/** Texts among the values of another, each on a line of its own. */
export interface LinesValue {
  readonly lines: readonly TextValue[]
}

/** An amount, a rate, a text or lines of texts among the values of a text are written in the language that it is read in. */
function writtenOne(language: LanguageCode, value: unknown, find: Find): unknown {
  if (typeof value !== 'object' || value === null) return value
  if ('cents' in value) return formatEuros(value.cents as Cents, language)
  if ('basisPoints' in value)
    return String(percentFromBasisPoints(value.basisPoints as number)).replace('.', language === 'en' ? '.' : ',')
  if ('lines' in value)
    return (value as LinesValue).lines.map(({ text, values }) => find(language, text, values)).join('\n')
  if (!('text' in value)) return value
  const { text, values } = value as TextValue
  return find(language, text, values)
}

const written = (language: LanguageCode, values: Record<string, unknown>, find: Find) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, writtenOne(language, value, find)]))

type Words = { [key: string]: Words | string }

/** Texts whose words are kept ones; a word that they lack is today's. */
export function textsOfWording(language: LanguageCode, wording: string, today: Texts): Texts {
  const kept = textsOf({ [language]: JSON.parse(wording) as Words })
  return {
    ...today,
    t: (asked, key, values) =>
      asked === language && kept.has(language, key, values)
        ? kept.find(language, key, values)
        : today.t(asked, key, values),
  }
}

function textsOf(resources: Resource) {
  const instance: i18n = i18next.createInstance()
  void instance.init({
    resources,
    lng: 'fi',
    fallbackLng: false,
    initAsync: false,
    interpolation: { escapeValue: false },
    returnNull: false,
  })
  // A text whose only sentence is of a feature that is off is empty, which i18next would answer by its key.
  const find = (language: LanguageCode, key: string, values: Record<string, unknown> = {}): string =>
    instance.t(key, { lng: language, defaultValue: '', ...written(language, values, find) }) as string
  const has = (language: LanguageCode, key: string, values: Record<string, unknown> = {}) =>
    instance.exists(key, { lng: language, ...values })
  return { has, find }
}

/** The part of the words under a path, with the path around it. */
function partOf(words: Words, [name, ...rest]: readonly string[]): Words {
  const own = words[name!]!
  return { [name!]: rest.length > 0 && typeof own === 'object' ? partOf(own, rest) : own }
}

/** What a namespace was called before, as stored notices name it. */
const formerNames: Readonly<Record<string, string>> = { memberships: 'bonds', 'payroll-deductions': 'deductions' }

/** Loads `<folder>/texts/<language>.json` of every folder; the folder's name is the namespace. */
export function loadTexts(folders: readonly string[]): Texts {
  const resources: Record<string, Record<string, Words>> = { fi: {}, en: {}, sv: {} }
  for (const folder of folders) {
    for (const language of ['fi', 'en', 'sv']) {
      const file = path.join(folder, 'texts', `${language}.json`)
      const name = path.basename(folder)
      const words = keptTexts(JSON.parse(readFileSync(file, 'utf8')))
      for (const known of [name, formerNames[name]]) if (known) resources[language]![known] = words
    }
  }
  const { has, find: read } = textsOf(resources)
  const find = (language: LanguageCode, key: string, values: Record<string, unknown>): string => {
    if (!has(language, key, values)) throw new Error(`no text for ${key} in ${language}`)
    return read(language, key, values)
  }
  // A text without values is always the same; a file of a large month asks for a few of them in every row.
  const plain = { fi: new Map<string, string>(), en: new Map<string, string>(), sv: new Map<string, string>() }
  return {
    t(language, key, values) {
      if (values) return find(language, key, values)
      const text = plain[language].get(key) ?? find(language, key, {})
      plain[language].set(key, text)
      return text
    },
    has: (language, key) => has(language, key),
    wording: (language, groups) =>
      JSON.stringify(
        Object.assign({}, ...groups.map((group) => partOf(resources[language] as Words, group.split(/[:.]/)))),
      ),
  }
}

/** The folders below `parent`, at any depth, that have texts. */
export function foldersWithTexts(parent: string): string[] {
  return readdirSync(parent, { recursive: true, encoding: 'utf8' })
    .filter((file) => /[/\\]texts[/\\]fi\.json$/.test(file))
    .map((file) => path.resolve(parent, file, '../..'))
}
