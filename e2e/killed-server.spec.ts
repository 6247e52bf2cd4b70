import type { Browser, BrowserContext, Locator, Page } from '@playwright/test'
import { type FormUnderTest, forms } from './helpers/killed-forms.ts'
import { expect, type Service, settled, signedIn, testOn } from './helpers/support.ts'

// Its server is killed, which no other journey should meet.
const test = testOn(async () => undefined)

interface Opened {
  readonly one: FormUnderTest
  readonly page: Page
  readonly typed: Readonly<Record<string, string>>
}

const buttonOf = (page: Page, { submit }: FormUnderTest) =>
  page.getByRole('button', { name: submit, exact: true }).last()
const holderOf = (page: Page, one: FormUnderTest): Locator =>
  one.within?.(page) ??
  page
    .locator('form')
    .filter({ has: buttonOf(page, one) })
    .last()

/** Brings the form into view on its page. */
async function openForm(page: Page, one: FormUnderTest): Promise<Locator> {
  await settled(page)
  await one.open?.(page)
  await buttonOf(page, one)
    .waitFor()
    .catch((error: unknown) => {
      throw new Error(`${one.name}: no button ${one.submit}`, { cause: error })
    })
  return holderOf(page, one)
}

const fieldOf = (form: Locator, label: string) => form.getByLabel(label, { exact: true }).first()

async function typedIn(form: Locator, { fields }: FormUnderTest): Promise<Record<string, string>> {
  const typed: Record<string, string> = {}
  for (const label of Object.keys(fields)) typed[label] = await fieldOf(form, label).inputValue()
  return typed
}

async function typeInto(context: BrowserContext, service: Service, one: FormUnderTest): Promise<Opened> {
  const page = await context.newPage()
  page.setDefaultTimeout(8_000)
  await page.goto(service.url + (typeof one.path === 'string' ? one.path : await one.path(service)))
  const form = await openForm(page, one)
  await one.before?.(form)
  for (const [label, text] of Object.entries(one.fields)) await fieldOf(form, label).fill(text)
  await one.choose?.(form, page)
  return { one, page, typed: await typedIn(form, one) }
}

async function contextOf(browser: Browser, service: Service, who: string | undefined): Promise<BrowserContext> {
  if (who) return (await signedIn(browser, service, who)).context()
  return browser.newContext({ locale: 'fi-FI', timezoneId: 'Europe/Helsinki' })
}

/** What is wrong with how a form tells that it was not sent: beside its button, focused and announced, once. */
async function faultsOfTelling({ one, page, typed }: Opened): Promise<string[]> {
  const form = holderOf(page, one)
  const told = form.getByRole('alert').filter({ hasText: /\S/ })
  const isTold = await told
    .first()
    .waitFor()
    .then(
      () => true,
      () => false,
    )
  if (!isTold) return [`${one.name} does not say that it was not sent`]
  const faults: string[] = []
  if ((await told.count()) > 1) faults.push(`${one.name} says it more than once`)
  if (!(await told.first().evaluate((box) => box.contains(document.activeElement))))
    faults.push(`${one.name} leaves the focus elsewhere than on what it says`)
  if (JSON.stringify(await typedIn(form, one)) !== JSON.stringify(typed))
    faults.push(`${one.name} loses what was typed when it is not sent`)
  return faults
}

async function faultsOfKeeping({ one, page, typed }: Opened): Promise<string[]> {
  if (one.isSecret) return []
  await page.reload()
  const now = await typedIn(await openForm(page, one), one)
  if (JSON.stringify(now) === JSON.stringify(typed)) return []
  return [`${one.name} has lost after a reload: ${JSON.stringify(typed)} became ${JSON.stringify(now)}`]
}

/** Does something with the forms of each person one after the other, for all people at once. */
async function byPerson<R>(work: (one: FormUnderTest) => Promise<R>): Promise<R[]> {
  const groups = [...new Set(forms.map(({ who }) => who))].map((who) => forms.filter((one) => one.who === who))
  const inTurn = async (group: readonly FormUnderTest[]) => {
    const results: R[] = []
    for (const one of group) results.push(await work(one))
    return results
  }
  return (await Promise.all(groups.map(inTurn))).flat()
}

test('the server is killed under forms of every kind: each says so, and keeps what was typed', {
  tag: '@long',
}, async ({ browser, service }) => {
  const contexts = new Map<string | undefined, BrowserContext>()
  for (const { who } of forms) if (!contexts.has(who)) contexts.set(who, await contextOf(browser, service, who))
  const faults: string[] = []
  const opened = await byPerson((one) =>
    typeInto(contexts.get(one.who)!, service, one).catch((error: Error) => {
      faults.push(`${one.name} cannot be filled in: ${error.message}`)
    }),
  ).then((all) => all.filter((each) => each !== undefined))
  await service.withoutServer(async () => {
    for (const { one, page } of opened) {
      await buttonOf(page, one).click()
      await one.confirm?.(page)
    }
    for (const each of opened) faults.push(...(await faultsOfTelling(each)))
  })
  await byPerson(async (one) => {
    const found = opened.find((each) => each.one === one)
    if (found) faults.push(...(await faultsOfKeeping(found)))
  })
  expect(faults).toEqual([])
})

const applicant = {
  Etunimi: 'Iiris',
  Sukunimi: 'Esimerkki',
  Työsähköposti: 'iiris.esimerkki@kaarna.example',
  Puhelinnumero: '0407654321',
  Henkilönumero: '20555',
}

/** The link by which people of the demo's company join. */
async function joinLink(browser: Browser, service: Service): Promise<string> {
  const page = await signedIn(browser, service, 'employer@demo.example')
  await page.goto(`${service.url}/tyonantaja`)
  const shown = page.getByTitle(/\/liity\//).first()
  const create = page.getByRole('button', { name: 'Luo liittymislinkki' }).first()
  await shown.or(create).first().waitFor()
  if (await create.isVisible()) await create.click()
  return new URL((await shown.getAttribute('title'))!).pathname
}

test('whoever waits for the code of joining stays there over a killed server, a reload and a restored tab', {
  tag: '@long',
}, async ({ browser, service }) => {
  const link = await joinLink(browser, service)
  const context = await contextOf(browser, service, undefined)
  const page = await context.newPage()
  await page.goto(service.url + link)
  for (const [label, text] of Object.entries(applicant)) await page.getByLabel(label).fill(text)
  await page.getByLabel('Salasana', { exact: true }).fill('Vapaaratas ja poljin 7')
  await page.getByRole('button', { name: 'Lähetä vahvistuskoodi' }).click()
  const mail = await service.message(applicant.Työsähköposti, (item) => /\d{3}\s?\d{3}/.test(item.text))
  const digits = /\d{3}\s?\d{3}/.exec(mail.text)![0]
  const code = page.getByLabel('Vahvistuskoodi')
  const confirm = page.getByRole('button', { name: 'Vahvista ja hae pyöräetua' })
  await service.withoutServer(async () => {
    await code.fill(digits)
    await confirm.click()
    await page.getByRole('alert').filter({ hasText: /\S/ }).waitFor()
    await expect(code).toBeFocused()
    await expect(code).toHaveValue(digits)
  })
  await page.reload()
  await expect(code).toBeVisible()
  // A tab that a page opens starts with what the page keeps, as one does that the browser restores.
  const [restored] = await Promise.all([context.waitForEvent('page'), page.evaluate(() => void open(location.href))])
  await restored.getByLabel('Vahvistuskoodi').waitFor()
  await restored.getByRole('button', { name: 'Muuta tietoja' }).click()
  for (const [label, text] of Object.entries(applicant)) await expect(restored.getByLabel(label)).toHaveValue(text)
  await page.reload()
  await code.fill(digits)
  await confirm.click()
  await page.getByRole('heading', { level: 1, name: 'Hakemuksesi on lähetetty' }).waitFor()
})
