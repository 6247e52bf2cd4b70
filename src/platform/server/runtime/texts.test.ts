import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { features } from '#platform/values/features.ts'
import { loadTexts, textsOfWording } from './texts.ts'

const off = Object.entries(features).find(([, { isOn }]) => !isOn)![0]
const folder = path.join(mkdtempSync(path.join(tmpdir(), 'poljin-texts-')), 'words')
mkdirSync(path.join(folder, 'texts'), { recursive: true })
const words = {
  alone: `[[${off}|We do.]]`,
  beside: `Always. [[${off}|We do.]]`,
  count_one: `[[${off}|One.]]`,
  count_other: `[[${off}|Many.]]`,
}
for (const language of ['fi', 'en', 'sv'])
  writeFileSync(path.join(folder, 'texts', `${language}.json`), JSON.stringify(words))
const texts = loadTexts([folder])
afterAll(() => rmSync(path.dirname(folder), { recursive: true }))

test('a text whose only sentence is of a feature that is off is empty, and no key of ours', () => {
  const shown = [
    texts.t('fi', 'words:alone'),
    texts.t('fi', 'words:alone', { n: 1 }),
    texts.t('fi', 'words:count', { count: 1 }),
    textsOfWording('fi', texts.wording('fi', ['words:alone']), texts).t('fi', 'words:alone'),
  ]
  expect(shown).toEqual(['', '', '', ''])
  expect(texts.t('fi', 'words:beside')).toBe('Always.')
})

test('a key that does not exist is a fault, not a text', () => {
  expect(() => texts.t('fi', 'words:none')).toThrow('no text for words:none in fi')
})
