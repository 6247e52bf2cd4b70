import { expect, expectAccessible, settled, signedIn, test } from '../helpers/support.ts'

test('staff answer a contact form and keep a view, and an employer names a deputy @long', async ({
  browser,
  service,
}) => {
  const staff = await signedIn(browser, service, 'internal@demo.example')
  await staff.goto(`${service.url}/admin/contact-forms`)
  await settled(staff)
  await staff.getByRole('button', { name: 'Näkymät' }).click()
  await staff.getByLabel('Näkymän nimi').fill('Aamun viestit')
  await staff.getByRole('button', { name: 'Tallenna', exact: true }).click()
  await expect(staff.getByText('Näkymä Aamun viestit on tallennettu')).toBeVisible()
  await expectAccessible(staff, 'the views of a list')
  await staff.keyboard.press('Escape')
  await staff.getByRole('table').getByRole('button').first().click()
  const panel = staff.getByRole('complementary')
  await panel.getByLabel('Vastauksesi').fill('Kiitos viestistänne. Vastaamme huomenna.')
  await panel.getByRole('button', { name: 'Lähetä vastaus' }).click()
  await expect(staff.getByText(/^Vastaus lähti osoitteeseen/)).toBeVisible()
  await expect(panel.getByText('Kiitos viestistänne. Vastaamme huomenna.')).toBeVisible()

  const employer = await signedIn(browser, service, 'employer@demo.example')
  await employer.goto(`${service.url}/yritys-asetukset?osio=people`)
  await settled(employer)
  const day = (await service.now()).slice(0, 10)
  const finnish = (from: string, days: number) => {
    const date = new Date(`${from}T00:00:00Z`)
    date.setUTCDate(date.getUTCDate() + days)
    return date.toISOString().slice(0, 10).split('-').map(Number).reverse().join('.')
  }
  const deputy = employer.getByLabel('Sijainen', { exact: true })
  const away = await employer.getByLabel('Kuka on poissa').inputValue()
  const others = await deputy.locator('option').evaluateAll((all) => all.map((one) => one.getAttribute('value') ?? ''))
  await deputy.selectOption(others.filter((value) => value !== '' && value !== away)[0]!)
  await employer.getByLabel('Ensimmäinen päivä').fill(finnish(day, 30))
  await employer.getByLabel('Viimeinen päivä').fill(finnish(day, 40))
  await employer.getByRole('button', { name: 'Nimeä sijainen' }).click()
  await expect(employer.getByText('Sijainen on nimetty')).toBeVisible()
  await expectAccessible(employer, 'the deputies of a company')
})
