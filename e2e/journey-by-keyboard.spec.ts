import type { Browser } from '@playwright/test'
import { lockMonth, openBrowser, signIn, walk } from './helpers/journey.ts'
import { byKeyboard } from './helpers/keyboard-hand.ts'
import { test as base, expect, testOn } from './helpers/support.ts'
import { wordsIn } from './helpers/words.ts'

// The clock moves on to the next month, which other journeys would meet.
const test = testOn(async () => undefined)

const t = wordsIn('fi')
const hand = async (browser: Browser, viewport?: { width: number; height: number }) =>
  byKeyboard(await openBrowser(browser, 'fi-FI', viewport), t('platform:shell.skip'))

test('whoever decides row by row goes on from the next row, and from the same one when a dialog is closed', async ({
  browser,
  service,
}) => {
  const employer = await hand(browser)
  const { page } = employer
  await signIn({ service, t }, employer, 'employer@demo.example')
  await employer.arrives(/odottaa päätöstäsi/)
  const rows = page.locator('tbody tr')
  const names = await rows
    .getByRole('button', { name: /^Hyväksy / })
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')!.replace('Hyväksy ', '')))
  const [first, second, third] = names as [string, string, string]
  const focusIn = (name: string) => {
    const row = rows.filter({ has: page.getByRole('button', { name: t('employees:decide.accept', { name }) }) })
    return row.locator(':focus')
  }

  await employer.press('button', t('employees:decide.accept', { name: first }))
  await expect(focusIn(second)).toBeVisible()

  const reject = t('employees:decide.rejectName', { name: second })
  await employer.press('button', reject)
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: reject })).toBeFocused()

  await employer.press('button', reject)
  await employer.type(t('employees:reject.reason'), 'Työsuhde on määräaikainen.', 'dialog')
  await employer.press('button', t('employees:reject.submit_one'), 'dialog')
  await expect(focusIn(third)).toBeVisible()
})

test('a payroll month is locked by keyboard alone, and its new state is told', { tag: '@long' }, async ({
  browser,
  service,
}) => {
  await lockMonth({ service, t }, await hand(browser), 'employer-d@demo.example')
})

test('one bicycle until it is ridden, by keyboard alone: every stop is named and seen, and no act loses the focus', {
  tag: '@long',
}, async ({ browser, service }) => {
  const phone = { width: 390, height: 844 }
  const people = {
    employer: await hand(browser),
    employee: await hand(browser, phone),
    staff: await hand(browser),
    store: await hand(browser, phone),
  }
  await walk(
    {
      service,
      t,
      people,
      employer: { email: 'employer@demo.example', company: 'Esimerkki Kaarna Oy' },
      buyer: { first: 'Kielo', last: 'Esimerkki', email: 'kielo.esimerkki@kaarna.example' },
      lessor: 'laskut@rahoitus.example',
    },
    (title, body) => base.step(title, body),
  )
})
