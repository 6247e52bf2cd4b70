import type { BrowserContext, Page } from '@playwright/test'
import { expect, expectAccessible, type Service, signIn, test } from './helpers/support.ts'

const first = { email: 'group@demo.example', name: 'Kaisa' }
const second = { email: 'employer@demo.example', name: 'Riikka' }
const store = 'tilaukset@esimerkkikettinki.example'

/** A form that is open in a tab, with something typed, and what sends it. */
interface OpenForm {
  readonly path: string
  type(page: Page): Promise<void>
  readonly send: string
}

const forms: Record<string, (service: Service) => Promise<OpenForm>> = {
  'own details': async () => ({
    path: '/kayttaja',
    type: (page) => page.getByLabel('Etunimi').fill('Muutettu'),
    send: 'Tallenna tiedot',
  }),
  'mails one wants': async () => ({
    path: '/kayttaja',
    type: (page) => page.getByRole('switch', { name: 'Uudet hakemukset' }).click(),
    send: 'Tallenna ilmoitukset',
  }),
  'a new password': async () => ({
    path: '/kayttaja?tab=kirjautuminen',
    async type(page) {
      await page.getByRole('button', { name: 'Vaihda salasana' }).click()
      await page.getByLabel('Nykyinen salasana').fill('Poljin-demo-2026')
      await page.getByLabel('Uusi salasana').fill('Toisen-salasana-2026')
    },
    send: 'Vaihda salasana',
  }),
  'facts of a company that both look after': async () => ({
    path: '/yritys-asetukset?osio=facts',
    type: (page) => page.getByLabel('Katuosoite').fill('Muutettu katu 1'),
    send: 'Tallenna tiedot',
  }),
  'a page that a mailed link opens': async (service) => ({
    path: new URL((await service.message(store, isOrdered)).links[0]!).pathname,
    type: (page) => page.getByLabel('Arvioitu noutopäivä').fill('24.12.2026'),
    send: 'Tallenna päivä',
  }),
}

/** The order of the store's that waits for a day to fetch the bicycle. */
const isOrdered = ({ subject }: { subject: string }) => /^Tilaus .*: Halla Taival 7\b/.test(subject)

const header = (page: Page) => page.getByRole('button', { name: /Oma valikko/ })

/** Opens every form in a tab of its own, signed in as the first person, and types into it. */
async function openForms(context: BrowserContext, service: Service) {
  const opened: { name: string; page: Page; form: OpenForm }[] = []
  for (const [name, make] of Object.entries(forms)) {
    const form = await make(service)
    const page = await context.newPage()
    page.setDefaultTimeout(15_000)
    await page.goto(service.url + form.path)
    await form.type(page)
    await expect(header(page)).toContainText(first.name)
    opened.push({ name, page, form })
  }
  return opened
}

async function changeUser(page: Page, service: Service) {
  await page.goto(`${service.url}/kirjaudu-ulos`)
  await page.waitForURL(`${service.url}/`)
  await signIn(page, service, second.email)
}

/** What the two people and their company have stored. */
async function storedOf(page: Page, service: Service) {
  const read = async (path: string) => (await page.request.get(service.url + path)).json()
  const { firstName, lastName, workEmail } = await read('/api/user')
  return { firstName, lastName, workEmail, preferences: await read('/api/user-preferences') }
}

test('a page that was opened for one person writes nothing once another is signed in, on five forms', async ({
  browser,
  service,
}) => {
  const context = await browser.newContext({ locale: 'fi-FI', viewport: { width: 1440, height: 900 } })
  // The tabs tell each other nothing, as in a browser that refuses storage.
  await context.addInitScript(() => {
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = function set(key: string, value: string) {
      if (key !== 'poljin.signedInUser') setItem.call(this, key, value)
    }
  })
  const desk = await context.newPage()
  await signIn(desk, service, first.email)
  const opened = await openForms(context, service)
  await changeUser(desk, service)
  const before = await storedOf(desk, service)
  expect(before.firstName).toBe(second.name)
  for (const { name, page, form } of opened) {
    const answered = page.waitForResponse((reply) => reply.request().method() !== 'GET')
    await page.getByRole('button', { name: form.send, exact: true }).click()
    expect((await answered).status(), name).toBe(409)
    await expect(page.getByText('Selaimella kirjauduttiin toisena käyttäjänä'), name).toBeVisible()
    await expect(header(page), name).toContainText(second.name)
  }
  await expectAccessible(opened[0]!.page, 'a page that another person has taken over')
  expect(await storedOf(desk, service)).toEqual(before)
  const [details] = opened
  await expect(details!.page.getByLabel('Etunimi')).toHaveValue(second.name)
  // The password is still the one that signed in.
  await changeUser(desk, service)
  await context.close()
})

test('the header of every page follows who is signed in, without a press', { tag: '@long' }, async ({
  browser,
  service,
}) => {
  const context = await browser.newContext({ locale: 'fi-FI', viewport: { width: 1440, height: 900 } })
  const desk = await context.newPage()
  await signIn(desk, service, first.email)
  const opened = await openForms(context, service)
  const publicPage = await context.newPage()
  await publicPage.goto(`${service.url}/tyontekijalle`)
  await expect(publicPage.getByText(first.name).first()).toBeAttached()

  await desk.goto(`${service.url}/kirjaudu-ulos`)
  await desk.waitForURL(`${service.url}/`)
  for (const { name, page } of opened) {
    await expect(header(page), name).toHaveCount(0)
    await expect(page.getByRole('alert').filter({ hasText: 'Istuntosi päättyi' }), name).toBeVisible()
  }
  await expect(publicPage.getByText(first.name)).toHaveCount(0)
  const [details] = opened
  // What was typed waits for its person.
  await expect(details!.page.getByLabel('Etunimi')).toHaveValue('Muutettu')

  // The same person goes on where they were.
  await signIn(desk, service, first.email)
  await expect(header(details!.page)).toContainText(first.name)
  await expect(details!.page.getByLabel('Etunimi')).toHaveValue('Muutettu')

  await changeUser(desk, service)
  for (const { name, page } of opened) {
    await expect(header(page), name).toContainText(second.name)
    await expect(page.getByText(first.name), name).toHaveCount(0)
  }
  await expect(publicPage.getByText(second.name).first()).toBeAttached()
  await expect(details!.page.getByLabel('Etunimi')).toHaveValue(second.name)
  await context.close()
})
