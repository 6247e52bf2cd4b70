// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { companies } from '#features/people/companies/contract.ts'
import platform from '#platform/texts/fi.json' with { type: 'json' }
import { Form } from '#platform/web/form/Form.tsx'
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import own from '../texts/fi.json' with { type: 'json' }
import { PolicyFields } from './CompanyFields.tsx'
import { PolicyPreview } from './PolicyPreview.tsx'

beforeAll(() => speakFinnish({ platform, companies: own }))
beforeEach(() => sessionStorage.clear())
afterEach(cleanup)

const stored = {
  maxPrice: null,
  orderCount: 1,
  excess: 'NO',
  claimPayer: 'EMPLOYEE',
  benefitModel: 'FROM_SALARY',
  allowsReturn: true,
  body: 'Pyörä kuuluu kaikille.',
}

it('says what the terms mean to an employee while they are being changed, before they are published', () => {
  showPage(
    <Form endpoint={companies.changePolicy} params={{ id: 'c' }} initial={stored} submit="Julkaise">
      <PolicyFields />
      <PolicyPreview maxPrice={4500} />
    </Form>,
  )
  const preview = within(screen.getByRole('complementary'))
  const text = () => screen.getByRole('complementary').textContent?.replace(/\s/gu, ' ')
  expect(text()).toContain('4 500,00 €')
  preview.getByText(own.preview.return)
  preview.getByText('Pyörä kuuluu kaikille.')

  fireEvent.click(screen.getByRole('checkbox', { name: own.policy.allowsReturn }))
  fireEvent.change(screen.getByRole('textbox', { name: own.policy.maxPrice }), { target: { value: '3 200,50' } })
  fireEvent.change(screen.getByRole('combobox', { name: own.policy.benefitModel }), { target: { value: 'ON_TOP' } })
  preview.getByText(own.preview.noReturn)
  expect(text()).toContain('3 200,50 €')
  const link = preview.getByRole('link').getAttribute('href')
  expect(link).toBe('/laskuri#hinta=3200%2C5&malli=ON_TOP&nakyma=tyonantaja')
})
