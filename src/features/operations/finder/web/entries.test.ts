import { expect, it } from 'vitest'
import type { Found } from '#features/operations/finder/contract.ts'
import { isPage } from '#platform/contract/pages.ts'
import { allFoundKinds } from '../kinds.ts'
import { linkOfFound } from '../links.ts'
import { entriesOf, stepTo } from './entries.ts'

const pages = [
  { to: '/admin/laskut', text: 'Laskut' },
  { to: '/admin/poissaolot', text: 'Poissaolot' },
  { to: '/admin/kayttajat', text: 'Käyttäjät' },
]
const found: Found = { kind: 'ORDER', id: 'x', title: 'P-26-1', detail: null, amount: null, day: null }

it('names every page before anything is typed, and those whose name holds the words afterwards', () => {
  expect(entriesOf('', pages, []).map(({ to }) => to)).toEqual(pages.map(({ to }) => to))
  expect(entriesOf('kayttajat', pages, []).map(({ title }) => title)).toEqual(['Käyttäjät'])
  expect(entriesOf('lasku', pages, [found]).map(({ to }) => to)).toEqual(['/admin/laskut', '/admin/tilaukset/x'])
})

it('leads from every kind to a page of the application', () => {
  for (const kind of allFoundKinds) {
    const url = new URL(linkOfFound({ kind, id: 'abc', title: 'abc' }), 'http://x')
    expect(isPage(url.pathname), kind).toBe(true)
    expect(url.pathname + url.search, kind).toContain('abc')
  }
})

it('walks by arrows around the ends, and by no other key', () => {
  expect(stepTo('ArrowDown', 2, 3)).toBe(0)
  expect(stepTo('ArrowUp', 0, 3)).toBe(2)
  expect(stepTo('ArrowDown', 0, 0)).toBeUndefined()
  expect(stepTo('a', 0, 3)).toBeUndefined()
})

it('names acts on what is open before pages, by the same words', () => {
  const actions = [{ text: 'Hyväksy maksuun', press: () => undefined }]
  expect(entriesOf('maksuun', pages, [], actions).map(({ group, title }) => [group, title])).toEqual([
    ['ACT', 'Hyväksy maksuun'],
  ])
  expect(entriesOf('', pages, [], actions)[0]?.group).toBe('ACT')
})
