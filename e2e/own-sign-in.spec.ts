import type { Page } from '@playwright/test'
import { codeOfApp } from './helpers/app-code.ts'
import { expect, expectAccessible, pathOf, type Service, signedIn, signIn, testOn } from './helpers/support.ts'

const password = 'Poljin-demo-2026'
// The person's address changes, so that no other journey could sign in with it.
const test = testOn(async () => undefined)
const email = 'employer-b@demo.example'
const newEmail = 'uusi-osoite@demo.example'
const number = '0401234599'

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Gives the password in a section's form and presses what it is given for. */
async function confirm(page: Page, name: string, act: string) {
  const part = section(page, name)
  await part.getByLabel('Nykyinen salasana').fill(password)
  await part.getByRole('button', { name: act }).click()
}

async function givePassword(page: Page, service: Service, address = email) {
  await page.goto(`${service.url}/kirjaudu`)
  await page.getByLabel('Sähköposti').fill(address)
  await page.getByLabel('Salasana', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Jatka' }).click()
}

async function signOut(page: Page, service: Service) {
  await page.goto(`${service.url}/kirjaudu-ulos`)
  await page.waitForURL(`${service.url}/`)
}

const codeOf = (text: string) => /\d{6}/.exec(text)![0]

test('a person looks after their own sign-in: code by choice, app, codes on paper, devices and address', {
  tag: '@long',
}, async ({ browser, page, service }) => {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`throws ${error.message}`))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(`${page.url()} ${message.text()}`)
  })
  await page.setViewportSize({ width: 1280, height: 900 })
  await signIn(page, service, email)
  await page.goto(`${service.url}/kayttaja?tab=kirjautuminen`)

  // A proven phone, then a code by SMS by choice.
  const sms = section(page, 'Koodi kirjautuessa')
  await expect(sms.getByText('Vahvista ensin puhelinnumerosi')).toBeVisible()
  const phone = section(page, 'Puhelin')
  await phone.getByRole('button', { name: 'Vaihda numero' }).click()
  await phone.getByLabel('Puhelinnumero').fill('040 1234599')
  await confirm(page, 'Puhelin', 'Lähetä koodi uuteen numeroon')
  await expect(phone.getByText('Lähetimme koodin numeroon')).toBeVisible()
  const proof = await service.message(number, ({ channel }) => channel === 'SMS')
  await phone.getByLabel('Vahvistuskoodi').fill(codeOf(proof.text))
  await phone.getByRole('button', { name: 'Vahvista numero' }).click()
  await sms.getByRole('button', { name: 'Kysy koodi kirjautuessa' }).click()
  await expectAccessible(page, 'own details, asking for a code')
  await confirm(page, 'Koodi kirjautuessa', 'Kysy koodi kirjautuessa')
  await expect(sms.getByText('Käytössä', { exact: true })).toBeVisible()
  await signOut(page, service)
  await givePassword(page, service)
  await expect(
    page.getByRole('heading', { name: 'Vahvistuskoodi' }).or(page.getByLabel('Vahvistuskoodi')),
  ).toBeVisible()
  await expect
    .poll(async () => (await service.message(number, ({ channel }) => channel === 'SMS')).text)
    .not.toBe(proof.text)
  const second = await service.message(number, ({ channel }) => channel === 'SMS')
  await page.getByLabel('Vahvistuskoodi').fill(codeOf(second.text))
  await page.getByRole('button', { name: 'Kirjaudu sisään' }).click()
  await page.waitForURL(/tyonantaja/)

  // The app, and codes for the day when it is lost.
  await page.goto(`${service.url}/kayttaja?tab=kirjautuminen`)
  const app = section(page, 'Todennussovellus')
  await app.getByRole('button', { name: 'Ota sovellus käyttöön' }).click()
  await confirm(page, 'Todennussovellus', 'Ota sovellus käyttöön')
  const secret = (await app.locator('code').innerText()).replace(/\s/g, '')
  await app.getByLabel('Vahvistuskoodi').fill(codeOfApp(secret, new Date(await service.now())))
  await app.getByRole('button', { name: 'Vahvista sovellus' }).click()
  await app.getByRole('button', { name: 'Luo palautuskoodit' }).click()
  await confirm(page, 'Todennussovellus', 'Luo palautuskoodit')
  const shown = app.getByRole('list', { name: 'Palautuskoodit' }).locator('code')
  await expect(shown).toHaveCount(10)
  const codes = await shown.allInnerTexts()
  await expectAccessible(page, 'own details, recovery codes')
  await app.getByRole('button', { name: 'Koodit ovat tallessa' }).click()
  await expect(app.getByText('10 koodia jäljellä')).toBeVisible()
  await signOut(page, service)

  // Back in on paper; a code is good once.
  const onPaper = async (who: Page, code: string) => {
    await givePassword(who, service)
    await who.getByRole('button', { name: 'Käytä palautuskoodia' }).click()
    await who.getByLabel('Palautuskoodi').fill(code)
    await who.getByRole('button', { name: 'Kirjaudu sisään' }).click()
  }
  await onPaper(page, codes[0]!)
  await page.waitForURL(/tyonantaja/)
  const other = await (await browser.newContext({ locale: 'fi-FI' })).newPage()
  await onPaper(other, codes[0]!)
  await expect(other.getByLabel('Palautuskoodi')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(other, 'a used recovery code')
  await other.getByLabel('Palautuskoodi').fill(codes[1]!.toLowerCase().replaceAll('-', ' '))
  await other.getByRole('button', { name: 'Kirjaudu sisään' }).click()
  await other.waitForURL(/tyonantaja/)

  // Signing out elsewhere.
  await page.goto(`${service.url}/kayttaja?tab=kirjautuminen`)
  await expect(app.getByText('8 koodia jäljellä')).toBeVisible()
  await page.getByRole('button', { name: 'Kirjaudu ulos muilta laitteilta' }).click()
  await expect(page.getByText('Olet kirjautuneena yhdellä laitteella.')).toBeVisible()
  await other.goto(`${service.url}/tyonantaja`)
  await expect(other).toHaveURL(/\/kirjaudu\?next=/)
  await other.context().close()

  // Another address to sign in with, by the link in the mail.
  const address = section(page, 'Kirjautumisosoite')
  await address.getByRole('button', { name: 'Vaihda osoite' }).click()
  await address.getByLabel('Uusi kirjautumisosoite').fill(newEmail)
  await confirm(page, 'Kirjautumisosoite', 'Lähetä vahvistuslinkki')
  await expect(address.getByRole('status')).toContainText(newEmail)
  await page.goto(service.url + pathOf(await service.message(newEmail)))
  await page.getByRole('button', { name: 'Ota uusi osoite käyttöön' }).waitFor()
  await expectAccessible(page, 'confirming an address')
  await page.getByRole('button', { name: 'Ota uusi osoite käyttöön' }).click()
  await expect(page.getByRole('heading', { name: 'Kirjautumisosoite on vaihdettu' })).toBeVisible()
  await expect(page).toHaveURL(/\/kirjautumisosoite\/-$/)
  await service.message(email, ({ subject }) => subject === 'Kirjautumisosoitteesi on vaihdettu')
  await page.getByRole('link', { name: 'Omiin tietoihin' }).click()
  await expect(address.getByText(newEmail)).toBeVisible()
  await signOut(page, service)
  await givePassword(page, service)
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByLabel('Sähköposti').fill(newEmail)
  await page.getByRole('button', { name: 'Jatka' }).click()
  await expect(page.getByRole('button', { name: 'Käytä palautuskoodia' })).toBeVisible()
  expect(faults.filter((fault) => !/status of 40[01]/.test(fault))).toEqual([])
})

test('whoever is to sign in with a code and has no phone gives a number at the first sign-in', {
  tag: '@long',
}, async ({ browser, page, service }) => {
  const invited = {
    first: 'Iiris',
    last: 'Malli',
    email: 'iiris.malli@kaarna.example',
    secret: 'Kampiakseli ja ketjut',
  }
  const staff = await signedIn(browser, service, 'internal@demo.example')
  await staff.goto(`${service.url}/admin/yritykset`)
  await staff
    .getByRole('row', { name: /9870002-0/ })
    .getByRole('button')
    .click()
  // No company of the demo asks for a code by itself.
  await staff.getByLabel('Kaksivaiheinen kirjautuminen').selectOption({ label: 'Työnantajan käyttäjillä' })
  const saved = staff.waitForResponse((reply) => reply.request().method() === 'PUT' && reply.ok())
  await staff.getByRole('button', { name: 'Tallenna Esimerkki Kaarna Oy' }).click()
  const again = staff.getByRole('dialog', { name: 'Vahvista, että se olet sinä' })
  await again.getByLabel('Salasana', { exact: true }).fill(password)
  await again.getByRole('button', { name: 'Vahvista', exact: true }).click()
  await saved
  await staff.getByRole('tab', { name: 'Henkilöt' }).click()
  await staff.getByLabel('Etunimi').fill(invited.first)
  await staff.getByLabel('Sukunimi').fill(invited.last)
  await staff.getByLabel('Työsähköposti').fill(invited.email)
  await staff.getByRole('button', { name: 'Lähetä kutsu' }).click()
  await page.goto(service.url + pathOf(await service.message(invited.email)))
  await page.getByLabel('Valitse salasana').fill(invited.secret)
  await page.getByRole('button', { name: 'Hyväksy kutsu ja tee tunnus' }).click()
  await page.getByRole('heading', { name: 'Tunnuksesi on valmis' }).waitFor()
  await page.goto(`${service.url}/kirjaudu`)
  await page.getByLabel('Sähköposti').fill(invited.email)
  await page.getByLabel('Salasana', { exact: true }).fill(invited.secret)
  await page.getByRole('button', { name: 'Jatka' }).click()
  await page.getByRole('heading', { name: 'Anna puhelinnumerosi' }).waitFor()
  const phone = page.getByLabel('Puhelinnumero')
  const send = page.getByRole('button', { name: 'Lähetä koodi' })
  for (const wrong of ['', '12']) {
    await phone.fill(wrong)
    await send.click()
    await expect(phone).toHaveAttribute('aria-invalid', 'true')
  }
  await expectAccessible(page, '/kirjaudu, a phone number')
  await phone.fill('040 1234588')
  await send.click()
  const { text } = await service.message('0401234588', ({ channel }) => channel === 'SMS')
  await page.getByLabel('Vahvistuskoodi').fill(codeOf(text))
  await page.getByRole('button', { name: 'Kirjaudu sisään' }).click()
  await page.waitForURL(/tyonantaja/)
})

test('a person orders a copy of their data and takes it; staff make one for somebody who only wrote @long', async ({
  browser,
  page,
  service,
}, info) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await signIn(page, service, 'employee@demo.example')
  await page.goto(`${service.url}/kayttaja#copy`)
  const copy = section(page, 'Kopio tiedoistasi')
  await copy.getByRole('button', { name: 'Tilaa kopio' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Salasana', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Vahvista', exact: true }).click()
  await expect(copy.getByText('Kopio on valmis')).toBeVisible({ timeout: 30_000 })
  await expectAccessible(page, 'own copy')
  await info.attach('own', { body: await page.screenshot({ fullPage: true }), contentType: 'image/png' })
  const download = page.waitForEvent('download')
  await copy.getByRole('link', { name: 'Lataa kopio' }).click()
  expect((await download).suggestedFilename()).toMatch(/^tietosi-\d{4}-\d\d-\d\d\.zip$/)
  const mail = await service.message(
    'employee@demo.example',
    ({ subject }) => subject === 'Kopio tiedoistasi on valmis',
  )
  expect(mail.text).toContain('/kayttaja#copy')
  const staff = await signedIn(browser, service, 'internal@demo.example')
  await staff.goto(`${service.url}/admin/tietojen-kopiot`)
  await staff.getByLabel('Sähköpostiosoite').fill('kukaan@demo.example')
  await staff.getByLabel('Peruste').fill('Pyysi kirjeellä, tunnistettu passista')
  await staff.getByRole('button', { name: 'Kokoa kopio' }).click()
  const asks = staff.getByRole('dialog')
  const unknown = staff.getByText('Palvelu ei tiedä osoitteesta mitään')
  // Whoever has just signed in is not asked once more.
  await expect(asks.or(unknown)).toBeVisible()
  if (await asks.isVisible()) {
    await asks.getByLabel('Salasana', { exact: true }).fill(password)
    await asks.getByRole('button', { name: 'Vahvista', exact: true }).click()
  }
  await expect(unknown).toBeVisible()
  await expectAccessible(staff, 'copies by staff')
})

test('a person asks for erasure, sees what is kept, and takes it back; staff see the plan and record a request @long', async ({
  browser,
  page,
  service,
}, info) => {
  const attach = async (name: string, of: typeof page) => {
    for (const scheme of ['light', 'dark'] as const)
      for (const width of [390, 1280]) {
        await of.emulateMedia({ colorScheme: scheme })
        await of.setViewportSize({ width, height: 900 })
        const body = await of.screenshot({ fullPage: true })
        await info.attach(`${name}-${scheme}-${width}`, { body, contentType: 'image/png' })
      }
  }
  await page.setViewportSize({ width: 1280, height: 900 })
  await signIn(page, service, 'employee@demo.example')
  await page.goto(`${service.url}/kayttaja#rights`)
  const own = section(page, 'Oikeutesi tietoihisi')
  await own.getByLabel('Mitä pyydät?').selectOption({ label: 'Tietojen poistaminen' })
  await own.getByRole('button', { name: 'Lähetä pyyntö' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Salasana', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Vahvista', exact: true }).click()
  await expect(own.getByText('odottaa vastausta')).toBeVisible()
  await own.getByText('Mitä poistaminen tänään poistaisi').click()
  await expectAccessible(page, 'own rights')
  await attach('own-rights', page)
  const staff = await signedIn(browser, service, 'internal@demo.example')
  await staff.setViewportSize({ width: 1280, height: 900 })
  await staff.goto(`${service.url}/admin/tietopyynnot`)
  await staff.getByRole('row', { name: /Tietojen poistaminen/ }).click()
  await expect(staff.getByText('Mitä poistetaan ja mitä säilyy')).toBeVisible()
  await expectAccessible(staff, 'requests')
  await attach('requests', staff)
  await page.setViewportSize({ width: 1280, height: 900 })
  await own.getByRole('button', { name: 'Peru pyyntö' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Peru pyyntö' }).click()
  await expect(own.getByText('peruttu')).toBeVisible()
})
