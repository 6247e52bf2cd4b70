import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { withoutSecrets } from '#platform/values/redaction.ts'

const src = path.resolve(import.meta.dirname, '../../..')
const featureTexts = () =>
  readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => /texts\/(fi|en|sv)\.json$/.test(file))
    .map((file) => [file, JSON.parse(readFileSync(path.join(src, file), 'utf8')) as object] as const)

/** Every text called `subject`, at any depth. */
function subjectsIn(texts: object): string[] {
  return Object.entries(texts).flatMap(([key, value]) => {
    if (typeof value === 'object' && value) return subjectsIn(value)
    return key === 'subject' ? [String(value)] : []
  })
}

const token = 'Jx0_abcdefghijklmnopqrstuvwxyz-012345'

test('the token of a link is hidden and the rest of the message stays', () => {
  expect(withoutSecrets(`Hei!\n\nAseta salasana:\nhttp://localhost:3000/reset/${token}\n\nTerveisin`)).toBe(
    'Hei!\n\nAseta salasana:\nhttp://localhost:3000/reset/…\n\nTerveisin',
  )
})

test('a token is hidden in an address with a language and in a query as well', () => {
  expect(withoutSecrets(`https://poljin.example/sv/liity/${token}?x=1`)).toBe('https://poljin.example/sv/liity/…')
  expect(withoutSecrets(`https://poljin.example/raportti?token=${token}`)).toBe(
    'https://poljin.example/raportti?token=…',
  )
})

test('a token is hidden in an encoded path as well', () => {
  expect(withoutSecrets(`https://poljin.example/kirjaudu?next=%2Fliity%2F${token}`)).toBe(
    'https://poljin.example/kirjaudu?next=%2Fliity%2F…',
  )
})

test('no subject of a mail has a place for a code or a link', () => {
  const subjects = featureTexts().flatMap(([file, texts]) => subjectsIn(texts).map((subject) => ({ file, subject })))
  expect(subjects.length).toBeGreaterThan(100)
  expect(subjects.filter(({ subject }) => /\{\{\w*(code|token|link|url)/i.test(subject))).toEqual([])
})

test('a code of six digits is hidden, a price and a phone number are not', () => {
  expect(withoutSecrets('Koodisi on 123456.')).toBe('Koodisi on ….')
  expect(withoutSecrets('1 234,50 € · 010 555 0140 · P-26-01843')).toBe('1 234,50 € · 010 555 0140 · P-26-01843')
})

test('a link without a secret stays whole', () => {
  expect(withoutSecrets('http://localhost:3000/mybike')).toBe('http://localhost:3000/mybike')
})
