// @vitest-environment happy-dom

import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import { DayInput } from './DayInput.tsx'

beforeAll(() => speakFinnish({ platform: fi }))
afterEach(cleanup)

it('names each calendar by its field, so that two can be told apart by ear', () => {
  showPage(
    <>
      <DayInput label="Alkaa" pick={() => {}} />
      <DayInput aria-label="Päättyy" pick={() => {}} />
    </>,
  )
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Valitse kalenterista: Alkaa',
    'Valitse kalenterista: Päättyy',
  ])
})
