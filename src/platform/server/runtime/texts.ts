import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import i18next, { type i18n } from 'i18next'
import type { LanguageCode } from '#platform/contract/contract.ts'
import { keptTexts } from '#platform/values/features.ts'

/** The words of mails, messages and documents, from the same files as the screens'. */
export interface Texts {
  /** The text of `namespace:key.path` in a language. @throws Error for a key that does not exist */
  t(language: LanguageCode, key: string, values?: Record<string, unknown>): string
}

/** Loads `<folder>/texts/<language>.json` of every folder; the folder's name is the namespace. */
export function loadTexts(folders: readonly string[]): Texts {
  const resources: Record<string, Record<string, unknown>> = { fi: {}, en: {}, sv: {} }
  for (const folder of folders) {
    for (const language of ['fi', 'en', 'sv']) {
      const file = path.join(folder, 'texts', `${language}.json`)
      resources[language]![path.basename(folder)] = keptTexts(JSON.parse(readFileSync(file, 'utf8')))
    }
  }
  const instance: i18n = i18next.createInstance()
  void instance.init({
    resources: resources as never,
    lng: 'fi',
    fallbackLng: false,
    initAsync: false,
    interpolation: { escapeValue: false },
    returnNull: false,
  })
  return {
    t(language, key, values = {}) {
      if (!instance.exists(key, { lng: language, ...values })) throw new Error(`no text for ${key} in ${language}`)
      return instance.t(key, { lng: language, ...values }) as string
    },
  }
}

/** The folders below `parent`, at any depth, that have texts. */
export function foldersWithTexts(parent: string): string[] {
  return readdirSync(parent, { recursive: true, encoding: 'utf8' })
    .filter((file) => /[/\\]texts[/\\]fi\.json$/.test(file))
    .map((file) => path.resolve(parent, file, '../..'))
}
