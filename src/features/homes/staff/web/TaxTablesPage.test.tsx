// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import tax from '#features/pricing/tax/texts/fi.json' with { type: 'json' }
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import { TaxTablesPage } from './TaxTablesPage.tsx'

let held: string[] = []
vi.mock('#platform/web/api/user.ts', () => ({ useMay: () => (permission: string) => held.includes(permission) }))

beforeAll(() => speakFinnish({ platform: fi, tax }))
beforeEach(() => vi.stubGlobal('fetch', async () => Response.json({ items: [] })))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const legal = () => screen.queryByRole('heading', { name: 'Lain sanomat teksteissä' })

it('lists to super admins what texts state as law, first what nobody has read at its source', async () => {
  held = ['settings:write']
  showPage(<TaxTablesPage />)
  expect(legal()).not.toBe(null)
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent ?? '')
  const unread = lines.map((line) => line.includes('Ei tarkistettu'))
  expect(unread).toEqual([...unread].sort((a, b) => Number(b) - Number(a)))
  expect(lines[0]).toContain('Ei tarkistettu lähteestä: Laki 1141/2025')
  const link = screen.getAllByRole('link', { name: /^Tulorekisteri: .*, luettu 23\.11\.2026$/ })[0]
  expect(link?.getAttribute('href')).toContain('/polkupyoraetu-ja-tyosuhdematkalippu')
})

it('shows it to nobody else', () => {
  held = ['tax-table:read']
  showPage(<TaxTablesPage />)
  expect(legal()).toBe(null)
})
