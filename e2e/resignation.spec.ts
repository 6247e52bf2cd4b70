import { expect, expectAccessible, settled, signedIn, signIn, test } from './support.ts'

const rider = { first: 'Tyyne', email: 'tyyne.esimerkki@tuohi.example' }

test('a resignation: the rider reads what it means for the bicycle and redeems it, employer and staff see it', async ({
  browser,
  service,
}) => {
  test.setTimeout(180_000)
  const viewport = { width: 390, height: 844 }
  const own = await (await browser.newContext({ locale: 'fi-FI', timezoneId: 'Europe/Helsinki', viewport })).newPage()
  own.setDefaultTimeout(12_000)
  await signIn(own, service, rider.email)
  await test.step('the rider says that the employment ends, and asks to redeem', async () => {
    await own.goto(`${service.url}/mybike`)
    await own.getByRole('link', { name: 'Jokin muuttuu: lähtö, poissaolo, vahinko' }).click()
    await own.getByLabel('Mitä on tapahtunut').selectOption({ label: 'Työsuhde päättyy' })
    await expect(own.getByLabel('Viimeinen työpäivä')).toBeVisible()
    await expect(own.getByText('Jos kukaan ei valitse:')).toBeVisible()
    await settled(own)
    await expectAccessible(own, 'the end of an employment')
    const redeem = own.getByRole('article').filter({ hasText: 'Lunastus' }).first()
    await redeem.getByRole('button', { name: 'Aloita lunastus' }).click()
    await own.waitForURL(/\/mybike$/)
    await settled(own)
    await expectAccessible(own, '/mybike with a redemption')
  })
  for (const [email, path] of [
    ['employer-b@demo.example', '/tyonantaja/lunastukset'],
    ['internal@demo.example', '/admin/lunastukset'],
  ] as const)
    await test.step(`${path} shows it`, async () => {
      const page = await signedIn(browser, service, email)
      page.setDefaultTimeout(12_000)
      await page.goto(service.url + path)
      await expect(page.getByRole('row', { name: /Tyyne/ }).first()).toBeVisible()
    })
})
