import path from 'node:path'
import { expect, test } from 'vitest'
import { foldersWithTexts, loadTexts } from '#platform/server/runtime/texts.ts'
import { keptText } from '#platform/values/features.ts'
import { readTextFolders } from '#testing/sources/text-keys.ts'
import { type TextTree, translate } from './translate.ts'

const source = path.resolve(import.meta.dirname, '../../..')
const server = loadTexts([...foldersWithTexts(path.join(source, 'features')), path.join(source, 'platform')])
const folders = readTextFolders().flatMap(({ namespace, words }) => (namespace ? [{ namespace, words }] : []))

function treeOf(words: ReadonlyMap<string, string>): TextTree {
  const tree: Record<string, unknown> = {}
  for (const [key, text] of words) {
    const parts = key.split('.')
    const last = parts.pop()!
    let place = tree
    for (const part of parts) {
      place[part] ??= {}
      place = place[part] as Record<string, unknown>
    }
    // The build writes the kept form, without the marks of features.
    place[last] = keptText(text)
  }
  return tree as TextTree
}

/** A number chooses between forms only where there are some; elsewhere one shows that it is ignored. */
const countsFor = (key: string, text: string) =>
  /_(?:zero|one|other)$/.test(key) || text.includes('count') ? [undefined, 0, 1, 2, 7] : [undefined, 2]

test.each(['fi', 'en', 'sv'] as const)('the browser reads every text in %s as the server does', (language) => {
  const trees = Object.fromEntries(folders.map(({ namespace, words }) => [namespace, treeOf(words[language])]))
  const browser: Record<string, string | undefined> = {}
  const onServer: Record<string, string> = {}
  for (const { namespace, words } of folders) {
    for (const [key, text] of words[language]) {
      // A sentence of a feature that is off is nowhere.
      if (text !== '' && keptText(text) === '') continue
      const names = [...text.matchAll(/\{\{(.+?)\}\}/g)].map((match) => match[1]!.trim())
      const values = Object.fromEntries(names.map((name, index) => [name, index % 2 ? index : `<${name} & ä>`]))
      for (const count of countsFor(key, text)) {
        const plain = count === undefined ? key : key.replace(/_(?:zero|one|other)$/, '')
        const given = count === undefined ? values : { ...values, count }
        const one = `${namespace}:${key}, ${count}`
        browser[one] = translate(trees, language, [namespace, 'platform'], plain, given)
        onServer[one] = server.t(language, `${namespace}:${plain}`, given)
      }
    }
  }
  expect(browser).toEqual(onServer)
  expect(Object.keys(browser).length).toBeGreaterThan(5000)
})

const trees = {
  orders: { title: 'Tilaus', rows_one: '{{count}} rivi', rows_other: '{{count}} riviä', none: { a: 'x' } },
  platform: { title: 'Yhteinen', actions: { cancel: 'Peru' } },
} as const

test.each([
  ['title', 'Tilaus'],
  ['actions.cancel', 'Peru'],
  ['platform:title', 'Yhteinen'],
  ['none', undefined],
  ['none.b', undefined],
  ['nothing', undefined],
])('%s is %j', (key, text) => {
  expect(translate(trees, 'fi', ['orders', 'platform'], key)).toBe(text)
})

test('a value that is missing leaves its place empty', () => {
  expect(translate({ platform: { hi: 'Hei {{ name }}!' } }, 'fi', ['platform'], 'hi')).toBe('Hei !')
})
