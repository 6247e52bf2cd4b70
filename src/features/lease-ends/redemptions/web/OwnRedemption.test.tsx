// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { VisitorProvider } from '#platform/web/api/user.ts'
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import { userWith } from '#testing/user-with.ts'
import texts from '../texts/fi.json' with { type: 'json' }
import { OwnRedemption } from './OwnRedemption.tsx'

const id = '00000000-0000-7000-8000-000000000001'
const offered = {
  id,
  step: 'OFFERED',
  status: 'PENDING',
  buyer: 'EMPLOYEE',
  endMonth: '2027-03',
  total: 900,
  fairValue: 1_500,
  taxableDifference: 600,
  mostTax: 302.04,
  wouldBeDue: '2027-03-31',
  offerValidUntil: '2027-03-25',
  payrollMonthsLeft: 3,
  payrollMonths: null,
  paymentMethod: null,
  leasingCompany: 'Testirahoitus Oy',
  waitingFor: ['EMPLOYEE'],
  allowedSteps: [{ step: 'accept', allowed: true }],
  invoice: null,
}

beforeAll(() => speakFinnish({ platform: fi, redemptions: texts }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('shows the tax of an offer as a range, and of each way of paying who pays, when and in how many parts', async () => {
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json(address.includes(id) && !address.includes('?') ? offered : { items: [offered], totalCount: 1 }),
  )
  const user = { userRoles: [{ role: { rolePermissions: [{ permission: { name: 'redemption:read' } }] } }] }
  showPage(
    <VisitorProvider value={{ kind: 'user', user: userWith(user) }}>
      <OwnRedemption leasingAgreementId={id} bike="Testi Kulkuri" />
    </VisitorProvider>,
  )
  const ways = await screen.findAllByRole('radio')
  const lineOf = (way: HTMLElement) => document.getElementById(way.getAttribute('aria-describedby')!)!.textContent
  expect(ways.map(lineOf)).toEqual([
    expect.stringMatching(/^Maksat itse yhdessä erässä.*viimeistään 31\.3\.2027/),
    expect.stringMatching(/^Maksat itse viimeistään 31\.3\.2027.*osissa/),
    expect.stringMatching(/^Työnantajasi maksaa.*1 kerran/),
    expect.stringMatching(/^Työnantajasi maksaa.*yhdessä erässä viimeistään 31\.3\.2027/),
  ])
  expect(document.body.textContent).toMatch(/0,00\s€–302,04\s€.*900,00\s€–1\s?202,04\s€/)
})
