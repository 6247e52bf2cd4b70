// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { VisitorProvider } from '#platform/web/api/user.ts'
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import { userWith } from '#testing/user-with.ts'
import texts from '../texts/fi.json' with { type: 'json' }
import { TasksCard } from './TasksCard.tsx'

const task = (action: string, place: number, due: string | null = null) => ({
  id: `t${place}`,
  action,
  link: '/raportointi',
  about: null as string | null,
  aboutKind: null,
  since: '2026-11-02T08:00:00.000Z',
  due,
})
const lock = task('lockPayrollMonth', 1)
const decide = task('decideApplication', 2)
let waiting = [lock]
let isPhone = true
let unnamed = 0

/** Each named task, and what waits without a name. */
const counted = () => [
  ...waiting.map(({ action }) => ({ action, count: 1 })),
  ...(unnamed > 0 ? [{ action: 'signAsEmployer', count: unnamed }] : []),
]

beforeAll(() => speakFinnish({ platform: fi, tasks: texts }))
beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({ data: waiting, counts: counted() }))
  const narrow = ({ media = '' } = {}) => ({ matches: isPhone, media, addEventListener() {}, removeEventListener() {} })
  vi.stubGlobal('matchMedia', () => narrow())
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const show = () => showPage(<TasksCard except={['decideApplication']} />)

it('folds into a line on a phone when the page has work of its own to show first', async () => {
  waiting = [lock, decide]
  isPhone = true
  show()
  const line = await screen.findByText(texts.page.others.replace('{{count}}', '1'))
  expect(line.closest('details')!.open).toBe(false)
})

it.each([
  ['on a phone when the page has no work of its own', [lock], true],
  ['on a desk', [lock, decide], false],
])('stands open %s', async (_, tasks, narrow) => {
  waiting = tasks
  isPhone = narrow
  show()
  await screen.findByRole('heading', { name: texts.page.card_one })
  expect(document.querySelector('details')).toBeNull()
})

it('leads to each of many tasks: those after the fifth stand behind one line', async () => {
  waiting = Array.from({ length: 8 }, (_, place) => task('lockPayrollMonth', place))
  isPhone = false
  show()
  const line = await screen.findByText(texts.page.more_other.replace('{{count}}', '3'))
  expect(line.closest('details')!.querySelectorAll('a')).toHaveLength(3)
  expect(document.querySelectorAll('a')).toHaveLength(8)
})

it('stands sorted by last day, says which is behind, and counts all that waits', async () => {
  waiting = [lock, task('signAsEmployer', 3, '2999-02-01'), task('payInvoice', 4, '2026-10-01')]
  isPhone = false
  show()
  await screen.findByRole('heading', { name: texts.page.card_other.replace('{{count}}', '3') })
  const lines = [...document.querySelectorAll('li')].map((line) => line.textContent)
  expect(lines).toEqual([
    `${texts.does.payInvoice}${texts.page.late.replace('{{day}}', '1.10.2026')}`,
    `${texts.does.signAsEmployer}${texts.page.by.replace('{{day}}', '1.2.2999')}`,
    `${texts.does.lockPayrollMonth}${texts.page.from.replace('{{day}}', '2.11.2026')}`,
  ])
})

it('counts what waits beyond the tasks that it names, and says so below them', async () => {
  waiting = Array.from({ length: 8 }, (_, place) => task('signAsEmployer', place))
  unnamed = 292
  isPhone = false
  show()
  await screen.findByRole('heading', { name: texts.page.card_other.replace('{{count}}', '300') })
  await screen.findByText(texts.page.unnamed_other.replace('{{count}}', '292'))
  unnamed = 0
})

it('names whom a task is about, and nobody themselves', async () => {
  const signing = (place: number, about: string) => ({ ...task('signAsEmployee', place), about })
  waiting = [signing(1, 'Aino Malli'), signing(2, 'Eero Esimerkki')]
  const user = userWith({ firstName: 'Aino', lastName: 'Malli' })
  showPage(
    <VisitorProvider value={{ kind: 'user', user }}>
      <TasksCard except={[]} />
    </VisitorProvider>,
  )
  await screen.findByText(/Eero Esimerkki/)
  expect([...document.querySelectorAll('li a')].map((link) => link.textContent)).toEqual([
    texts.does.signAsEmployee,
    `${texts.does.signAsEmployee}: Eero Esimerkki`,
  ])
})
