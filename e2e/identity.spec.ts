import type { Page } from '@playwright/test'
import { order, sign } from './helpers/order-steps.ts'
import {
  expect,
  expectAccessible,
  type OutboxItem,
  pathOf,
  type Service,
  signedIn,
  signIn,
  test,
} from './helpers/support.ts'

const person = { first: 'Kutsuttu', last: 'Esimerkki', email: 'kutsuttu.esimerkki@malli.example' }
const password = 'Poljin ja vapaaratas'
const privateAddress = 'kutsuttu@koti.example'
const movedTo = 'uusi.osoite@malli.example'
const name = `${person.first} ${person.last}`

/** Opens the person's panel among the accounts. */
async function openAccount(page: Page, service: Service) {
  await page.goto(`${service.url}/admin/kayttajat`)
  await page.getByRole('searchbox').fill(name)
  await expect(page.getByRole('status').filter({ hasText: '1–1 / 1' })).toBeVisible()
  await page.getByRole('button', { name: `${person.last} ${person.first}`, exact: true }).click()
  return page.getByRole('complementary', { name })
}

async function propose(page: Page, service: Service) {
  const panel = await openAccount(page, service)
  await panel.getByRole('button', { name: 'Muuta tietoja' }).click()
  const dialog = page.getByRole('dialog', { name: 'Muuta tietoja' })
  await dialog.getByLabel('Työsähköposti').fill(movedTo)
  await dialog.getByRole('button', { name: 'Tallenna tiedot' }).click()
  await expect(dialog).toHaveCount(0)
}

async function openProposal(page: Page, service: Service, mail: OutboxItem) {
  await page.goto(service.url + pathOf(mail))
  await page.getByRole('heading', { level: 1, name: /kirjautumistietojasi ehdotetaan/ }).waitFor()
  await expect(page.getByText(movedTo)).toBeVisible()
}

/** The employer changes who gets the payroll report: the password once more, and every admin of the company hears of it. */
async function stepUp(page: Page, service: Service) {
  await page.goto(`${service.url}/yritys-asetukset?osio=people`)
  const report = page.getByRole('switch', { name: /saa palkkaraportin/ }).first()
  const before = await report.isChecked()
  await report.click()
  await page
    .getByRole('dialog', { name: /saa palkkaraportin/ })
    .getByRole('button', { name: before ? 'Poista käytöstä' : 'Ota käyttöön' })
    .click()
  const proof = page.getByRole('dialog', { name: 'Vahvista, että se olet sinä' })
  await proof.getByLabel('Salasana', { exact: true }).fill('Poljin-demo-2026')
  await expectAccessible(page, 'the password once more')
  await proof.getByRole('button', { name: 'Vahvista', exact: true }).click()
  await expect(report).toBeChecked({ checked: !before })
  for (const admin of ['employer@demo.example', 'group@demo.example'])
    await service.message(admin, ({ subject }) => subject === 'Palkkaraportin vastaanottajia muutettiin')
}

/** The person signs on the phone: the code to a private address verifies it and confirms this signature. */
async function signAsPerson(page: Page, service: Service) {
  const typeCode = async (words: RegExp) => {
    await page.getByLabel('Koodi').waitFor()
    const mail = await service.message(privateAddress, ({ subject }) => words.test(subject))
    expect(mail.subject).not.toMatch(/\d{6}/)
    await page.getByLabel('Koodi').fill(/(?<![\w-])\d{6}\b/.exec(mail.text)![0])
  }
  await order(page, service, '4 149,33 €')
  const asked = await service.message(person.email, ({ subject }) => subject.includes('odottaa allekirjoitustasi'))
  await page.goto(service.url + pathOf(asked))
  await page.getByRole('link', { name: 'Lue ja allekirjoita' }).click()
  await page.getByText('Yksityinen sähköposti', { exact: true }).click()
  await page.getByLabel('Yksityinen sähköpostiosoitteesi').fill(privateAddress)
  await page.getByLabel('Salasanasi').fill('väärä salasana')
  await page.getByRole('button', { name: 'Lähetä allekirjoituskoodi' }).click()
  await expect(page.getByRole('alert').filter({ hasText: /salasana/i })).toBeVisible()
  await page.getByLabel('Salasanasi').fill(password)
  await expectAccessible(page, 'signing, a private address to verify')
  await page.getByRole('button', { name: 'Lähetä allekirjoituskoodi' }).click()
  await typeCode(/^Koodi osoitteesi vahvistamiseen ja sopimuksen .* allekirjoittamiseen$/)
  await page.getByRole('button', { name: 'Allekirjoita sopimus' }).click()
  await page.getByRole('heading', { level: 1, name: 'Työnantajasi allekirjoittaa seuraavaksi' }).waitFor()
}

/** The employer signs by the mail's link, and nothing is left to sign. */
async function signAsEmployer(page: Page, service: Service) {
  const asked = await service.message('employer@demo.example', ({ subject }) =>
    subject.startsWith(`${name}: pyöräsopimus`),
  )
  await page.goto(service.url + pathOf(asked))
  await page.getByRole('link', { name: 'Lue ja allekirjoita' }).click()
  await sign(page, 'Riikka Malli', 'Poljin-demo-2026')
  await page.getByRole('heading', { level: 1, name: /vahvistaa tilauksen/ }).waitFor()
}

test('a person agrees to an invitation, signs with a code of their own, and stops and confirms what staff propose', async ({
  browser,
  service,
}) => {
  test.setTimeout(300_000)
  const employer = await signedIn(browser, service, 'employer@demo.example')
  const staff = await signedIn(browser, service, 'internal@demo.example')
  const phone = await browser.newContext({ locale: 'fi-FI', viewport: { width: 390, height: 844 } })
  const own = await phone.newPage()
  for (const page of [employer, staff, own]) page.setDefaultTimeout(20_000)

  await test.step('the employer invites, and the person agrees on the phone', async () => {
    await employer.goto(`${service.url}/tyonantaja?tab=add`)
    await employer.getByLabel('Etunimi').fill(person.first)
    await employer.getByLabel('Sukunimi').fill(person.last)
    await employer.getByLabel('Työsähköposti').fill(person.email)
    await employer.getByRole('button', { name: 'Kutsu työntekijä' }).click()
    const invitation = await service.message(person.email)
    await own.goto(service.url + pathOf(invitation))
    await own.getByLabel('Valitse salasana').fill(password)
    await expectAccessible(own, 'an invitation on the phone')
    await own.getByRole('button', { name: 'Hyväksy kutsu ja tee tunnus' }).click()
    await own.getByRole('heading', { name: 'Tunnuksesi on valmis' }).waitFor()
    await signIn(own, service, person.email, password)
    await expect(own).toHaveURL(/\/mybike/)
  })

  await test.step('the employer proves itself again before it changes who gets the report', () =>
    stepUp(employer, service))
  await test.step('the person signs on the phone with codes to a private address', () => signAsPerson(own, service))
  await test.step('the employer signs by the link of its mail', () => signAsEmployer(employer, service))

  await test.step('with the order under way the person is led to its ways out, not to the end of the bond', async () => {
    await own.goto(`${service.url}/kayttaja`)
    await expect(own.getByText('Sinulla on tilaus kesken.')).toBeVisible()
    await expect(own.getByRole('button', { name: 'Lopeta yhteys' })).toHaveCount(0)
    await own.getByRole('link', { name: 'Katso vaihtoehdot' }).click()
    await expect(own).toHaveURL(/\/mybike/)
  })

  const isProposal = (item: OutboxItem) => item.subject === 'Kirjautumistietojesi muutosta ehdotetaan'
  const stopped = await test.step('staff propose another address, and the person stops it', async () => {
    await propose(staff, service)
    const mail = await service.message(person.email, isProposal)
    await openProposal(own, service, mail)
    await expectAccessible(own, 'a proposal on the phone')
    await own.getByRole('button', { name: 'Estä muutos' }).click()
    await own.getByRole('heading', { name: 'Muutos on estetty' }).waitFor()
    return mail
  })

  await test.step('proposed again, old and new mailbox confirm, and only then the new address signs in', async () => {
    await propose(staff, service)
    const panel = await openAccount(staff, service)
    await expect(panel.getByText('Kirjautumistietojen muutos odottaa')).toBeVisible()
    await expectAccessible(staff, 'a proposal that waits')
    const old = await service.message(person.email, (item) => isProposal(item) && item.links[0] !== stopped.links[0])
    await service.message(privateAddress, isProposal)
    await openProposal(own, service, old)
    await own.getByRole('button', { name: 'Vahvista muutos' }).click()
    await expect(own.getByText('Muutos odottaa vielä toista vahvistusta.')).toBeVisible()
    const fresh = await service.message(movedTo, ({ subject }) => subject === 'Vahvista uusi kirjautumisosoite')
    await openProposal(own, service, fresh)
    await own.getByRole('button', { name: 'Vahvista muutos' }).click()
    await expect(own.getByText('Muutos on voimassa.')).toBeVisible()
    await service.message(person.email, ({ subject }) => subject === 'Kirjautumistietosi on muutettu')
    await phone.clearCookies()
    await signIn(own, service, movedTo, password)
    await expect(own).toHaveURL(/\/mybike/)
  })
})
