// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import platform from '#platform/texts/fi.json' with { type: 'json' }
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import own from '../texts/fi.json' with { type: 'json' }
import { EmployerPage } from './EmployerPage.tsx'

const company = { companyId: '00000000-0000-7000-8000-000000000009', companyName: 'Esimerkki Kaarna Oy' }
let asked: string[]

function answer(address: string) {
  const { pathname } = new URL(address, 'http://localhost')
  asked.push(pathname)
  if (pathname === '/api/companies') return Response.json({ items: [company], total: 1 })
  return Response.json({ code: 'INTERNAL_SERVER_ERROR', message: '', requestId: 'r' }, { status: 500 })
}

beforeAll(() => speakFinnish({ platform, employees: own }))
beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', async (address: string) => answer(String(address)))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('counts that cannot be read leave the page standing and are not asked for over and over', async () => {
  showPage(<EmployerPage />)
  await screen.findByRole('alert')
  screen.getByRole('heading', { level: 1 })
  const counted = () => asked.filter((path) => path.endsWith('/overview')).length
  expect(counted()).toBe(2)
})
