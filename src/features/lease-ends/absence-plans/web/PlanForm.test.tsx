// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import texts from '../texts/fi.json' with { type: 'json' }
import { PlanForm } from './PlanForm.tsx'

beforeAll(() => speakFinnish({ platform: fi, 'absence-plans': texts }))
afterEach(cleanup)

it('asks what an absence is only where none of the usual reasons is chosen', async () => {
  showPage(<PlanForm leasingAgreementId="00000000-0000-7000-8000-000000000001" done={() => undefined} />)
  const reason = await screen.findByLabelText<HTMLSelectElement>(new RegExp(`^${texts.panel.kind}`))
  const asks = () => screen.queryAllByRole('textbox', { name: new RegExp(texts.kind.OTHER) }).length
  const seen = [asks()]
  for (const value of ['OTHER', 'STUDY']) {
    fireEvent.change(reason, { target: { value } })
    seen.push(asks())
  }
  expect(seen).toEqual([0, 1, 0])
})

it('draws the months and who pays each as the days are typed', async () => {
  showPage(<PlanForm leasingAgreementId="00000000-0000-7000-8000-000000000001" done={() => undefined} />)
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(new RegExp(`^${label}`)), { target: { value } })
  await screen.findByLabelText(new RegExp(`^${texts.columns.from}`))
  type(texts.columns.from, '10.1.2027')
  expect(screen.queryAllByRole('listitem')).toEqual([])
  type(texts.columns.to, '20.4.2027')
  const drawn = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(drawn()).toEqual([
    '1/2027työnantaja maksaa',
    '2/2027työnantaja maksaa',
    '3/2027työntekijä maksaa',
    '4/2027työntekijä maksaa',
  ])
  fireEvent.change(screen.getByLabelText(new RegExp(`^${texts.panel.kind}`)), { target: { value: 'LAY_OFF' } })
  expect(drawn().filter((text) => text?.includes(texts.payer.EMPLOYEE))).toEqual([])
  type(texts.columns.to, '1.1.2027')
  expect(screen.queryAllByRole('listitem')).toEqual([])
})
