// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { leasing } from '#features/pricing/leasing/contract.ts'
import leasingTexts from '#features/pricing/leasing/texts/fi.json' with { type: 'json' }
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { Form } from '#platform/web/form/Form.tsx'
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import { SchedulePreview } from './SchedulePreview.tsx'

const terms = {
  instalment: 100,
  insurance: 12,
  service: 10,
  yearlyInterest: 4.9,
  residual: 5,
  adminFee: 15,
  minMonths: 12,
  maxMonths: 60,
  minPrice: 1200,
  maxPrice: 3500,
  validFrom: '2026-01-01',
}

beforeAll(() => speakFinnish({ platform: fi, leasing: leasingTexts }))
afterEach(cleanup)

const show = (typed: object) =>
  showPage(
    <Form endpoint={leasing.createBillingTable} initial={{ ...terms, ...typed }} submit="Tallenna">
      <SchedulePreview withCampaign={false} />
    </Form>,
  )

it('warns before saving of price limits that the terms cannot reach, and of terms that no price reaches', async () => {
  show({})
  expect(await screen.findByText('Kesto')).toBeDefined()
  expect(screen.queryByText(/^Ehdoilla voi vuokrata|^Näillä ehdoilla/)).toBeNull()
  cleanup()
  show({ maxPrice: 90_000 })
  expect(await screen.findByText(/^Ehdoilla voi vuokrata vain hinnat .* Rajat lupaavat enemmän/)).toBeDefined()
  cleanup()
  show({ insurance: 60, service: 60 })
  expect(await screen.findByText(leasingTexts.preview.nothingReachable)).toBeDefined()
})
