// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import texts from '#features/orders/orders/desk/texts/fi.json' with { type: 'json' }
import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { VisitorProvider } from '#platform/web/api/user.ts'
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import { userWith } from '#testing/user-with.ts'
import { EnterInvoice } from './EnterInvoice.tsx'

const order = { orderId: '00000000-0000-7000-8000-000000000001', bikeStore: null } as OrderViewType
let sent: number
let refused: { path: string; code: string; message: string }[]

beforeAll(() => speakFinnish({ platform: fi, desk: texts }))
beforeEach(() => {
  sent = 0
  refused = []
  sessionStorage.clear()
  vi.stubGlobal('fetch', async (_address: string, request: RequestInit) => {
    if (request.method === 'GET') return Response.json({ permissions: [] })
    sent += 1
    return Response.json({ code: 'VALIDATION', message: 'x', requestId: 'r', fields: refused }, { status: 400 })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const type = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
const submit = () => fireEvent.click(screen.getByRole('button', { name: texts.invoice.enter }))

/** What stands beneath a field, as a reader of the screen is told it. */
const errorAt = (label: string) => {
  const field = screen.getByLabelText(label)
  const ids = (field.getAttribute('aria-describedby') ?? '').split(' ')
  return field.getAttribute('aria-invalid') === 'true'
    ? ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
    : null
}

it('refuses a third decimal and a sum below zero at the field, before anything is sent', async () => {
  showPage(<EnterInvoice order={order} />)
  type(texts.invoice.number, 'K-1')
  for (const wrong of ['100,005', '-100']) {
    type(texts.invoice.total, wrong)
    submit()
    await waitFor(() => expect(errorAt(texts.invoice.total)).toBeTruthy())
    type(texts.invoice.total, '100')
    await waitFor(() => expect(errorAt(texts.invoice.total)).toBeNull())
  }
  expect(sent).toBe(0)
})

it('shows what the server refuses at the field that it names', async () => {
  showPage(<EnterInvoice order={order} />)
  type(texts.invoice.number, 'K-1')
  type(texts.invoice.total, '100')
  type(texts.invoice.iban, 'FI2112345600000786')
  type(texts.invoice.reference, '1233')
  refused = [
    { path: 'iban', code: 'IBAN_INVALID', message: 'is not an IBAN' },
    { path: 'referenceNumber', code: 'WRONG_REFERENCE', message: 'Viitteen tarkistusnumero ei täsmää' },
  ]
  submit()
  await waitFor(() => expect(sent).toBe(1))
  await waitFor(() => expect(errorAt(texts.invoice.iban)).toContain('Tarkista tilinumero'))
  expect(errorAt(texts.invoice.reference)).toContain('Viitteen tarkistusnumero ei täsmää')
  expect(errorAt(texts.invoice.total)).toBeNull()
})

it('fills in the account that the register has, and marks one that differs before anything is entered', async () => {
  const registered = {
    ...order,
    bikeStore: { bikeStoreId: '00000000-0000-7000-8000-000000000002', storeName: 'Esimerkki Kettinki' },
  } as OrderViewType
  vi.stubGlobal('fetch', async () => Response.json({ iban: 'FI2112345600000785' }))
  const role = { role: { rolePermissions: [{ permission: { name: 'bike-store:read' } }] } }
  showPage(
    <VisitorProvider value={{ kind: 'user', user: userWith({ userRoles: [role] }) }}>
      <EnterInvoice order={registered} />
    </VisitorProvider>,
  )
  const account = await screen.findByLabelText<HTMLInputElement>(texts.invoice.iban, {}, { timeout: 10_000 })
  expect(account.value).toBe('FI2112345600000785')
  const mark = () => screen.queryByText(/^Eri kuin rekisterissä: FI21 1234 5600 0007 85/)
  expect(mark()).toBeNull()
  type(texts.invoice.iban, 'FI14 1009 3000 1234 58')
  await waitFor(() => expect(mark()).toBeTruthy())
  type(texts.invoice.iban, 'fi21 1234 5600 0007 85')
  await waitFor(() => expect(mark()).toBeNull())
})
