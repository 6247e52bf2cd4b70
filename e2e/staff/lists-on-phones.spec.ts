import { expect, expectAccessible, settled, signedIn, test } from '../helpers/support.ts'

const lists = [
  '/admin/tilaukset',
  '/admin/tilaukset?orderStatus=CONFIRMED',
  '/admin',
  '/admin?awaited=EMPLOYER&createdStart=2020-01-01',
  '/admin/laskut',
  '/admin/laskut?direction=SALES',
  '/admin/kayttajat',
  '/admin/pankki',
  '/admin/palautukset',
  '/admin/lahetykset?status=KEPT',
]

test('a list begins on the first screen of a phone, with its filters behind one button that counts them', async ({
  browser,
  service,
}) => {
  const page = await signedIn(browser, service, 'internal@demo.example')
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of lists) {
    await page.goto(service.url + path)
    await settled(page)
    const row = await page.locator('tbody tr').first().boundingBox()
    // The opener of the row and its first facts, not its edge alone.
    expect(row!.y + 60, path).toBeLessThan(844)
    console.log(`${path}: first row at ${Math.round(row!.y)} px`)
  }
  await page.goto(`${service.url}/admin/laskut?direction=SALES`)
  await settled(page)
  const folded = page.getByRole('button', { name: 'Rajaukset (1)' })
  await expect(page.getByRole('button', { name: 'Näkymät' })).toBeHidden()
  await folded.click()
  await expect(page.getByRole('combobox', { name: 'Suunta' })).toHaveValue('SALES')
  await expect(page.getByRole('button', { name: 'Näkymät' })).toBeVisible()
  await expectAccessible(page, '/admin/laskut on a phone, its filters open')
  await folded.click()
  await expect(page.getByRole('combobox', { name: 'Suunta' })).toBeHidden()
})
