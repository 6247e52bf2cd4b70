import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Browser, type Locator, type Page, test } from '@playwright/test'
import { codeOfApp } from '../helpers/app-code.ts'
import { openMailSink } from '../helpers/mail-sink.ts'
import { startServer } from '../helpers/server.ts'
import { expectAccessible, openPhone, expect as soon } from '../helpers/support.ts'

/** A new installation makes its seal and its first pages while somebody waits. */
const expect = soon.configure({ timeout: 60_000 })

/** What the first hour may cost in fields and clicks, from the link of the first admin to the approved order. */
const MOST = 120

const owner = {
  name: 'Esimerkki Kiekko',
  legalName: 'Esimerkki Kiekko Oy',
  businessId: '9870007-1',
  vatNumber: 'FI98700071',
  email: 'apu@kiekko.example',
}
const boss = { first: 'Tuuli', last: 'Malli', email: 'tuuli.malli@kiekko.example', password: 'Vapaaratas ja poljin 7' }
const company = { name: 'Esimerkki Polku Oy', businessId: '9870006-3' }
const admin = { first: 'Paula', last: 'Malli', email: 'paula.malli@polku.example', password: 'Kampiakseli ja ketjut' }
const buyer = {
  first: 'Aleksi',
  last: 'Esimerkki',
  email: 'aleksi.esimerkki@polku.example',
  password: 'Tuulta päin mäkeen',
}

type Sink = Awaited<ReturnType<typeof openMailSink>>

/** Counts what a person does. */
function countedHand() {
  const spent = { fields: 0, clicks: 0 }
  return {
    spent,
    async fill(field: Locator, text: string) {
      await field.fill(text)
      spent.fields += 1
    },
    async press(control: Locator) {
      await control.click()
      spent.clicks += 1
    },
  }
}
type Hand = ReturnType<typeof countedHand>

interface Walk {
  readonly hand: Hand
  readonly sink: Sink
  readonly url: string
  readonly folder: string
}

const linkIn = (text: string, url: string) => new RegExp(`${url}\\S+`).exec(text)![0]
const codeIn = (text: string) => /\d{3}\s?\d{3}/.exec(text)![0].replace(/\s/g, '')
const button = (page: Page | Locator, name: string | RegExp) => page.getByRole('button', { name })

async function browserOf(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    locale: 'fi-FI',
    timezoneId: 'Europe/Helsinki',
    viewport: { width: 1440, height: 900 },
  })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  return page
}

async function signIn({ hand }: Walk, page: Page, who: { email: string; password: string }) {
  await hand.fill(page.getByLabel('Sähköposti'), who.email)
  await hand.fill(page.getByLabel('Salasana', { exact: true }), who.password)
  await hand.press(button(page, 'Jatka'))
}

async function becomeAdmin(walk: Walk, page: Page) {
  const { hand, url, folder } = walk
  await page.goto(url + new URL(readFileSync(path.join(folder, 'first-admin-link'), 'utf8').trim()).pathname)
  await hand.fill(page.getByLabel('Etunimi'), boss.first)
  await hand.fill(page.getByLabel('Sukunimi'), boss.last)
  await hand.fill(page.getByLabel('Sähköposti'), boss.email)
  await hand.fill(page.getByLabel('Salasana', { exact: true }), boss.password)
  await hand.press(button(page, 'Luo pääkäyttäjä'))
  await hand.press(page.getByRole('link', { name: /kirjautu/i }).last())
  await signIn(walk, page, boss)
  const secret = (await page.locator('code.n').innerText()).replace(/\s/g, '')
  await hand.fill(page.getByLabel('Vahvistuskoodi'), codeOfApp(secret, new Date()))
  await hand.press(page.locator('form button[type=submit]').first())
  await page.waitForURL(/\/admin\/kayttoonotto/)
}

/** The list of what is missing, and the mail that proves the sender. */
async function checkInstallation({ hand, sink }: Walk, page: Page) {
  const item = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
  await expect(item('Palvelun omistaja')).toContainText(owner.legalName)
  await expect(item('Ensimmäinen yritys')).toContainText('Yksikään yritys ei voi vielä tilata')
  await expectAccessible(page, '/admin/kayttoonotto')
  await hand.press(button(page, /^Lähetä koeviesti/))
  const mail = await sink.message(boss.email, ({ subject }) => subject.startsWith('Koeviesti'))
  expect(mail.text).toContain('viestit lähtevät')
  await expect(page.getByText(`Koeviesti on lähtenyt osoitteeseen ${boss.email}`)).toBeVisible()
}

async function addStore({ hand, url }: Walk, page: Page) {
  await page.goto(`${url}/admin/liikkeet`)
  await hand.press(button(page, 'Lisää liike').first())
  const dialog = page.getByRole('dialog')
  await hand.fill(dialog.getByLabel('Liikkeen nimi'), 'Esimerkki Napa')
  await hand.fill(dialog.getByLabel('Sähköposti').first(), 'napa@liike.example')
  await hand.press(button(dialog, 'Lisää liike'))
  await expect(dialog).toHaveCount(0)
}

async function addCompany({ hand }: Walk, page: Page) {
  await page.goBack()
  await hand.press(page.getByRole('link', { name: 'Lisää yritys', exact: true }).first())
  await hand.fill(page.getByLabel('Yrityksen nimi'), company.name)
  await hand.fill(page.getByLabel('Y-tunnus'), company.businessId)
  await hand.fill(page.getByLabel('Ohje työntekijälle'), 'Pyöräetu on kaikille vakinaisille työntekijöille.')
  await hand.press(page.getByRole('combobox', { name: 'Rahoitusyhtiö' }))
  await hand.press(page.getByRole('option', { name: owner.legalName }))
  await hand.press(button(page, 'Luo yritys'))
  await page.getByRole('heading', { name: `${company.name} on luotu` }).waitFor()
  await hand.fill(page.getByLabel('Etunimi'), admin.first)
  await hand.fill(page.getByLabel('Sukunimi'), admin.last)
  await hand.fill(page.getByLabel('Työsähköposti'), admin.email)
  await hand.press(button(page, 'Lähetä kutsu'))
}

async function takeOver(walk: Walk, page: Page) {
  const { hand, sink, url } = walk
  const mail = await sink.message(admin.email)
  await page.goto(linkIn(mail.text, url))
  await hand.fill(page.getByLabel('Valitse salasana'), admin.password)
  await hand.press(button(page, 'Hyväksy kutsu ja tee tunnus'))
  await page.getByRole('heading', { name: 'Tunnuksesi on valmis' }).waitFor()
  await hand.press(page.getByRole('link', { name: /^kirjau/i }).last())
  await signIn(walk, page, admin)
  await page.waitForURL(/\/tyonantaja/)
}

async function acceptTerms({ hand }: Walk, page: Page) {
  await hand.press(page.getByRole('link', { name: 'Lue ja hyväksy ehdot' }))
  await expect(page.getByRole('heading', { name: 'Henkilötietojen käsittelyn ehdot' })).toBeVisible()
  await expectAccessible(page, '/tyonantaja/ehdot')
  await hand.fill(page.getByLabel('Nimesi'), `${admin.first} ${admin.last}`)
  await hand.fill(page.getByLabel('Salasanasi'), admin.password)
  await hand.press(button(page, 'Hyväksy ehdot'))
  await expect(page.getByRole('link', { name: /^Avaa PDF/ })).toHaveCount(2)
}

async function nameRecipient({ hand, url }: Walk, page: Page) {
  await page.goto(`${url}/yritys-asetukset`)
  await hand.press(page.getByRole('tab', { name: 'Henkilöt' }))
  await hand.press(page.getByRole('switch', { name: /saa palkkaraportin/ }))
  await hand.press(button(page.getByRole('dialog', { name: /saa palkkaraportin/ }), 'Ota käyttöön'))
  const proof = page.getByRole('dialog', { name: 'Vahvista, että se olet sinä' })
  await hand.fill(proof.getByLabel('Salasana', { exact: true }), admin.password)
  await hand.press(proof.getByRole('button', { name: 'Vahvista', exact: true }))
  await expect(page.getByRole('switch', { name: /saa palkkaraportin/ })).toBeChecked()
}

async function makeLink({ hand, url }: Walk, page: Page): Promise<string> {
  await page.goto(`${url}/tyonantaja`)
  await hand.press(button(page, 'Luo liittymislinkki').first())
  const shown = page.getByTitle(/\/liity\//).first()
  await shown.waitFor()
  return (await shown.getAttribute('title'))!
}

async function join({ hand, sink }: Walk, page: Page, link: string) {
  await page.goto(link)
  await hand.fill(page.getByLabel('Etunimi'), buyer.first)
  await hand.fill(page.getByLabel('Sukunimi'), buyer.last)
  await hand.fill(page.getByLabel('Työsähköposti'), buyer.email)
  await hand.fill(page.getByLabel('Puhelinnumero'), '040 123 4567')
  await hand.fill(page.getByLabel('Salasana', { exact: true }), buyer.password)
  await hand.press(button(page, 'Lähetä vahvistuskoodi'))
  const mail = await sink.message(buyer.email, ({ text }) => /\d{3}\s?\d{3}/.test(text))
  await hand.fill(page.getByRole('textbox', { name: /koodi/i }).first(), codeIn(mail.text))
  await hand.press(button(page, 'Vahvista ja hae pyöräetua'))
  await page.getByRole('heading', { level: 1, name: 'Hakemuksesi on lähetetty' }).waitFor()
}

async function order({ hand, url }: Walk, page: Page) {
  await page.goto(`${url}/mybike`)
  await page.getByRole('heading', { level: 1, name: 'Valitse pyöräsi' }).waitFor()
  await hand.press(page.getByRole('combobox', { name: 'Pyöräliike' }))
  await hand.press(page.getByRole('option', { name: /Esimerkki Napa/ }))
  await hand.fill(page.getByLabel('Merkki', { exact: true }), 'Halla')
  await hand.fill(page.getByLabel('Malli', { exact: true }), 'Taival 7')
  await page.getByLabel('Tyyppi').selectOption('ELECTRIC')
  hand.spent.fields += 1
  await hand.fill(page.getByLabel('Pyörän hinta'), '2 790')
  await hand.press(button(page, 'Valitse tämä pyörä'))
  await hand.press(page.getByRole('checkbox', { name: /ohjeen/ }))
  await hand.press(button(page, 'Näytä sopimus'))
  await page.getByRole('heading', { level: 1, name: 'Sopimus odottaa allekirjoitustasi' }).waitFor()
}

async function signAsEmployee({ hand, sink }: Walk, page: Page) {
  await hand.press(page.getByRole('link', { name: 'Lue ja allekirjoita' }))
  await hand.fill(page.getByLabel('Salasanasi'), buyer.password)
  await hand.press(button(page, 'Lähetä allekirjoituskoodi'))
  const code = page.getByLabel('Koodi')
  await code.waitFor()
  const sms = await sink.message('401234567', ({ text }) => /allekirjoittamiseen/.test(text))
  await hand.fill(code, /\d{6}/.exec(sms.text)![0])
  await hand.press(button(page, 'Allekirjoita sopimus'))
  await page.getByRole('heading', { level: 1, name: 'Työnantajasi allekirjoittaa seuraavaksi' }).waitFor()
}

async function signAsEmployer({ hand, sink, url }: Walk, page: Page) {
  const mail = await sink.message(admin.email, ({ subject }) => subject.includes('odottaa allekirjoitustasi'))
  await page.goto(linkIn(mail.text, url))
  await hand.press(page.getByRole('link', { name: 'Lue ja allekirjoita' }))
  await hand.fill(page.getByLabel('Nimesi'), `${admin.first} ${admin.last}`)
  await hand.fill(page.getByLabel('Salasanasi'), admin.password)
  await hand.press(button(page, 'Allekirjoita sopimus'))
  await page.getByRole('heading', { level: 1, name: /vahvistaa tilauksen/ }).waitFor()
}

async function confirm({ hand, url }: Walk, page: Page) {
  await page.goto(`${url}/mybike`)
  await hand.press(button(page, 'Vahvista tilaus'))
  await hand.press(button(page.getByRole('dialog'), 'Vahvista tilaus'))
  await page.getByRole('heading', { level: 1, name: 'Pyöräsi on tilattu' }).waitFor()
}

/** What the environment sets, as an operator's own installation has it. */
function environmentOf(folder: string, sink: Sink): Record<string, string> {
  const brand = path.join(folder, 'brand.json')
  const bank = path.join(folder, 'bank')
  mkdirSync(bank)
  writeFileSync(brand, JSON.stringify(owner))
  return {
    DEMO: '0',
    ALLOW_SELF_SIGNED_SEAL: '1',
    BRAND_FILE: brand,
    BANK_INBOX_DIR: bank,
    MAIL_FROM: `${owner.name} <ei-vastata@kiekko.example>`,
    ...sink.variables,
  }
}

test('an empty installation comes from the first admin’s link to the first approved order @long', async ({
  browser,
}) => {
  test.setTimeout(900_000)
  const folder = mkdtempSync(path.join(tmpdir(), 'poljin-first-hour-'))
  const sink = await openMailSink()
  const server = await startServer(path.join(folder, 'data'), undefined, environmentOf(folder, sink))
  const hand = countedHand()
  const walk: Walk = { hand, sink, url: server.url, folder: path.join(folder, 'data') }
  const spentBy: string[] = []
  const step = async <T>(title: string, work: () => Promise<T>): Promise<T> => {
    const before = { ...hand.spent }
    const answer = await test.step(title, work)
    spentBy.push(`${title}: ${hand.spent.fields - before.fields} fields, ${hand.spent.clicks - before.clicks} clicks`)
    return answer
  }
  try {
    const [staff, employer, employee] = [await browserOf(browser), await browserOf(browser), await openPhone(browser)]
    await step('the first admin', () => becomeAdmin(walk, staff))
    await step('the installation', () => checkInstallation(walk, staff))
    await step('a store', () => addStore(walk, staff))
    await step('the first company', () => addCompany(walk, staff))
    await step('the company’s admin', () => takeOver(walk, employer))
    await step('the terms of the service', () => acceptTerms(walk, employer))
    await step('the recipient of payroll', () => nameRecipient(walk, employer))
    const link = await step('the link', () => makeLink(walk, employer))
    await staff.goto(`${walk.url}/admin/kayttoonotto`)
    await expect(staff.getByText('Kaikki on valmista ensimmäistä tilausta varten')).toBeVisible()
    await step('the application', () => join(walk, employee, link))
    await employer.goto(`${walk.url}/tyonantaja`)
    await step('the decision', () => hand.press(button(employer, `Hyväksy ${buyer.first} ${buyer.last}`)))
    await sink.message(buyer.email, ({ subject }) => subject.includes('Voit valita'))
    await step('the order', () => order(walk, employee))
    await step('the employee signs', () => signAsEmployee(walk, employee))
    await step('the employer signs', () => signAsEmployer(walk, employer))
    await step('the order is confirmed', () => confirm(walk, employee))
    const { fields, clicks } = hand.spent
    console.log(
      `${spentBy.join('\n')}\nThe first hour: ${fields} fields and ${clicks} clicks, ${fields + clicks} of ${MOST}`,
    )
    expect(fields + clicks).toBeLessThanOrEqual(MOST)
  } finally {
    await server.stop()
    await sink.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
