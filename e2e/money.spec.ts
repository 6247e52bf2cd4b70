import { expect, expectAccessible, settled, signIn, test } from './support.ts'

test('an employer reads its month: the invoice beside the payroll, with the difference explained', async ({
  page,
  service,
}) => {
  await signIn(page, service, 'employer@demo.example')
  await page.goto(`${service.url}/raportointi/laskut`)
  await settled(page)
  await page
    .getByRole('row', { name: /\b\d{1,2}\/20\d\d\b/ })
    .first()
    .getByRole('button')
    .click()
  const panel = page.getByRole('complementary')
  await expect(panel.getByRole('heading', { name: 'Laskukuukausi ja palkkakuukausi' })).toBeVisible()
  for (const reason of ['hallinnointimaksut, jotka ovat laskulla', 'toinen rahoitusyhtiö laskuttaa itse'])
    await expect(panel.getByRole('listitem').filter({ hasText: reason })).toContainText('€')
  await expectAccessible(page, "the employer's month")
})
