// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import texts from '../texts/fi.json' with { type: 'json' }
import { Jobs } from './Jobs.tsx'

const job = (name: string, failing = false) => ({
  name,
  succeededAt: '2026-11-24T02:00:00.000Z',
  failedAt: failing ? '2026-11-24T03:00:00.000Z' : null,
  error: failing ? 'Error' : null,
  failing,
})

beforeAll(() => speakFinnish({ platform: fi, maintenance: texts }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(...jobs: object[]) {
  const replies = { '/api/jobs': { jobs }, '/api/settings/maintenance': { closed: false, byEnvironment: false } }
  vi.stubGlobal('fetch', async (url: keyof typeof replies) => Response.json(replies[url]))
  showPage(<Jobs />)
}
const groupOf = async (name: keyof typeof texts.jobs.groups) =>
  (await screen.findByText(texts.jobs.groups[name])).closest('details')!

it('lists jobs by what they look after, folded while all are in order', async () => {
  show(job('start-leases'), job('end-leases'), job('housekeeping'))
  expect((await groupOf('leases')).textContent).toContain(texts.jobs.names['end-leases'])
  expect((await groupOf('leases')).open).toBe(false)
  expect((await groupOf('retention')).textContent).toContain(texts.jobs.names.housekeeping)
  expect(screen.queryByText(texts.jobs.groups.money)).toBeNull()
  screen.getByText(texts.jobs.inOrder)
})

it('names what fails above the groups, and opens its group', async () => {
  show(job('start-leases'), job('bank-inbox', true))
  expect((await groupOf('money')).open).toBe(true)
  expect((await groupOf('leases')).open).toBe(false)
  const [first] = screen.getAllByText(new RegExp(texts.jobs.names['bank-inbox']))
  expect(first?.closest('details')).toBeNull()
  expect(screen.queryByText(texts.jobs.inOrder)).toBeNull()
})
