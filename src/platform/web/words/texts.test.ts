import { expect, test } from 'vitest'
import { type ErrorCode, errorTable } from '#platform/contract/errors.ts'
import { generalKey, loginKey } from '#platform/web/api/messages.ts'
import { readTextFolders } from '#testing/sources/text-keys.ts'
import en from '../../texts/en.json' with { type: 'json' }
import fi from '../../texts/fi.json' with { type: 'json' }
import sv from '../../texts/sv.json' with { type: 'json' }

type Tree = { [key: string]: string | Tree }

function keysOf(tree: Tree, prefix = ''): string[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${prefix}${key}`] : keysOf(value, `${prefix}${key}.`),
  )
}

function textAt(tree: Tree, key: string): string | undefined {
  const found = key
    .split('.')
    .reduce<string | Tree | undefined>((place, part) => (typeof place === 'object' ? place[part] : undefined), tree)
  return typeof found === 'string' ? found : undefined
}

const folders = readTextFolders().filter(({ namespace }) => namespace !== null)

/** The sentences of a code: with the platform's, or with the feature whose screens it is met on. */
function errorTexts(code: string) {
  const key = `errors.${code}`
  return folders
    .filter(({ words }) => words.fi.has(key))
    .map(({ words }) => ({ fi: words.fi.get(key), en: words.en.get(key), sv: words.sv.get(key) }))
}

test('the three languages have the same keys and no empty text', () => {
  expect(keysOf(en).sort()).toEqual(keysOf(fi).sort())
  expect(keysOf(sv).sort()).toEqual(keysOf(fi).sort())
  for (const texts of [fi, en, sv]) expect(keysOf(texts).filter((key) => textAt(texts, key)?.trim() === '')).toEqual([])
})

test.each(Object.keys(errorTable) as ErrorCode[])(
  '%s has a text in every language; the English one is the server’s',
  (code) => {
    const texts = errorTexts(code)
    expect(texts).toHaveLength(1)
    expect(texts[0]).toMatchObject({ en: errorTable[code][1], fi: expect.any(String), sv: expect.any(String) })
  },
)

test.each([
  [401, 'You are not authorized to perform this action'],
  [403, 'Access denied. You do not have permission to perform this action'],
  [404, 'The requested resource was not found'],
  [500, 'A server error occurred. Please try again later'],
  [504, 'A server error occurred. Please try again later'],
  [400, 'Invalid request. Please check your input and try again.'],
  [429, 'Too many requests. Please wait a moment and try again.'],
  [502, 'Service temporarily unavailable. Please try again later.'],
  [503, 'Service temporarily unavailable. Please try again later.'],
  [418, 'Something went wrong. Please try again later.'],
  [0, 'Server is currently unavailable. Please try again later.'],
])('a status of %i says %j', (status, text) => {
  expect(textAt(en, generalKey(status))).toBe(text)
})

test.each([
  ['EMAIL_OR_PASSWORD_MISSING', 400, 'Invalid email or password'],
  ['NO_PASSWORD_SET', 400, 'NO_PASSWORD_SET'],
  ['UNREADABLE', 400, 'Bad request'],
  ['PASSWORD_INCORRECT', 401, 'Unauthorized: Incorrect email or password'],
  ['UNAUTHENTICATED', 401, 'Unauthorized'],
  ['FORBIDDEN', 403, 'Access denied'],
  ['TOO_MANY_REQUESTS', 429, 'Too many requests. Please try again later.'],
  ['INTERNAL', 500, 'Authentication failed. Please try again later or contact support.'],
  ['UNREADABLE', 418, 'Unknown error occurred'],
  ['UNREACHABLE', 0, 'Server is currently unavailable. Please try again later.'],
] as const)('signing in refused with %s and %i says %j', (code, status, text) => {
  expect(textAt(en, loginKey({ code, status }))).toBe(text)
})

test.each([
  ['brokerage', 'brokerage.fetch', 'Network error while fetching bike brokerage'],
  ['brokerage', 'brokerage.update', 'Network error while updating bike brokerage'],
  ['companies', 'company', 'UNDEFINED_ERROR: '],
])('the printed words for a call that nobody answers stand: %s, %s', (namespace, key, text) => {
  const { words } = folders.find((folder) => folder.namespace === namespace)!
  expect(words.en.get(`offline.${key}`)).toContain(text)
})
