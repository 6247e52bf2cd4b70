// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import type { Preferences } from '../contract.ts'
import own from '../texts/fi.json' with { type: 'json' }
import { PreferencesForm } from './PreferencesForm.tsx'

beforeAll(() => speakFinnish({ platform: fi, accounts: own }))
beforeEach(() => sessionStorage.clear())
afterEach(cleanup)

const show = (save: (preferences: Preferences) => void, stored: Preferences = { mail: { GENERAL: false } }) =>
  showPage(
    <PreferencesForm
      stored={stored}
      kinds={['ORDER_STATUS_CHANGE']}
      busy={false}
      failure={null}
      of="preferences t"
      save={save}
    />,
  )
const mails = () =>
  screen.getByRole('switch', { name: new RegExp(`^${own.notificationTypes.ORDER_STATUS_CHANGE}`) }) as HTMLInputElement

it('finds an unsaved choice again when the page is loaded anew, and forgets it once it is stored', () => {
  const save = vi.fn()
  show(save)
  expect(mails().checked).toBe(true)
  fireEvent.click(mails())
  cleanup()
  show(save)
  expect(mails().checked).toBe(false)
  fireEvent.submit(mails().closest('form')!)
  const saved = { mail: { GENERAL: false, ORDER_STATUS_CHANGE: false }, sms: false }
  expect(save).toHaveBeenCalledWith(saved)
  cleanup()
  show(save, saved)
  expect(sessionStorage.length).toBe(0)
})
