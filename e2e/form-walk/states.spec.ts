import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Browser, Page } from '@playwright/test'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../src/platform/server/postgres/embedded-postgres.ts'
import { expect, type Service, signedIn, testOn } from '../helpers/support.ts'
import { firstAdmin, states } from './states.ts'
import { type FormWalk, nameOfWalk, walkForm } from './walk.ts'

// The clock goes on by a year, which no other journey should meet. One movement in the bank becomes the payout of an online
// payment: the demo's payment service pays nothing out.
const test = testOn(async (dataDir) => {
  const postgres = await startEmbeddedPostgres({ dataDir })
  const pool = new pg.Pool({ ...postgres.connection, max: 1 })
  try {
    await pool.query(`
      insert into paytrail_attempts (id, company_id, invoice_id, amount_cents, status, settlement_reference, created_at, updated_at)
      select gen_random_uuid(), i.company_id, i.id, 20000, 'OK', '20260711', now(), now()
        from invoices i where i.direction = 'SALES' and i.stage = 'SENT' order by i.id limit 1`)
    await pool.query(`update bank_entries set reference = '20260711' where counterparty_name like '%Esimerkkimäki%'`)
  } finally {
    await pool.end()
    await postgres.stop()
  }
})
test.describe.configure({ timeout: 900_000 })

async function faultOf(browser: Browser, service: Service, one: FormWalk): Promise<string[]> {
  const page: Page = one.who
    ? await signedIn(browser, service, one.who)
    : await (await browser.newContext({ locale: 'fi-FI', timezoneId: 'Europe/Helsinki' })).newPage()
  page.setDefaultTimeout(20_000)
  const fault = await walkForm(page, service, one)
  await page.context().close()
  return fault ? [`${nameOfWalk(one)}: ${fault}`] : []
}

test('forms that a state shows are saved untouched and changed: at the store, of a plan, of a lease that is over', {
  tag: '@long',
}, async ({ browser, service }) => {
  const start = new Date(await service.now())
  const faults: string[] = []
  for (const { monthsOn, walks } of states) {
    const day = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + monthsOn, 2, 8))
    if (monthsOn > 0) await service.moveClock(day.toISOString())
    for (const one of walks) faults.push(...(await faultOf(browser, service, one)))
  }
  expect(faults).toEqual([])

  // Beside what ends it already nothing else is offered: the page leads to that.
  const page = await signedIn(browser, service, 'internal@demo.example')
  await page.goto(`${service.url}/admin/sopimukset?leaseState=ENDED`)
  await page
    .getByRole('row', { name: /Esimerkki Cornelia/ })
    .getByRole('button')
    .click()
  await page.getByRole('link', { name: 'Avaa lunastus' }).click()
  await expect(page).toHaveURL(/\/admin\/lunastukset\?open=/)
  await expect(page.getByRole('complementary', { name: /Cornelia/ })).toBeVisible()
})

let folder = ''
const testOnNobody = testOn(
  async (dataDir) => {
    rmSync(dataDir, { recursive: true })
    folder = dataDir
  },
  { DEMO: '0' },
)

testOnNobody(
  'the first admin of an empty installation is made by the link that its start writes',
  {
    tag: '@long',
  },
  async ({ browser, service }) => {
    const link = () => new URL(readFileSync(path.join(folder, 'first-admin-link'), 'utf8').trim()).pathname
    expect(await faultOf(browser, service, firstAdmin(link))).toEqual([])
  },
)
