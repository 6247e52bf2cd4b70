import { expect, expectAccessible, settled, signedIn, test } from './helpers/support.ts'

const field = 'Pyöräedun veroton osuus kuukaudessa'

test('a table of the running year changes once a second member of the staff has confirmed it, and its employers hear', {
  tag: '@long',
}, async ({ browser, service }) => {
  test.setTimeout(300_000)
  const page = await signedIn(browser, service, 'internal@demo.example')
  page.setDefaultTimeout(20_000)
  const year = (await service.now()).slice(0, 4)
  const address = `${service.url}/admin/verotaulukot?year=${year}`
  await page.goto(address)
  await settled(page)
  const waiting = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Avaa ehdotus' }) })
  await expect(waiting.filter({ hasText: 'Kunnan Jyväskylä veroprosentteja' })).toHaveCount(1)

  await test.step('whoever proposes it sees that it waits, and cannot confirm it', async () => {
    await expect(page.getByLabel(field)).toHaveValue('100,00')
    await expect(page.getByLabel(field).locator('..')).toContainText('€')
    await page.getByLabel(field).fill('90')
    await page.getByRole('button', { name: 'Tallenna taulukko' }).click()
    await expect(
      page.getByText('Ehdotettu. Muutos tulee voimaan, kun toinen henkilö on vahvistanut sen.'),
    ).toBeVisible()
    const own = waiting.filter({ hasText: `vuodelta ${year} muutetaan` }).filter({ hasText: 'Taulukkoa' })
    await expect(own).toHaveCount(1)
    await expectAccessible(page, 'tax tables of which some wait')
    await page.goto(address)
    await settled(page)
    await expect(page.getByLabel(field)).toHaveValue('100,00')
    await own.getByRole('link', { name: 'Avaa ehdotus' }).click()
    await settled(page)
    await expect(page.getByText(/Ehdotit tätä itse/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Vahvista', exact: true })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Peru ehdotus' })).toBeVisible()
  })

  await test.step('the second one is asked by a task, sees what was and what would be, and confirms it', async () => {
    const second = await signedIn(browser, service, 'super@demo.example')
    second.setDefaultTimeout(20_000)
    await second.goto(`${service.url}/admin/tehtavat`)
    await settled(second)
    await second
      .getByRole('main')
      .locator('details')
      .evaluateAll((all) => {
        for (const one of all as HTMLDetailsElement[]) one.open = true
      })
    await second
      .getByRole('link', { name: /Vahvista tai hylkää toisen ehdottama muutos/ })
      .first()
      .waitFor({ state: 'attached' })
    await second.goto(page.url())
    await settled(second)
    const panel = second.getByRole('complementary')
    await expect(panel).toContainText(field)
    await expect(panel).toContainText(/100,00\s€/)
    await expect(panel).toContainText(/90,00\s€/)
    await expectAccessible(second, 'a proposed tax table')
    await panel.getByRole('button', { name: 'Vahvista', exact: true }).click()
    await second.getByRole('dialog').getByRole('button', { name: 'Vahvista', exact: true }).click()
    await expect(panel).toContainText('Vahvistettu ja tehty')
    await second.goto(address)
    await settled(second)
    await expect(second.getByLabel(field)).toHaveValue('90,00')
  })

  const told = await service.message('employer@demo.example', ({ subject }) => subject === 'Verotaulukko on muuttunut')
  expect(told.text).toContain(`vuodelta ${year}`)
})
