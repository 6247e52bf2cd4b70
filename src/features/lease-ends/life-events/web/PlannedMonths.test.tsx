// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { absencePlans } from '#features/lease-ends/absence-plans/contract.ts'
import platform from '#platform/texts/fi.json' with { type: 'json' }
import { Field, Form } from '#platform/web/form/Form.tsx'
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import texts from '../texts/fi.json' with { type: 'json' }
import { PlannedMonths } from './PlannedMonths.tsx'

beforeAll(() => speakFinnish({ platform, 'life-events': texts }))
afterEach(cleanup)

const show = (kind: 'PARENTAL' | 'LAY_OFF', isOwn: boolean) =>
  showPage(
    <Form endpoint={absencePlans.create} initial={{ kind }} submit="Lähetä">
      <Field name="toDay" kind="day" label="Viimeinen päivä" />
      <PlannedMonths from="2026-12-10" isOwn={isOwn} />
    </Form>,
  )

const type = (text: string) => fireEvent.change(screen.getByLabelText('Viimeinen päivä'), { target: { value: text } })
const drawn = () => {
  const terms = screen.getAllByRole('term').map(({ textContent }) => textContent)
  const payers = screen.getAllByRole('definition').map(({ textContent }) => textContent)
  return terms.map((month, index) => `${month} ${payers[index]}`)
}

it('draws who pays which month as the last day is typed, and nothing before there is one', () => {
  show('PARENTAL', true)
  expect(screen.queryByRole('term')).toBeNull()
  type('28.2.2027')
  expect(drawn()).toEqual(['12/2026 työnantaja', '1/2027 työnantaja', '2/2027 sinä'])
  type('31.12.2026')
  expect(drawn()).toEqual(['12/2026 työnantaja'])
  type('1.12.2026')
  expect(screen.queryByRole('term')).toBeNull()
})

it('names the person to the employer, and leaves a lay-off with the employer for longer', () => {
  show('LAY_OFF', false)
  type('30.4.2027')
  expect(drawn()).toEqual([
    '12/2026 työnantaja',
    '1/2027 työnantaja',
    '2/2027 työnantaja',
    '3/2027 työnantaja',
    '4/2027 työntekijä',
  ])
})
