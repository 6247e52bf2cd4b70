// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import texts from '#features/orders/orders/desk/texts/fi.json' with { type: 'json' }
import type { Employee } from '#features/people/employees/shapes.ts'
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { Toasts } from '#platform/web/shell/Toasts.tsx'
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import { Decision } from './Decision.tsx'

vi.mock('#platform/web/api/user.ts', () => ({ useMay: () => () => true }))

const person = {
  beneficiaryEmployeeId: '00000000-0000-7000-8000-000000000009',
  companyName: 'Testi Oy',
  systemUser: { firstName: 'Oona', lastName: 'Malli', workEmail: 'oona@testi.example' },
  version: 4,
} as Employee
let sent: { address: string; body: unknown }[]

beforeAll(() => speakFinnish({ platform: fi, desk: texts }))
beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    if (method === 'POST') sent.push({ address, body: JSON.parse(String(body)) })
    return new Response(JSON.stringify({ employee: { ...person, version: 5 } }), { status: 200 })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('takes a decision back from the toast that tells of it, over the version that the decision made', async () => {
  showPage(
    <>
      <Decision person={person} />
      <Toasts />
    </>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Hyväksy Oona Malli' }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.click(dialog.querySelector('button[data-confirm]') ?? screen.getAllByText('Hyväksy Oona Malli').at(-1)!)
  fireEvent.click(await screen.findByRole('button', { name: 'Kumoa' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[0]).toMatchObject({ body: { status: 'ACCEPTED', version: 4 } })
  expect(sent[1]!.address).toContain('/undo-decision')
  expect(sent[1]!.body).toEqual({ version: 5 })
})
