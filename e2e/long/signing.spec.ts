import type { Browser, Page } from '@playwright/test'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../src/platform/server/postgres/embedded-postgres.ts'
import { expect, expectAccessible, openPhone, type Service, settled, signIn, testOn } from '../helpers/support.ts'

const toivo = 'toivo.esimerkki@kaarna.example'
const password = 'Poljin-demo-2026'
const newNumber = '0405556677'

// Toivo has told a number and proven none.
const test = testOn(async (dataDir) => {
  const postgres = await startEmbeddedPostgres({ dataDir })
  const client = new pg.Client(postgres.connection)
  await client.connect()
  try {
    await client.query('update users set phone_number = $1, phone_verified_at = null where email = $2', [
      newNumber,
      toivo,
    ])
  } finally {
    await client.end()
    await postgres.stop()
  }
})

/** Counts what a person types and presses between the order's page and the signature. */
function hand(page: Page) {
  const counted = { fields: 0, clicks: 0 }
  return {
    counted,
    async type(label: string, text: string) {
      await page.getByLabel(label, { exact: true }).fill(text)
      counted.fields += 1
    },
    async press(role: 'link' | 'button', name: string) {
      await page.getByRole(role, { name, exact: true }).click()
      counted.clicks += 1
    },
  }
}

const lines = ['Sopimus', 'Osapuolet', 'Pyörä', 'Hinta varusteineen', 'Leasingkausi', 'Kuukausierä', 'Etu ja verotus']
const ends = ['Kuka maksaa', 'Miten päättyy', 'Yhteensä omaksi']

async function signOn(page: Page, service: Service, number: string, words: RegExp) {
  const { counted, type, press } = hand(page)
  await press('link', 'Lue ja allekirjoita')
  for (const line of [...lines, ...ends]) await expect(page.getByText(line, { exact: true })).toBeVisible()
  await settled(page)
  await expectAccessible(page, 'signing, before the code')
  await type('Salasanasi', password)
  await press('button', 'Lähetä allekirjoituskoodi')
  await page.getByLabel('Koodi', { exact: true }).waitFor()
  const sms = await service.message(number, ({ text }) => words.test(text))
  await expectAccessible(page, 'signing, with the code')
  await type('Koodi', /\d{6}/.exec(sms.text)![0])
  await press('button', 'Allekirjoita sopimus')
  await expect(page.getByRole('heading', { level: 1, name: 'Työnantajasi allekirjoittaa seuraavaksi' })).toBeVisible()
  return counted
}

async function onPhone(browser: Browser, service: Service, email: string) {
  const page = await openPhone(browser)
  await signIn(page, service, email)
  await page.goto(`${service.url}/mybike`)
  return page
}

test('whoever has proven a number signs with two fields and three clicks @long', async ({ browser, service }) => {
  const page = await onPhone(browser, service, 'employee@demo.example')
  const user = await (await page.request.get(`${service.url}/api/user/signing-proofs`)).json()
  const counted = await signOn(page, service, user.phoneNumber, /koodi sopimuksen .* allekirjoittamiseen/)
  console.log(`a proven number: ${counted.fields} fields, ${counted.clicks} clicks`)
  expect(counted).toEqual({ fields: 2, clicks: 3 })
})

test('whoever has proven none proves the number and signs with the same two fields and three clicks @long', async ({
  browser,
  service,
}) => {
  const page = await onPhone(browser, service, toivo)
  await page.getByRole('checkbox', { name: /ohjeen/ }).check()
  await page.getByRole('checkbox', { name: /vakuutuksen ja sen ehdot/ }).check()
  await page.getByRole('button', { name: 'Näytä sopimus' }).click()
  const counted = await signOn(page, service, newNumber, /numerosi vahvistamiseen ja sopimuksen/)
  console.log(`a number that the code proves: ${counted.fields} fields, ${counted.clicks} clicks`)
  expect(counted).toEqual({ fields: 2, clicks: 3 })
  const { proofs } = await (await page.request.get(`${service.url}/api/user/signing-proofs`)).json()
  expect(proofs).toMatchObject([{ via: 'SMS', hint: `…${newNumber.slice(-3)}` }])
})
