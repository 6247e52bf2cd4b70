// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { Form } from '#platform/web/form/Form.tsx'
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import { signing as calls } from '../contract.ts'
import signing from '../texts/fi.json' with { type: 'json' }
import { ProofFields } from './ProofFields.tsx'

const shown = (textsLeave: boolean) =>
  showPage(
    <Form endpoint={calls.requestCode} params={{ id: '1' }} submit="x">
      <ProofFields textsLeave={textsLeave} />
    </Form>,
  )

beforeAll(() => speakFinnish({ platform: fi, signing }))
afterEach(cleanup)

it('offers a number first, where a text message leaves', () => {
  shown(true)
  expect(screen.queryByLabelText(signing.proof.phone)).not.toBe(null)
})

it('asks for an address alone, where none does', () => {
  shown(false)
  expect(screen.queryByLabelText(signing.proof.phone)).toBe(null)
  expect(screen.queryByText(signing.proof.bySms)).toBe(null)
  expect(screen.queryByLabelText(signing.proof.email)).not.toBe(null)
})
