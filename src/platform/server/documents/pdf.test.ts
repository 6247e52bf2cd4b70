import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { demoBrand } from '#platform/values/brand.ts'
import { createPdf } from './pdf.ts'

type Language = 'fi' | 'en' | 'sv'

async function letter(words: string, { title = 'Kirje', language = 'fi' as Language } = {}): Promise<Buffer> {
  const at = new Date('2026-03-02T10:00:00Z')
  const page = await createPdf({ title, language, brand: demoBrand, at, headline: 'K-1' })
  page.title(title)
  page.paragraph(words)
  return await page.finish()
}

const hasPoppler = spawnSync('pdftotext', ['-v']).status === 0
const textOf = (input: Buffer) =>
  spawnSync('pdftotext', ['-', '-'], { input, encoding: 'utf8' }).stdout.replace(/\s+/g, ' ')

const texts = {
  fi: ['Työsuhdepyörän sopimus', 'Maksat 1 234,50 € kuussa. Älä maksa Åkessonille vähempää!'],
  en: ['Your company bike starts here', 'Does your employer offer a bike benefit? You pay €1,234.50 a month.'],
  sv: ['Avtal om förmånscykel', 'Du betalar 1 234,50 € i månaden. Ägaren är Ahlström på Öland.'],
} satisfies Record<Language, [title: string, words: string]>

// The first document of the file: the fonts have drawn nothing else before it.
test.skipIf(!hasPoppler)('a document in each language is read whole after one with accents alone', async () => {
  const accents = 'äöåÄÖÅéèüčšžñ'
  expect(textOf(await letter(accents, { title: accents }))).toContain(`${accents} ${accents}`)
  for (const [language, [title, words]] of Object.entries(texts))
    expect(textOf(await letter(words, { title, language: language as Language }))).toContain(`${title} ${words}`)
})

test('a document has the same bytes whatever was drawn before it', async () => {
  const words = 'Työsuhdepyörän AVAIN ja Te-Va: 1 234,50 €'
  const first = await letter(words)
  await letter('Työsuhdepyörän lukko, AVAIN ja To')
  expect((await letter(words)).equals(first)).toBe(true)
})

const names = {
  'accents of Vietnamese': 'Nguyễn Thị Ánh',
  'accents of Turkish and Czech': 'Şükrü Ağaoğlu-Žižka',
  Cyrillic: 'Надія Їжакевич-Петренко',
  Greek: 'Αλέξανδρος Μάρκου',
  Arabic: 'محمد شهر الأحمد',
  Hebrew: 'שרה לוי',
  Chinese: '王小明 陳臺龍',
  Japanese: '佐藤 さくら ユミ',
}

test.skipIf(!hasPoppler)('a document gives back names of other scripts as they were typed', async () => {
  for (const [script, name] of Object.entries(names)) {
    // Readers mark where text runs from right to left, and copy two joined Arabic letters as one character.
    const read = textOf(await letter(name, { title: `Sopimus: ${name}` })).replace(/[\u202a-\u202e]/g, '')
    expect([script, read.normalize('NFKC')]).toEqual([script, expect.stringContaining(`Sopimus: ${name} ${name} `)])
  }
})

test.skipIf(!hasPoppler)('a word of other letters is drawn in one font that has them all', async () => {
  const words = 'Sopimus: Nguyễn'
  const fonts = spawnSync('pdffonts', ['-'], { input: await letter(words), encoding: 'utf8' }).stdout
  expect(fonts).toContain('NotoSans-Regular')
  expect(spawnSync('pdffonts', ['-'], { input: await letter('Sopimus'), encoding: 'utf8' }).stdout).not.toContain(
    'Noto',
  )
})

test('a document has the same bytes whatever names of other letters were drawn before it', async () => {
  const words = Object.values(names).join(' – ')
  const first = await letter(words)
  await letter('Жанна Ωμέγα ثابت ישראל Thị Hồ')
  expect((await letter(words)).equals(first)).toBe(true)
})

test('a document with letters that no font has is not made, and the letters are named', async () => {
  await expect(letter('Vuokraaja on 김민수.')).rejects.toMatchObject({
    code: 'LETTERS_NOT_PRINTABLE',
    extras: { details: { letters: ['김', '민', '수'] } },
  })
})

test.skipIf(!hasPoppler)('a picture sign in a text becomes the sign for what cannot be shown', async () => {
  expect(textOf(await letter('Kiitos 🚲!'))).toContain('Kiitos \ufffd!')
})
