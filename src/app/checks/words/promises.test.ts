import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { features, keptText, keptTexts } from '#platform/values/features.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /[/\\]texts[/\\].*\.json$/.test(file),
)

/** The text without its marked parts: what is promised whatever the features are. */
const unmarkedText = (text: string) => text.replaceAll(/\[\[!?[a-z-]+\|[\s\S]*?\]\]/g, '')

function* textsIn(part: unknown, place: string): Generator<{ place: string; text: string; needs?: string }> {
  if (typeof part === 'string') yield { place, text: part }
  else if (typeof part === 'object' && part !== null)
    for (const [key, inner] of Object.entries(part)) yield* textsIn(inner, `${place}.${key}`)
}

const all = files.flatMap((file) => [...textsIn(JSON.parse(readFileSync(path.join(root, file), 'utf8')), file)])

describe('promises', () => {
  test('in contract, mails and public copy each name their feature', () => {
    const named = Object.entries(features)
    const open = all.flatMap(({ place, text }) =>
      named.filter(([, { words }]) => words.test(unmarkedText(text))).map(([name]) => `${place} promises ${name}`),
    )
    expect(open).toEqual([])
  })

  test('name features of the list, and the same ones in every language', () => {
    const marksOf = (text: string) => [...text.matchAll(/\[\[!?([a-z-]+)\|/g)].map(([, name]) => name).sort()
    const names = Object.keys(features)
    expect(all.flatMap(({ text }) => marksOf(text)).filter((name) => !names.includes(name!))).toEqual([])
    const inLanguage = (language: string) =>
      new Map(
        all
          .filter(({ place }) => new RegExp(`[/\\\\]${language}\\.json\\.`).test(place))
          .map(({ place, text }) => [place.replace(`${language}.json`, ''), [...new Set(marksOf(text))].join()]),
      )
    const [fi, sv, en] = ['fi', 'sv', 'en'].map(inLanguage)
    const differing = [...fi!].filter(([place, marks]) => sv!.get(place) !== marks || en!.get(place) !== marks)
    expect(differing.map(([place]) => place)).toEqual([])
  })

  test('about the end and the change of a lease are all on', () => {
    const built = [
      'cancellation-lines',
      'redemption',
      'end-reminders',
      'early-return',
      'exemption-warning',
      'leaving-options',
    ] as const
    expect(built.filter((name) => !features[name].isOn)).toEqual([])
  })

  test('that are kept leave no mark behind, in whatever text', () => {
    expect(all.map(({ text }) => keptText(text)).filter((text) => /\[\[|\]\]/.test(text))).toEqual([])
  })
})

describe('a text', () => {
  test('loses the sentence of a feature that is off and keeps that of one that is on', () => {
    expect(keptText('A. [[salary-rows|Rows.]] [[!salary-rows|None.]] B.')).toBe('A. Rows. B.')
  })

  test('that names no feature of the list fails, so the build does', () => {
    expect(() => keptText('[[no-such-feature|We do.]]')).toThrow('not in the list')
    expect(() => keptTexts({ list: [{ needs: 'no-such-feature' }] })).toThrow('not in the list')
  })

  test('of a list falls out when nothing is left of it', () => {
    expect(keptTexts({ list: ['[[!salary-rows|Off.]]', '[[salary-rows|On.]]'] })).toEqual({ list: ['On.'] })
    expect(keptTexts([{ needs: 'salary-rows', text: 'a' }])).toHaveLength(1)
  })
})
