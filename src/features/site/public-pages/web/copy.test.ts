import { describe, expect, it } from 'vitest'
import { assumptionCodes } from '#features/pricing/tax/rules/assumptions.ts'
import { languages, type PrerenderedPage, publicPageNames } from '../pages.ts'
import en from '../texts/en.json' with { type: 'json' }
import fi from '../texts/fi.json' with { type: 'json' }
import sv from '../texts/sv.json' with { type: 'json' }
import type { CalculatorCopy } from './calculator/calculator-texts.ts'
import { copyOf } from './copy-texts.ts'
import { exampleValues } from './example.ts'

const pages: PrerenderedPage[] = [...publicPageNames, 'notFound']

/** The paths of all texts in a value, `sections.0.heading`. */
function textPaths(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return [path]
  return Object.entries(value as object).flatMap(([key, part]) => textPaths(part, `${path}.${key}`))
}

function texts(value: unknown): string[] {
  return typeof value === 'string' ? [value] : Object.values(value as object).flatMap(texts)
}

function links(value: unknown): string[] {
  return texts(value)
    .flatMap((text) => [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, to = '']) => to))
    .filter((to) => to.startsWith('/'))
}

describe('copy in three languages', () => {
  it.each(languages)('names each thing that the browser keeps once, in %s', (language) => {
    const policy = JSON.stringify(copyOf('privacy', language))
    for (const name of [
      'signedIn',
      'device',
      'preAuth',
      'language',
      'linkLanguage',
      'poljin.theme',
      'poljin.consent',
      'poljin.draft',
    ])
      expect(policy.split(`["${name}"`).length - 1, name).toBe(1)
  })

  it('has the same shell texts in each language', () => {
    expect(textPaths(en)).toEqual(textPaths(fi))
    expect(textPaths(sv)).toEqual(textPaths(fi))
  })

  it.each(pages)('has the same parts of %s in each language', (page) => {
    const finnish = copyOf(page, 'fi')
    for (const language of languages) {
      expect(textPaths(copyOf(page, language)), language).toEqual(textPaths(finnish))
      expect(links(copyOf(page, language)), language).toEqual(links(finnish))
    }
  })

  it.each(languages)('names only values that exist in %s', (language) => {
    // The brand's name comes from the server, a count from the picture it stands in.
    const known = new Set([...Object.keys(exampleValues(language)), 'product', 'count'])
    const used = pages
      .filter((page) => page !== 'calculator')
      .flatMap((page) => texts(copyOf(page, language)))
      .flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))
    expect(used.filter((name) => !known.has(name))).toEqual([])
  })

  it.each(languages)('has a sentence for every assumption of the calculator in %s', (language) => {
    const { assumptions } = copyOf('calculator', language) as CalculatorCopy
    expect(Object.keys(assumptions).toSorted()).toEqual([...assumptionCodes].toSorted())
  })
})
