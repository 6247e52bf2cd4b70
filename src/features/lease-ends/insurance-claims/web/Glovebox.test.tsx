// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import orderTexts from '#features/orders/orders/texts/fi.json' with { type: 'json' }
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { VisitorProvider } from '#platform/web/api/user.ts'
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import { userWith } from '#testing/user-with.ts'
import texts from '../texts/fi.json' with { type: 'json' }
import { Glovebox } from './Glovebox.tsx'

const id = '00000000-0000-7000-8000-000000000001'

const rider = userWith({
  userRoles: [{ role: { rolePermissions: [{ permission: { name: 'insurance-claim:create' } }] } }],
})

const order = {
  beneficiaryEmployeeId: id,
  frameNumber: 'HT7-1',
  deliveryDay: '2026-03-02',
  bikeStore: { bikeStoreId: id, storeName: 'Kulmapyörä', address: 'Kulmakatu 1', phone: null, openingHours: null },
  agreement: { leasingAgreementId: id, leaseState: 'ACTIVE' },
} as OrderViewType

beforeAll(() => speakFinnish({ platform: fi, 'insurance-claims': texts, orders: orderTexts }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(of: OrderViewType) {
  const fetch = vi.fn(async (_address: string, _init?: RequestInit) =>
    Response.json({ insuranceId: id }, { status: 201 }),
  )
  vi.stubGlobal('fetch', fetch)
  showPage(
    <VisitorProvider value={{ kind: 'user', user: rider }}>
      <Glovebox order={of} mayClaim />
    </VisitorProvider>,
  )
  return fetch
}

it('shows frame number and shop, and reports a theft with two presses', async () => {
  const fetch = show(order)
  expect(screen.getByText('HT7-1')).toBeTruthy()
  expect(screen.getByText('Kulmapyörä')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Pyörä on varastettu' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Ilmoita varkaus' }))
  await waitFor(() => expect(fetch.mock.calls.some(([address]) => String(address).includes('claim'))).toBe(true))
  const [, init] = fetch.mock.calls.find(([address]) => String(address).includes('claim'))!
  expect(JSON.parse(String(init!.body))).toEqual({ leasingAgreementId: id, beneficiaryEmployeeId: id, type: 'THEFT' })
})

it('reports no theft of a lease that is over', () => {
  show({ ...order, agreement: { ...order.agreement, leaseState: 'ENDED' } } as OrderViewType)
  expect(screen.queryByRole('button')).toBeNull()
})
