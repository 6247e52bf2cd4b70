// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { pages } from '#platform/contract/pages.ts'
import platform from '#platform/texts/fi.json' with { type: 'json' }
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import words from '../texts/fi.json' with { type: 'json' }
import { LoginPage } from './LoginPage.tsx'

beforeAll(() => speakFinnish({ platform, sessions: words }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Types an address and a password and sends them to a service that refuses with a code. */
async function refusedWith(status: number, code: string) {
  vi.stubGlobal('fetch', async (address: string) =>
    address.includes('/api/login')
      ? new Response(JSON.stringify({ code, message: 'no', requestId: 'r' }), { status })
      : new Response(JSON.stringify({ code: 'UNAUTHENTICATED', message: 'no', requestId: 'r' }), { status: 401 }),
  )
  showPage(<LoginPage />)
  const password = await screen.findByLabelText(words.fields.password)
  fireEvent.change(screen.getByLabelText(words.fields.email), { target: { value: 'minttu@kaarna.example' } })
  fireEvent.change(password, { target: { value: 'pitkä ja outo salasana 77' } })
  expect(screen.queryByText(words.login.firstPassword)).toBeNull()
  fireEvent.submit(password.closest('form')!)
  return screen.findByRole('alert')
}

it.each([
  [401, 'PASSWORD_INCORRECT'],
  [400, 'NO_PASSWORD_SET'],
])('under a password refused with %s %s a line tells of the link for a first password', async (status, code) => {
  await refusedWith(status, code)
  const link = await screen.findByText(words.login.firstPassword)
  expect([link.tagName, link.getAttribute('href')]).toEqual(['A', pages.recovery])
  expect(link.closest('p')!.textContent).toContain(words.login.noPassword)
})

it('says nothing of it where it is not the password that is refused', async () => {
  await refusedWith(429, 'TOO_MANY_REQUESTS')
  expect(screen.queryByText(words.login.firstPassword)).toBeNull()
})
