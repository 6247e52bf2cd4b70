// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import platform from '#platform/texts/fi.json' with { type: 'json' }
import { LocationProvider } from '#platform/web/router/location.ts'
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import words from '../texts/fi.json' with { type: 'json' }
import { RegistrationPage } from './RegistrationPage.tsx'

const link = {
  kind: 'COMPANY',
  name: 'Esimerkki Kaarna Oy',
  companies: [{ companyId: 'c1', companyName: 'Esimerkki Kaarna Oy', units: [] }],
}
let confirmed: unknown[]

beforeAll(() => speakFinnish({ platform, registration: words }))
beforeEach(() => {
  sessionStorage.clear()
  confirmed = []
  vi.stubGlobal('fetch', async (address: string, request: RequestInit) => {
    if (request.method === 'GET') return new Response(JSON.stringify(link))
    if (!address.endsWith('/verify'))
      return new Response(JSON.stringify({ sent: true, expiresAt: '2026-05-04T08:00:00Z' }))
    confirmed.push(JSON.parse(String(request.body)))
    return new Response(JSON.stringify({ status: 'APPLIED', companyName: 'Esimerkki Kaarna Oy' }))
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const show = () =>
  showPage(
    <LocationProvider value={{ pathname: '/liity/abc', search: '', params: { token: 'abc' } }}>
      <RegistrationPage />
    </LocationProvider>,
  )
const typed = {
  [words.fields.firstName]: 'Minttu',
  [words.fields.lastName]: 'Esimerkki',
  [words.fields.workEmail]: 'minttu@kaarna.example',
  [words.fields.phone]: '0401234567',
}
const PASSWORD = 'pitkä ja outo salasana 77'
const field = async (label: string) => (await screen.findByLabelText(label)) as HTMLInputElement
const type = async (label: string, value: string) => fireEvent.change(await field(label), { target: { value } })
/** A page that the browser drops leaves without taking its form down. */
const loadAnew = () => {
  document.body.innerHTML = ''
  show()
}

describe('/liity on a phone whose browser drops the page', () => {
  it('keeps the fields, all but the password', async () => {
    show()
    for (const [label, value] of Object.entries(typed)) await type(label, value)
    await type(words.fields.password, PASSWORD)
    loadAnew()
    for (const [label, value] of Object.entries(typed)) expect((await field(label)).value).toBe(value)
    expect((await field(words.fields.password)).value).toBe('')
  })

  it('asks anew who one is half an hour after sending, and at once whoever says to be another', async () => {
    show()
    for (const [label, value] of Object.entries(typed)) await type(label, value)
    await type(words.fields.password, PASSWORD)
    fireEvent.submit((await field(words.fields.password)).closest('form')!)
    await screen.findByText(words.code.title)
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + 31 * 60_000)
    loadAnew()
    expect((await field(words.fields.workEmail)).value).toBe('')
    vi.useRealTimers()
    loadAnew()
    await screen.findByText(words.code.title)
    fireEvent.click(screen.getByText(words.code.startAnew))
    expect((await field(words.fields.workEmail)).value).toBe('')
  })

  it('takes the code that was mailed before, and forgets the person then', async () => {
    show()
    for (const [label, value] of Object.entries(typed)) await type(label, value)
    await type(words.fields.password, PASSWORD)
    fireEvent.submit((await field(words.fields.password)).closest('form')!)
    await screen.findByText(words.code.title)
    loadAnew()
    await type(words.fields.code, '123456')
    expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain(PASSWORD)
    fireEvent.submit((await field(words.fields.code)).closest('form')!)
    await waitFor(() => expect(confirmed).toEqual([{ workEmail: 'minttu@kaarna.example', code: '123456' }]))
    await screen.findByText(words.done.title)
    expect(Object.keys(sessionStorage).filter((key) => sessionStorage.getItem(key)?.includes('Minttu'))).toEqual([])
  })
})
