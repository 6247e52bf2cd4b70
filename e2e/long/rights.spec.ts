import type { Page } from '@playwright/test'
import { expect, expectAccessible, type Service, settled, signedInAnew, testOn } from '../helpers/support.ts'

// Other journeys look for their own request among all of them, so these stand on a service of their own.
const test = testOn(async () => undefined)

const visitor = 'tiina.malli@yritys.example'
const other = 'lauri.malli@pyoraliike.example'

const panelOf = (page: Page) => page.getByRole('complementary')

/** Writes down a request of somebody without an account. */
async function record(page: Page, { kind, email, wish }: { kind: string; email: string; wish: string }) {
  await page.getByRole('button', { name: 'Kirjaa pyyntö' }).first().click()
  const form = page.locator('form').filter({ has: page.getByLabel('Miten henkilö tunnistettiin') })
  await form.getByLabel('Pyyntö', { exact: true }).selectOption({ label: kind })
  await form.getByLabel('Sähköpostiosoite').fill(email)
  await form.getByLabel('Pyynnön sisältö').fill(wish)
  await form.getByLabel('Miten henkilö tunnistettiin').fill('Soitti numerosta, jonka hän on antanut meille.')
  await form.getByRole('button', { name: 'Kirjaa pyyntö' }).click()
}

async function openRequest(page: Page, service: Service, email: string) {
  await page.goto(`${service.url}/admin/tietopyynnot`)
  await settled(page)
  await page
    .getByRole('row', { name: new RegExp(email) })
    .getByRole('button')
    .first()
    .click()
  await expect(panelOf(page)).toContainText('Vastattava viimeistään')
}

test('staff record the requests of visitors, extend one with a reason, answer one, and a second member confirms an erasure @long', async ({
  browser,
  service,
}) => {
  const first = await signedInAnew(browser, service, 'internal@demo.example')
  first.setDefaultTimeout(20_000)
  await first.goto(`${service.url}/admin/tietopyynnot`)
  await settled(first)

  await test.step('nothing is written down for an address of which the service knows nothing', async () => {
    const wish = 'Poistakaa yhteydenottoni.'
    await record(first, { kind: 'Tietojen poistaminen', email: 'ei.kukaan@muu.example', wish })
    const again = first.getByRole('dialog', { name: 'Vahvista, että se olet sinä' })
    await again.getByLabel('Salasana', { exact: true }).fill('Poljin-demo-2026')
    await again.getByRole('button', { name: 'Vahvista', exact: true }).click()
    await expect(again).toHaveCount(0)
    await expect(first.getByText('Palvelu ei tiedä osoitteesta mitään').first()).toBeVisible()
    await first.getByLabel('Sähköpostiosoite').fill(visitor)
    await expectAccessible(first, 'a request that is written down')
    await first.locator('form').getByRole('button', { name: 'Kirjaa pyyntö' }).last().click()
    await expect(first.getByRole('row', { name: new RegExp(visitor) })).toContainText('odottaa vastausta')
    await record(first, { kind: 'Tietojen oikaiseminen', email: other, wish: 'Nimeni on kirjoitettu väärin.' })
    await expect(first.getByRole('row', { name: new RegExp(other) })).toContainText('odottaa vastausta')
  })

  await test.step('a correction is answered, and its person is told', async () => {
    await openRequest(first, service, other)
    await panelOf(first).getByLabel('Vastaus', { exact: true }).fill('Korjasimme nimesi.')
    await panelOf(first).getByRole('button', { name: 'Hyväksy ja vastaa' }).click()
    await expect(first.getByRole('row', { name: new RegExp(other) })).toContainText('toteutettu')
    await service.message(other, ({ text }) => text.includes('Korjasimme nimesi.'))
  })

  await test.step('an erasure is extended once, with a reason that its person is told', async () => {
    await openRequest(first, service, visitor)
    const panel = panelOf(first)
    await panel.locator('summary').filter({ hasText: 'Jatka määräaikaa' }).click()
    await panel.getByLabel('Syy, joka kerrotaan henkilölle').fill('Selvitämme, mitä sinusta on tallennettu.')
    await panel.getByRole('button', { name: 'Jatka määräaikaa kahdella kuukaudella' }).click()
    await expect(panel.locator('summary').filter({ hasText: 'Jatka määräaikaa' })).toHaveCount(0)
    await expect(panel).toContainText('Selvitämme, mitä sinusta on tallennettu.')
    await service.message(visitor, ({ text }) => text.includes('Selvitämme, mitä sinusta on tallennettu.'))
    await expectAccessible(first, 'an erasure that is asked for')
  })

  const proposal = await test.step('whoever proposes the erasure cannot confirm it', async () => {
    const panel = panelOf(first)
    await panel.getByLabel('Huomautus vahvistajalle').fill('Yhteydenotto on hoidettu.')
    await panel.getByRole('button', { name: 'Ehdota poistamista' }).click()
    await panel.getByRole('link', { name: 'Avaa ehdotus' }).click()
    await settled(first)
    await expect(first.getByText(/Ehdotit tätä itse/)).toBeVisible()
    await expect(first.getByRole('button', { name: 'Vahvista', exact: true })).toHaveCount(0)
    const url = new URL(first.url())
    const { version } = await (
      await first.request.get(`${service.url}/api/proposals/${url.searchParams.get('open')}`)
    ).json()
    const alone = await first.request.post(`${service.url}/api/proposals/${url.searchParams.get('open')}/confirm`, {
      headers: { origin: service.url, 'idempotency-key': crypto.randomUUID() },
      data: { version },
    })
    expect([alone.status(), (await alone.json()).code]).toEqual([403, 'NOT_FOR_ONESELF'])
    return first.url()
  })

  await test.step('a second member of the staff confirms it, and the person is told', async () => {
    const second = await signedInAnew(browser, service, 'super@demo.example')
    second.setDefaultTimeout(20_000)
    await second.goto(proposal)
    await settled(second)
    await expectAccessible(second, 'a proposed erasure')
    await panelOf(second).getByRole('button', { name: 'Vahvista', exact: true }).click()
    await second.getByRole('dialog').getByRole('button', { name: 'Vahvista', exact: true }).click()
    await expect(panelOf(second)).toContainText('Vahvistettu ja tehty')
    await openRequest(second, service, visitor)
    await expect(second.getByRole('row', { name: new RegExp(visitor) })).toContainText('poistetaan pian')
    await expectAccessible(second, 'an erasure that is confirmed')
  })
})
