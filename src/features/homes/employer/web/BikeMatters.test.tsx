// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import redemptions from '#features/lease-ends/redemptions/texts/fi.json' with { type: 'json' }
import returns from '#features/lease-ends/returns/texts/fi.json' with { type: 'json' }
import tasks from '#features/operations/tasks/texts/fi.json' with { type: 'json' }
import employees from '#features/people/employees/texts/fi.json' with { type: 'json' }
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { VisitorProvider } from '#platform/web/api/user.ts'
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import { userWith } from '#testing/user-with.ts'
import { BikeMatters } from './BikeMatters.tsx'

const texts = { platform: fi, employees, tasks, redemptions, returns }
beforeAll(() => speakFinnish(texts))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const task = (id: string, action: string, due: string) => ({
  id,
  action,
  about: 'Testi Toinen',
  due,
  since: '2026-11-01T08:00:00Z',
  link: `/tyonantaja/palautukset?open=${id}`,
})
const row = (id: string, employeeName: string, step: string, waitingFor: string[]) => ({
  id,
  employeeName,
  step,
  waitingFor,
})

function show(answers: Record<string, object>, answer: (address: string) => object | null = () => null) {
  vi.stubGlobal('fetch', async (address: string) => {
    const path = address.split('?')[0]!
    return Response.json(answer(address) ?? answers[path] ?? { items: [], totalCount: 0 })
  })
  const names = ['redemption:read', 'return:read']
  const user = {
    userRoles: [{ role: { rolePermissions: names.map((name) => ({ permission: { name } })) } }],
  }
  showPage(
    <VisitorProvider value={{ kind: 'user', user: userWith(user) }}>
      <BikeMatters />
    </VisitorProvider>,
  )
}

it('opens with the most urgent act, then tells what is open of each kind, what awaits the employer first', async () => {
  show({
    '/api/tasks': {
      data: [
        task('b', 'approveReturn', '2026-12-20'),
        task('a', 'checkDamageAsEmployer', '2026-12-01'),
        task('c', 'decideApplication', '2026-11-01'),
      ],
    },
    '/api/bike-returns': {
      items: [
        row('2', 'Testinen Kaksi', 'REQUESTED', ['EMPLOYER']),
        row('1', 'Testinen Yksi', 'APPROVED', ['EMPLOYEE']),
      ],
      totalCount: 2,
    },
  })
  const waiting = (await screen.findByRole('heading', { name: 'Odottaa teitä' })).closest('section')!
  const links = within(waiting).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/tyonantaja/palautukset?open=a',
    '/tyonantaja/palautukset?open=b',
  ])
  const group = (await screen.findByRole('link', { name: 'Testinen Kaksi' })).closest('section')!
  expect(
    within(group)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringMatching(/^Testinen Kaksi.*odottaa: työnantajaa$/),
    expect.stringMatching(/^Testinen Yksi.*odottaa: työntekijää$/),
  ])
  expect(within(group).getByRole('link', { name: 'Kaikki: Palautukset' }).getAttribute('href')).toBe(
    '/tyonantaja/palautukset',
  )
})

it('says where nothing goes on, and shows no kind that the reader may not see', async () => {
  show({ '/api/tasks': { data: [] } })
  await screen.findByText('Mikään ei odota nyt teitä.')
  expect(await screen.findAllByText('Ei mitään kesken.')).toHaveLength(2)
  expect(screen.queryByRole('heading', { name: 'Vakuutustapaukset' })).toBeNull()
})

it('tells the whole number of what is open, and turns to what does not stand on the first page', async () => {
  const asked: string[] = []
  show({ '/api/tasks': { data: [] } }, (address) => {
    asked.push(address)
    const page = Number(new URL(address, 'http://localhost').searchParams.get('page') ?? 1)
    const name = page === 1 ? 'Testinen Yksi' : 'Testinen Sata'
    return address.startsWith('/api/bike-returns')
      ? { items: [row(String(page), name, 'APPROVED', ['EMPLOYEE'])], totalCount: 134 }
      : null
  })
  const group = (await screen.findByRole('heading', { name: 'Palautukset: 134 kesken' })).closest('section')!
  expect(within(group).getByText('Sivu 1 / 14')).toBeDefined()
  fireEvent.click(within(group).getByRole('button', { name: 'Seuraava' }))
  expect(await within(group).findByRole('link', { name: 'Testinen Sata' })).toBeDefined()
  expect(within(group).getByText('Sivu 2 / 14')).toBeDefined()
  expect(asked.some((address) => address.includes('open=true') && address.includes('page=2'))).toBe(true)
})
