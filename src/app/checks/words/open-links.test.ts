import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { pages } from '#platform/contract/pages.ts'
import { sourceFiles } from '#testing/sources/source-imports.ts'

const sources = new Map(sourceFiles().map(({ file, text }) => [file, text]))

/** The pages of which a link opens a row, wherever in the sources it is made. */
const linked = [
  ...new Set(
    [...sources.values()].flatMap((text) => [
      ...[...text.matchAll(/pageUrl\('(\w+)', (?:(?!pageUrl)[^\n])*\bopen: /g)].map(
        (found) => pages[found[1] as keyof typeof pages],
      ),
      ...[...text.matchAll(/pages\.(\w+)\} search=\{\{ open: /g)].map((found) => pages[found[1] as keyof typeof pages]),
      ...[...text.matchAll(/[`'](\/[\w/-]+)\?[^`'\s]*\bopen=/g)].map((found) => found[1]!),
    ]),
  ),
]

/** A screen's file and every part of a screen that it brings, itself or lazily. */
function partsOf(file: string, known = new Set<string>()): Set<string> {
  const text = sources.get(file)
  if (text === undefined || known.has(file) || file.startsWith('platform/')) return known
  known.add(file)
  for (const [, wanted] of text.matchAll(/(?:from |import\()'([^']+\.tsx)'/g)) {
    const inside = wanted!.startsWith('#') ? wanted!.slice(1) : path.posix.join(path.posix.dirname(file), wanted!)
    partsOf(inside, known)
  }
  return known
}

const screenOf = (address: string): string | undefined =>
  [...sources]
    .filter(([file]) => /\/(admin-)?screens\.tsx?$/.test(file))
    .map(([, text]) => text)
    .join('\n')
    .split(/\n {2}\{\n/)
    .find((entry) => entry.includes(`path: '${address}',`))
    ?.match(/import\('(?:#|\.\/)([^']+)'\)/)?.[1]
    ?.replace(/^(?=\w+\.tsx$)/, 'app/web/')

/** Lists with a side panel that show one page of many rows and cannot be asked for one of them. */
const blind = (text: string) => /panel=\{\{/.test(text) && !/byId: true/.test(text) && !/paging=\{false\}/.test(text)
/** Cards, of which the one of the link is asked for by its id. */
const asksForOne = (text: string) => /\buseApi\([^)]*query: \{ id: open\b/.test(text)
const open = (text: string) => (/panel=\{\{/.test(text) && !blind(text)) || asksForOne(text)

describe('a link that opens a row', () => {
  it('is made to these pages at least', () => {
    expect(linked).toEqual(expect.arrayContaining(['/admin', '/admin/yritykset', '/admin/laskut', '/tyonantaja']))
    expect(linked.length).toBeGreaterThan(15)
  })

  it.each(linked)('finds it in the list of %s wherever the list stands', (address) => {
    const screen = screenOf(address)
    expect(screen, `the screen of ${address}`).toBeDefined()
    const parts = [...partsOf(screen!)].filter((file) => open(sources.get(file)!))
    expect(parts, `a list of ${address} that answers with one row`).not.toEqual([])
  })

  it('goes red for a list that knows its first page alone', () => {
    expect(blind('<Register panel={{ title: nameOf }} />')).toBe(true)
    expect(blind('<Register panel={{ byId: true, title: nameOf }} />')).toBe(false)
  })
})
