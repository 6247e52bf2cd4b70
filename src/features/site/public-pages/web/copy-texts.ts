import { keptTexts } from '#platform/values/features.ts'
import type { PageCopy } from '../copy.ts'
import { type Language, languages, type PrerenderedPage } from '../pages.ts'

const files = import.meta.glob<PageCopy>('../texts/pages/*/*.json', { eager: true, import: 'default' })

/** The copy of a page in a language. @throws Error when its file is missing */
export function copyOf(page: PrerenderedPage, language: Language): PageCopy {
  const copy = files[`../texts/pages/${page}/${language}.json`]
  if (!copy) throw new Error(`No copy of ${page} in ${language}; there must be one each for ${languages.join(', ')}`)
  return keptTexts(copy)
}
