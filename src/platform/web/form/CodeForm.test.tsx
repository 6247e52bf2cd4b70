// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import { CodeForm } from './CodeForm.tsx'

beforeAll(() => speakFinnish({ platform: fi }))
afterEach(cleanup)

function Refusing() {
  const [error, setError] = useState<string | null>(null)
  return <CodeForm label="Koodi" hint="" submit="Jatka" busy={false} error={error} onCode={() => setError('Väärin')} />
}

it('announces why a code was refused, goes back to its field and leaves the digits there', () => {
  showPage(<Refusing />)
  const field = screen.getByLabelText<HTMLInputElement>('Koodi')
  fireEvent.change(field, { target: { value: '123 456' } })
  screen.getByText('Jatka').focus()
  fireEvent.submit(field.closest('form')!)
  expect(screen.getByRole('alert').textContent).toBe('Väärin')
  expect(document.activeElement).toBe(field)
  expect(field.value).toBe('123 456')
})
