import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { bareTextsBesideChanges } from '#testing/sources/source-siblings.ts'

const src = path.resolve(import.meta.dirname, '../../..')
const screens = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.tsx$/.test(file))

it('a text beside what comes and goes stands in an element of its own', () => {
  expect(screens.length).toBeGreaterThan(300)
  const found = screens.flatMap((file) =>
    bareTextsBesideChanges(file, readFileSync(path.join(src, file), 'utf8')).map((line) => `src/${file}:${line}`),
  )
  expect(found).toEqual([])
})

const wrong = [
  `<p>{isOpen && <b>1</b>} text</p>`,
  `<p>{isOpen && t('a')} <b>1</b></p>`,
  `<p>{isOpen ? <b>1</b> : t('a')} {t('b')}</p>`,
  `<p>{t('a')} {isOpen && <>, {t('b')}</>}</p>`,
  `{ const Icon = isOpen ? A : B; return <p><Icon /> {t('a')}</p> }`,
]
const right = [
  `<p>{t('a')} {isOpen && <b>1</b>}</p>`,
  `<p>{isOpen && <b>1</b>} <span>text</span></p>`,
  `<p>{isOpen ? t('a') : t('b')} <b>1</b></p>`,
  `<p>{isOpen && t('a')}</p>`,
]
const linesOf = (code: string) =>
  bareTextsBesideChanges('page.tsx', `const Page = ({ isOpen }) => ${code.startsWith('{') ? code : `(${code})`}`)

it.each(wrong)('goes red for %s', (code) => {
  expect(linesOf(code)).toEqual([1])
})

it.each(right)('lets %s stand', (code) => {
  expect(linesOf(code)).toEqual([])
})
