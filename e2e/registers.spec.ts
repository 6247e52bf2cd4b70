import type { Page } from '@playwright/test'
import { expect, expectAccessible, settled, signedIn, test } from './helpers/support.ts'

test.describe.configure({ mode: 'parallel' })

test('the file of stores is asked for in a dialog that gives the focus back', async ({ browser, service }) => {
  const page = await signedIn(browser, service, 'super@demo.example')
  await page.goto(`${service.url}/admin/liikkeet`)
  await settled(page)
  const open = page.getByRole('button', { name: 'Tuo liikkeitä' })
  await open.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Tuo liikkeitä CSV-tiedostosta' })
  await expect(dialog.locator(':focus')).toBeVisible()
  await expectAccessible(page, 'the dialog')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()
})

/** The matrix draws a thousand boxes anew after each change, which takes its time on a busy machine. */
const told = (page: Page, text: string) =>
  expect(page.getByRole('status').filter({ hasText: text })).toBeVisible({ timeout: 30_000 })

test('a role is made, given a right and removed by keyboard alone', async ({ browser, service }) => {
  const page = await signedIn(browser, service, 'super@demo.example')
  await page.goto(`${service.url}/admin/roolit`)
  await settled(page)
  const { keyboard } = page
  const focused = (role: 'button' | 'textbox' | 'combobox' | 'checkbox', name: string) =>
    expect(page.getByRole(role, { name, exact: true }).and(page.locator(':focus'))).toBeVisible()

  await page.getByRole('button', { name: 'Lisää rooli' }).focus()
  await keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Uusi rooli' })).toBeVisible()
  await focused('textbox', 'Rooli')
  await keyboard.type('Laskujen lukija')
  await keyboard.press('Tab')
  await focused('combobox', 'Ulottuu')
  await keyboard.press('Tab')
  await focused('combobox', 'Pohjana')
  await keyboard.type('Raportointi')
  await keyboard.press('Tab')
  await focused('button', 'Lisää rooli')
  await keyboard.press('Enter')
  await told(page, 'Rooli Laskujen lukija on lisätty')
  await focused('button', 'Lisää rooli')

  const box = page.getByRole('checkbox', { name: 'Laskujen lukija: invoice:read', exact: true })
  await box.focus()
  await keyboard.press('Space')
  await expect(box).toBeChecked()
  await focused('checkbox', 'Laskujen lukija: invoice:read')

  await page.getByRole('button', { name: 'Laskujen lukija', exact: true }).focus()
  await keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name: 'Laskujen lukija' })
  await panel.getByRole('button', { name: 'Poista rooli' }).focus()
  await keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: 'Poistetaanko rooli Laskujen lukija?' })
  await question.getByRole('button', { name: 'Poista rooli' }).focus()
  await keyboard.press('Enter')
  await told(page, 'Rooli Laskujen lukija on poistettu')
})
