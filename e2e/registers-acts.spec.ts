import type { Browser, Locator, Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  pressAtFoot,
  type Service,
  settled,
  signedIn,
  signIn,
  test,
} from './helpers/support.ts'

/** The panel of an order on the desk, found by its person's name. */
async function openOrder(page: Page, service: Service, [last, first]: readonly [string, string]): Promise<Locator> {
  await page.goto(`${service.url}/admin/tilaukset`)
  await page.getByRole('searchbox').fill(`${first} ${last}`)
  await expect(page.getByRole('status').filter({ hasText: '1–1 / 1' })).toBeVisible()
  await page.getByRole('button', { name: /^P-/ }).click()
  return page.getByRole('complementary', { name: `${last} ${first}` })
}

const toast = (page: Page, text: string | RegExp) =>
  expect(page.getByRole('status').filter({ hasText: text }).first()).toBeVisible()

test('staff change a matched invoice, and correct delivery day and frame number after billing', async ({
  browser,
  service,
}) => {
  const page = await signedIn(browser, service, 'internal@demo.example')
  await test.step('the invoice of an order is changed', () => changeInvoice(page, service))
  await test.step('an order is corrected after billing', () => correctAfterBilling(page, service))
})

async function changeInvoice(page: Page, service: Service) {
  const panel = await openOrder(page, service, ['Malli', 'Cecilia'])
  const dialog = page.getByRole('dialog')
  await panel.getByRole('button', { name: /Vaihda lasku/ }).click()
  await expect(dialog.getByRole('heading')).toHaveText(/^Vaihda lasku: P-.*, Cecilia Malli$/)
  await dialog.getByRole('button', { name: 'Vaihda lasku' }).click()
  await expect(dialog.getByLabel('Syy')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Syy').fill('Lasku kuuluu toiselle tilaukselle')
  await dialog.getByRole('button', { name: 'Vaihda lasku' }).click()
  await toast(page, /Odottaa laskua/)
  await expect(panel.getByRole('button', { name: /Vaihda lasku/ })).toHaveCount(0)

  await panel.getByRole('button', { name: 'Kirjaa toinen lasku' }).click()
  await dialog.getByLabel('Laskun numero').fill('L-OIKEA')
  await dialog.getByLabel('Summa, sis. alv').fill('1 290,00')
  await dialog.getByRole('button', { name: 'Kirjaa lasku' }).click()
  await panel.getByRole('button', { name: /Täsmäytä lasku/ }).click()
  await dialog.getByRole('button', { name: /^Lasku L-OIKEA on tarkastettu: täsmäytä/ }).click()
  await toast(page, /Odottaa toimitusta/)
  await expect(panel.getByRole('row', { name: /Numero/ })).toContainText('L-OIKEA')
  await expect(panel).toContainText('Lasku kuuluu toiselle tilaukselle')
}

async function correctAfterBilling(page: Page, service: Service) {
  const panel = await openOrder(page, service, ['Esimerkki', 'Paavo'])
  const dialog = page.getByRole('dialog')
  const days = panel.getByRole('row', { name: /Päivä/ }).locator('time')
  const confirmed = await days.first().innerText()
  await expect(days.last()).not.toHaveText(confirmed)
  const open = () => panel.getByRole('button', { name: 'Korjaa laskutuksen jälkeen' }).click()
  const submit = () => dialog.getByRole('button', { name: 'Korjaa ja laskuta uudelleen' }).click()
  await open()
  await expect(dialog).toContainText('Rahoitusyhtiön lasku hyvitetään ja lähetetään uudelleen')
  await expect(dialog).toContainText('toinen hinta on uusi sopimus')
  await dialog.getByLabel('Syy').fill('Luovutus oli edellisenä päivänä')
  await submit()
  await expect(dialog).toContainText('Runkonumero ja luovutuspäivä ovat jo nämä')
  await dialog.getByLabel('Luovutuspäivä').fill('1.1.2020')
  await submit()
  await expect(dialog.getByLabel('Luovutuspäivä')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page, 'correcting after billing, refused')
  await dialog.getByLabel('Luovutuspäivä').fill(confirmed)
  await submit()
  await toast(page, /luovutustiedot on korjattu/)
  await expect(days.last()).toHaveText(confirmed)

  await open()
  await dialog.getByLabel('Runkonumero').fill('ht7-oikea')
  await dialog.getByLabel('Syy').fill('Numerossa oli kirjoitusvirhe')
  await submit()
  await toast(page, /luovutustiedot on korjattu/)
  await expect(panel.getByRole('row', { name: /Numero/ })).toContainText('HT7-OIKEA')
  await refuseAnotherPrice(page, service, panel)
}

/** The dialog has no price to type; a call that names another than the signed one is refused and changes nothing. */
async function refuseAnotherPrice(page: Page, service: Service, panel: Locator) {
  const link = await panel.getByRole('link', { name: /omalla sivullaan/ }).getAttribute('href')
  const address = `${service.url}/api/orders/${link!.split('/').at(-1)}`
  const { version, deliveryDay } = await (await page.request.get(address)).json()
  const reply = await page.request.put(`${address}/delivery-correction`, {
    headers: { origin: service.url },
    data: { frameNumber: 'HT7-TOINEN', deliveryDay, price: 2_999, reason: 'Toinen hinta', version },
  })
  expect([reply.status(), await reply.text()]).toEqual([400, expect.stringContaining('PRICE_IS_SIGNED')])
  expect(await (await page.request.get(address)).json()).toMatchObject({ version, frameNumber: 'HT7-OIKEA' })
}

const person = { first: 'Tuuli', last: 'Esimerkki', email: 'tuuli.esimerkki@demo.example' }
const title = 'Palvelu on kiinni sunnuntaina'

test('the administration sends a notice, makes and edits a person, and its receivers see what is theirs', async ({
  browser,
  service,
}) => {
  const editor = await signedIn(browser, service, 'editor@demo.example')
  await editor.goto(`${service.url}/kayttaja`)
  const notices = editor.getByRole('region', { name: 'Ilmoitukset', exact: true })
  await expect(notices).toBeVisible()
  await expect(notices).not.toContainText(title)
  const admin = await signedIn(browser, service, 'super@demo.example')
  await test.step('a notice is sent after a question', () => sendNotice(admin, service))
  await test.step('a person is made, invited, edited and given a role', () => makePerson(admin, service))
  await test.step('somebody who has signed in is sent a link to a new password', () => sendRecovery(admin, service))
  await test.step('an editor, a group admin, staff and an employee see the notice, and mark it as read', async () => {
    await readNotice(editor)
    for (const email of ['group@demo.example', 'employee@demo.example'])
      await readNotice(await signedIn(browser, service, email), service)
    await readNotice(admin, service)
  })
  await test.step('one session of several is ended', () => endOneSession(browser, service))
})

async function sendNotice(page: Page, service: Service) {
  await page.goto(`${service.url}/admin/asetukset`)
  const send = page.getByRole('button', { name: 'Lähetä tiedote' })
  const dialog = page.getByRole('dialog', { name: 'Lähetetäänkö tiedote?' })
  await send.click()
  await expect(page.getByLabel('Otsikko suomeksi')).toHaveAttribute('aria-invalid', 'true')
  await expect(dialog).toHaveCount(0)
  await page.getByLabel('Kenelle').selectOption('Kaikille käyttäjille')
  for (const language of ['suomeksi', 'englanniksi', 'ruotsiksi']) {
    await page.getByLabel(`Otsikko ${language}`).fill(title)
    await page.getByLabel(`Viesti ${language}`).fill(`Huollamme palvelua. (${language})`)
  }
  await send.click()
  await expectAccessible(page, 'asking before a notice')
  await dialog.getByRole('button', { name: 'Peruuta' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByLabel('Otsikko suomeksi')).toHaveValue(title)
  await send.click()
  await dialog.getByRole('button', { name: 'Lähetä tiedote' }).click()
  await toast(page, /Tiedote lähti \d+ käyttäjälle/)
  await expect(page.getByLabel('Otsikko suomeksi')).toHaveValue('')
}

async function makePerson(page: Page, service: Service) {
  const name = `${person.first} ${person.last}`
  const dialog = page.getByRole('dialog')
  await page.goto(`${service.url}/admin/kayttajat`)
  const add = async () => {
    await page.getByRole('button', { name: 'Lisää käyttäjä' }).click()
    await dialog.getByLabel('Etunimi').fill(person.first)
    await dialog.getByLabel('Sukunimi').fill(person.last)
    const submit = dialog.getByRole('button', { name: 'Luo tunnus ja lähetä kutsu' })
    await submit.click()
    await expect(dialog.getByLabel('Työsähköposti')).toHaveAttribute('aria-invalid', 'true')
    await dialog.getByLabel('Työsähköposti').fill(person.email)
    await submit.click()
  }
  await add()
  await toast(page, `Tunnus on luotu: ${name}`)
  await service.message(person.email)
  await add()
  await expect(dialog.getByRole('alert')).toHaveText('Henkilö on jo kutsuttu')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await page.getByRole('searchbox').fill(person.email)
  await page.getByRole('button', { name: `${person.last} ${person.first}` }).click()
  const panel = page.getByRole('complementary', { name })
  await panel.getByRole('button', { name: 'Muuta tietoja' }).click()
  await dialog.getByLabel('Puhelin').fill('123')
  await dialog.getByRole('button', { name: 'Tallenna tiedot' }).click()
  await expect(dialog.getByLabel('Puhelin')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Puhelin').fill('')
  await dialog.getByLabel('Sukunimi').fill('Malliesimerkki')
  await dialog.getByRole('button', { name: 'Tallenna tiedot' }).click()
  await toast(page, 'Tiedot on tallennettu')
  await giveRole(page, page.getByRole('complementary', { name: 'Tuuli Malliesimerkki' }))
}

async function giveRole(page: Page, panel: Locator) {
  const give = panel.getByRole('button', { name: 'Anna rooli' })
  await give.click()
  await expect(panel).toContainText('Valitse rooli')
  await panel.getByLabel('Rooli', { exact: true }).selectOption('Raportointi')
  await give.click()
  await expect(panel).toContainText('Valitse vähintään yksi yritys')
  await panel.getByLabel('Rooli', { exact: true }).selectOption('Asiakaspalvelu')
  await give.click()
  await toast(page, 'Tuuli Malliesimerkki sai roolin Asiakaspalvelu')
  await expect(panel.getByRole('listitem').filter({ hasText: 'Asiakaspalvelu' })).toBeVisible()
  await panel.getByRole('button', { name: /Lähetä kutsu uudelleen/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`Linkki lähtee osoitteeseen ${person.email}`)
  await dialog.getByRole('button', { name: /Lähetä kutsu uudelleen/ }).click()
  await toast(page, person.email)
}

async function sendRecovery(page: Page, service: Service) {
  const email = 'editor@demo.example'
  await page.goto(`${service.url}/admin/kayttajat`)
  await page.getByRole('searchbox').fill(email)
  await page.getByRole('button', { name: 'Malli Eetu' }).click()
  const act = 'Lähetä linkki uuteen salasanaan: Eetu Malli'
  await page.getByRole('complementary').getByRole('button', { name: act }).click()
  await page.getByRole('dialog').getByRole('button', { name: act }).click()
  await toast(page, `Linkki lähti osoitteeseen ${email}`)
  expect((await service.message(email, ({ subject }) => /salasana/i.test(subject))).links).toHaveLength(1)
}

async function readNotice(page: Page, service?: Service) {
  if (service) await page.goto(`${service.url}/kayttaja`)
  else await page.reload()
  const notices = page.getByRole('region', { name: 'Ilmoitukset', exact: true })
  const notice = notices.getByRole('listitem').filter({ hasText: title })
  await expect(notice).toHaveCount(1)
  await expect(notice).toContainText('Huollamme palvelua. (suomeksi)')
  await expect(notice).toContainText('Uusi')
  await notices.getByRole('button', { name: 'Merkitse kaikki luetuiksi' }).click()
  await expect(notices.getByText('Uusi', { exact: true })).toHaveCount(0)
  await expect(notices.getByRole('button')).toHaveCount(0)
}

async function endOneSession(browser: Browser, service: Service) {
  const email = 'editor@demo.example'
  const page = await signedIn(browser, service, email)
  await page.goto(`${service.url}/kayttaja?tab=kirjautuminen`)
  const devices = page.getByRole('region', { name: 'Kirjautumiset' }).getByRole('listitem')
  await devices.first().waitFor()
  // Journeys before this one may have left sessions of the same person.
  if ((await devices.count()) > 1) await page.getByRole('button', { name: 'Kirjaudu ulos muilta laitteilta' }).click()
  await expect(devices).toHaveCount(1)
  const other = await (await browser.newContext({ locale: 'fi-FI' })).newPage()
  await signIn(other, service, email)
  await page.reload()
  await expect(devices).toHaveCount(2)
  await expect(devices.filter({ hasText: 'tämä laite' }).getByRole('button')).toHaveCount(0)
  await devices.getByRole('button').click()
  await expect(devices).toHaveCount(1)
  await expect(devices).toContainText('tämä laite')
  await other.goto(`${service.url}/kayttaja?tab=kirjautuminen`)
  await expect(other).toHaveURL(/\/kirjaudu/)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Omat tiedot' })).toBeVisible()
}

/** The kinds of tasks that the demo always has, and the act that the screen of each offers. */
const tasksOf = {
  employer: {
    'Lukitse palkkakuukausi': /^Lukitse /,
    'Allekirjoita työnantajana': 'Allekirjoita sopimus',
    'Hyväksy tai keskeytä pyörän siirto': 'Hyväksy vastaanotto',
    'Päätä palautuksesta': 'Hyväksy palautus',
  },
  staff: {
    'Lukitse palkkakuukausi': /^Lukitse /,
    'Päätä hakemuksesta': /^Hyväksy /,
    'Täsmäytä lasku': /Täsmäytä lasku/,
    'Maksa erääntyvä lasku': /maks/i,
    'Selvitä peruutuksen maksut': 'Merkitse valmiiksi',
    'Vastaa yhteydenottoon': 'Merkitse käsitellyksi',
  },
} satisfies Record<string, Record<string, string | RegExp>>

/** Opens the first task of each kind, and finds the act that it names on the screen to which it leads. */
async function followTasks(page: Page, start: string, kinds: Record<string, string | RegExp>) {
  await page.goto(start)
  for (const [kind, act] of Object.entries(kinds)) {
    const main = page.getByRole('main')
    const link = main.locator('a').filter({ hasText: new RegExp(`^${kind}`) })
    await expect(link.first()).toBeAttached()
    // The rest of a long list stands behind one line.
    await main.locator('details').evaluateAll((all) => {
      for (const one of all as HTMLDetailsElement[]) one.open = true
    })
    await link.first().click()
    await expect(page.getByRole('button', { name: act }).first(), kind).toBeVisible()
    await page.goBack()
  }
}

async function refuseUnnamedReason(page: Page, service: Service) {
  await page.goto(`${service.url}/tyonantaja?tab=manage&q=Aino`)
  await page.getByRole('button', { name: 'Malli Aino' }).click()
  const panel = page.getByRole('complementary', { name: /Aino/ })
  await panel.getByLabel('Alkaa', { exact: true }).fill('2.11.2026')
  await panel.getByLabel('Syy', { exact: true }).selectOption('Muu, mikä')
  const named = panel.getByRole('textbox', { name: 'Muu, mikä' })
  const save = panel.getByRole('button', { name: /^Tallenna/ })
  await pressAtFoot(save)
  await expect(panel.getByText('Kirjoita, mikä muu syy poissaololla on')).toBeVisible()
  await expect(named).toHaveAttribute('aria-invalid', 'true')
  await named.fill('Opintovapaa')
  await save.click()
  await expect(panel.getByText('Kirjoita, mikä muu syy poissaololla on')).toHaveCount(0)
}

test('tasks lead employer, employee and staff to the screen that does the act', async ({ browser, service }) => {
  const employer = await signedIn(browser, service, 'employer@demo.example')
  await followTasks(employer, `${service.url}/tyonantaja`, tasksOf.employer)
  await test.step('an absence for another reason names it', () => refuseUnnamedReason(employer, service))
  const employee = await signedIn(browser, service, 'employee@demo.example')
  await employee.goto(`${service.url}/mybike`)
  await employee.getByRole('link', { name: 'Lue ja allekirjoita' }).click()
  await expect(employee.getByRole('button', { name: /Allekirjoita sopimus|Lähetä/ }).first()).toBeVisible()
  const staff = await signedIn(browser, service, 'super@demo.example')
  await followTasks(staff, `${service.url}/admin/tehtavat`, tasksOf.staff)
})

test('staff on a phone meet the first task on the first screen', async ({ browser, service }) => {
  const page = await signedIn(browser, service, 'internal@demo.example')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${service.url}/admin/tehtavat`)
  await settled(page)
  const first = await page
    .locator('tbody tr', { has: page.locator('td a') })
    .first()
    .boundingBox()
  expect(first!.y + first!.height).toBeLessThan(844)
})

test('orders of the earlier site are tried with a bad line, read in without it, and stand among the agreements', async ({
  browser,
  service,
}) => {
  const page = await signedIn(browser, service, 'super@demo.example')
  // Somebody whom no other test on this server looks for.
  const agreements = async () => {
    await page.goto(`${service.url}/admin/sopimukset?q=Bjarne`)
    await settled(page)
    return page.getByRole('row', { name: /Ottaja Bjarne/ }).all()
  }
  const before = (await agreements()).length
  await page.goto(`${service.url}/admin/asetukset`)
  await settled(page)
  const part = page.locator('section', { has: page.getByRole('heading', { name: 'Vanhan sivuston tilaukset' }) })
  const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
  const paper = { name: 'vanha-sopimus.pdf', mimeType: 'application/pdf', buffer: pdf }
  await part.locator('input[type="file"]').first().setInputFiles(paper)
  await toast(page, 'vanha-sopimus.pdf on tallessa')
  const lines = [
    'legacyNumber;businessId;workEmail;brand;model;price;instalment;leaseMonths;commitmentDay;startDay;document',
    '7001;9870002-0;ottaja.bjarne@kaarna.example;Halla;Taival;3 000,00;100;40;3.2.2025;1.3.2025;vanha-sopimus.pdf',
    '7002;9870002-0;kukaan@kaarna.example;Halla;Taival;3 000,00;100;40;3.2.2025;1.3.2025;vanha-sopimus.pdf',
  ]
  const file = { name: 'tilaukset.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) }
  await part.locator('input[type="file"]').last().setInputFiles(file)
  await expect(part.getByRole('listitem')).toHaveText(/^Rivi 3: workEmail kohdetta ei löydy: kukaan@kaarna\.example$/)
  await expect(part).toContainText('1 virhe. Sen rivi pannaan syrjään odottamaan korjausta, muut voi tuoda.')
  await expectAccessible(page, 'the import')
  await part.getByRole('button', { name: 'Tuo 1 rivi' }).click()
  await toast(page, 'Tilaukset on tuotu')
  await expect(part).toContainText('Tuotu: 1 uutta ja 0 muutettua riviä')
  expect((await agreements()).length).toBe(before + 1)
})
