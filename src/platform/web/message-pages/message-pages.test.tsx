// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { ApiError } from '#platform/web/api/api-error.ts'
import { FormFailure } from '#platform/web/form/FormFailure.tsx'
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import { FailedPage } from './message-pages.tsx'

let isAnswering: boolean
let asked: number
beforeAll(() => speakFinnish({ platform: fi }))
beforeEach(() => {
  isAnswering = false
  asked = 0
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  vi.stubGlobal('fetch', async () => {
    asked += 1
    if (!isAnswering) throw new TypeError('Failed to fetch')
    return Response.json({})
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** The service answers again, and the browser tells that it has a network, upon which it is asked. */
const comesBack = () => {
  isAnswering = true
  window.dispatchEvent(new Event('online'))
}

it('a page that could not be fetched says so and tries again by itself once the service answers', async () => {
  const reset = vi.fn()
  const error = new TypeError('Failed to fetch dynamically imported module: https://x.example/app/a.js')
  showPage(<FailedPage error={error} reset={reset} />)
  await screen.findByRole('heading', { name: 'Ei yhteyttä palveluun' })
  expect(reset).not.toHaveBeenCalled()
  comesBack()
  await vi.waitFor(() => expect(reset).toHaveBeenCalledTimes(1))
})

it('a page that failed by itself is not tried again because the service answers', async () => {
  const reset = vi.fn()
  showPage(<FailedPage error={new Error('unforeseen')} reset={reset} />)
  await screen.findByRole('heading', { name: 'Jokin meni vikaan' })
  comesBack()
  await screen.findByRole('heading', { name: 'Jokin meni vikaan' })
  expect(reset).not.toHaveBeenCalled()
})

it('a form that found nobody says below when it can be sent again', async () => {
  const error = new ApiError({ status: 0, code: 'UNREACHABLE', message: 'no' })
  showPage(<FormFailure error={error} />)
  await screen.findByText(/^Palvelimeen ei saada yhteyttä/)
  await vi.waitFor(() => expect(asked).toBeGreaterThan(0))
  await vi.waitFor(() => {
    comesBack()
    expect(screen.getByRole('alert').textContent).toBe('Yhteys on palannut. Yritä uudelleen.')
  })
})
