import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import pg from 'pg'
import texts from '../src/features/money/invoices/texts/fi.json' with { type: 'json' }
import { startEmbeddedPostgres } from '../src/platform/server/postgres/embedded-postgres.ts'
import { demoBrand } from '../src/platform/values/brand.ts'
import { formatDay, helsinkiDay } from '../src/platform/values/days.ts'
import { expect, expectAccessible, type Service, settled, signedIn, testOn } from './helpers/support.ts'

// The operator's own account becomes a store's here, which keeps every payment of the service from the bank.
// Two invoices are of payees without an account, whom no page makes any more: a store that never had one in its register,
// and a person, who stands in none. A third is of an online shop outside the register.
let folder = ''

/** Writes into the database of the service, past the product. The server does not run. */
async function inDatabase(work: (pool: pg.Pool) => Promise<unknown>) {
  const postgres = await startEmbeddedPostgres({ dataDir: folder })
  const pool = new pg.Pool({ ...postgres.connection, max: 1 })
  try {
    await work(pool)
  } finally {
    await pool.end()
    await postgres.stop()
  }
}

const test = testOn(async (dataDir) => {
  folder = dataDir
  const bill = `insert into invoices (id, company_id, direction, stage, status, number, issue_day, due_day, net_cents, vat_cents,
                                      total_cents, matched_at, created_at, updated_at, party, bike_store_id, beneficiary_employee_id)
    select gen_random_uuid(), e.company_id, 'PURCHASE', 'VERIFIED', 'VERIFIED', $1, current_date, current_date + 14, 10000, 0,
           10000, now(), now(), now(), `
  await inDatabase(async (pool) => {
    await pool.query(
      `with store as (insert into bike_stores (id, name, email) values (gen_random_uuid(), 'Esimerkki Tiliton', 'hei@tiliton.example') returning id)
       ${bill} 'STORE', store.id, null from beneficiary_employees e, store order by e.id limit 1`,
      ['L-TILITON'],
    )
    await pool.query(`${bill} 'PERSON', null, e.id from beneficiary_employees e order by e.id limit 1`, ['L-HENKILÖ'])
    await pool.query(`${bill} 'STORE', null, null from beneficiary_employees e order by e.id limit 1`, ['L-NETTI'])
    await pool.query(`update invoices set seller_name = 'Esimerkki Nettipyörä' where number = 'L-NETTI'`)
  })
})

type Problem = keyof typeof texts.payable
const sentenceOf = (problem: Problem, other = '') => texts.payable[problem].replace('{{other}}', other)

const dialogOf = (page: Page) => page.getByRole('dialog')
const gone = (page: Page) => expect(page.getByRole('dialog')).toHaveCount(0)

async function openInvoice(page: Page, url: string, number: string) {
  await page.goto(`${url}/admin/laskut?q=${number}`)
  await settled(page)
  await page
    .getByRole('row', { name: new RegExp(number) })
    .getByRole('button')
    .click()
  return page.getByRole('complementary')
}

async function openOrder(page: Page, url: string, number: string) {
  await page.goto(`${url}/admin/tilaukset?q=${number}`)
  await settled(page)
  await page
    .getByRole('row', { name: new RegExp(number) })
    .getByRole('button')
    .first()
    .click()
  return page.getByRole('complementary')
}

/** Approves the invoice that is open, or is told why not. */
async function approve(page: Page, url: string, number: string, refused?: string) {
  const panel = await openInvoice(page, url, number)
  if (refused) await expect(panel).toContainText(refused)
  await panel.getByRole('button', { name: 'Hyväksytty', exact: true }).click()
  await dialogOf(page).getByRole('button', { name: 'Hyväksytty', exact: true }).click()
  if (refused) {
    await expect(dialogOf(page)).toContainText(refused)
    await dialogOf(page).getByRole('button', { name: 'Sulje' }).click()
  }
  await gone(page)
  return panel
}

/** Presses an act of the order's panel and confirms it by the same words, with a reason where one is wanted. */
async function act(page: Page, panel: ReturnType<Page['getByRole']>, name: RegExp, reason?: string) {
  await panel.getByRole('button', { name }).click()
  if (reason) await dialogOf(page).getByLabel('Syy').fill(reason)
  await dialogOf(page).getByRole('button', { name }).click()
  await gone(page)
}

/** What a bulk act says of all rows of all pages of the list, the dialog closed again. */
async function saidInBulk(page: Page, button: string): Promise<string> {
  let said = ''
  for (;;) {
    await page.getByLabel('Valitse kaikki sivun rivit').check()
    await page.getByRole('button', { name: button, exact: true }).click()
    await expect(dialogOf(page)).toContainText(texts.payable.left)
    said += await dialogOf(page).innerText()
    await dialogOf(page).getByRole('button', { name: 'Peruuta' }).click()
    await gone(page)
    const next = page.getByRole('button', { name: 'Seuraava' })
    if ((await next.count()) === 0 || !(await next.isEnabled())) return said
    await next.click()
    await settled(page)
  }
}

/** Starts the server anew with the operator's own account changed. */
async function ownAccountBecomes(service: Service, iban: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'poljin-brand-'))
  const before = process.env.BRAND_FILE
  process.env.BRAND_FILE = path.join(folder, 'brand.json')
  writeFileSync(process.env.BRAND_FILE, JSON.stringify({ ...demoBrand, iban }))
  try {
    await service.withoutServer(async () => undefined)
  } finally {
    if (before === undefined) delete process.env.BRAND_FILE
    else process.env.BRAND_FILE = before
    rmSync(folder, { recursive: true })
  }
}

/** The orders whose matched invoices of the demo can be paid, by where the orders stand. */
async function payableOrders(page: Page, url: string) {
  const get = async (address: string) => (await page.request.get(`${url}${address}`)).json()
  const { items } = (await get('/api/invoices?direction=PURCHASE&status=VERIFIED&limit=100')) as {
    items: { number: string; orderNumber: string | null; open: number; matched: boolean }[]
  }
  const found = items.filter(({ matched, open, orderNumber }) => matched && open > 0 && orderNumber !== null)
  const byStatus: Record<string, string[]> = {}
  for (const { orderNumber } of found) {
    const order = (await get(`/api/orders/list-data?search=${orderNumber}`)).items[0]
    byStatus[order.orderStatus] = [...(byStatus[order.orderStatus] ?? []), orderNumber!]
  }
  return byStatus
}

const today = async (service: Service) => formatDay(helsinkiDay(new Date(await service.now())))

test('what keeps a store’s invoice from the bank is told at each gate, with what to do next', {
  tag: '@long',
}, async ({ browser, service }) => {
  test.setTimeout(900_000)
  const { url } = service
  const page = await signedIn(browser, service, 'internal@demo.example')
  page.setDefaultTimeout(15_000)
  const orders = await payableOrders(page, url)
  const [exchanged, cancelled] = orders.READY_FOR_BILLING!
  const [running] = orders.ACTIVE_LEASING!
  const invoiceOf = (order: string) => order.replace('P-', 'L-')
  const plan = async () => {
    await page.goto(`${url}/admin/pankki?tab=orders`)
    await settled(page)
    await page.getByRole('button', { name: 'Tee maksuaineisto' }).click()
    return dialogOf(page)
  }

  await test.step('the bulk acts say of each row what it is', async () => {
    await page.goto(`${url}/admin/laskut?direction=PURCHASE`)
    await settled(page)
    const said = await saidInBulk(page, 'Hyväksy maksuun')
    const atApproval = [
      'NOT_AN_INVOICE',
      'VOIDED',
      'PAID',
      'CREDITED',
      'NOT_VERIFIED',
      'ALREADY_APPROVED',
      'IN_QUEUE',
      'AT_BANK',
      'NOT_MATCHED',
      'NOT_DELIVERED',
      'PAID_IN_SHOP',
      'NO_REGISTER_IBAN',
      'NO_IBAN',
    ] as const
    for (const problem of atApproval) expect(said, problem).toContain(sentenceOf(problem))
    await page.goto(`${url}/admin/laskut?direction=PURCHASE&status=VERIFIED`)
    await settled(page)
    expect(await saidInBulk(page, 'Vie maksujonoon')).toContain(sentenceOf('NOT_APPROVED'))
  })

  await test.step('an order’s invoice is exchanged: the old one stays unpaid, the new one goes to the register’s account', async () => {
    const panel = await openOrder(page, url, exchanged!)
    await act(page, panel, /Vaihda lasku/, 'Liike lähetti oikean laskun')
    await panel.getByRole('button', { name: 'Kirjaa toinen lasku' }).click()
    const dialog = dialogOf(page)
    await dialog.getByLabel('Laskun numero').fill('L-UUSI')
    await dialog.getByLabel('Summa, sis. alv').fill('2 500,00')
    await dialog.getByLabel('Tilinumero').fill('FI14 1009 3000 1234 58')
    await expect(dialog).toContainText('Eri kuin rekisterissä: FI21 1234 5600 0007 85')
    await dialog.getByRole('button', { name: 'Kirjaa lasku' }).click()
    await gone(page)
    await panel.getByRole('button', { name: /Täsmäytä lasku/ }).click()
    await dialog.getByRole('button', { name: /^Lasku L-UUSI on tarkastettu: täsmäytä/ }).click()
    await expect(panel.getByText('Laskutettavissa').first()).toBeVisible()
    await approve(page, url, invoiceOf(exchanged!), sentenceOf('OTHER_INVOICE', 'L-UUSI'))
    const invoice = await approve(page, url, 'L-UUSI', sentenceOf('PAYEE_WAITS'))
    await invoice.getByRole('button', { name: 'Korjaa tilinumero' }).click()
    await expect(dialog.getByLabel('Tilinumero')).toHaveValue('FI2112345600000785')
    await dialog.getByLabel('Syy').fill('Liike vahvisti rekisterin tilin')
    await dialog.getByRole('button', { name: 'Tallenna tilinumero' }).click()
    await gone(page)
    await approve(page, url, 'L-UUSI')
  })

  await test.step('a payment in the queue waits while its order is set aside', async () => {
    const invoice = page.getByRole('complementary')
    await invoice.getByRole('button', { name: 'Vie maksujonoon' }).click()
    await dialogOf(page).getByRole('button', { name: 'Vie maksujonoon' }).click()
    await expect(page.getByText('Yksi lasku on maksujonossa')).toBeVisible()
    const panel = await openOrder(page, url, exchanged!)
    await act(page, panel, /Siirrä erityistapaukseksi/, 'Pyörä vaihtuu')
    await expect(await plan()).toContainText(`L-UUSI: ${sentenceOf('ORDER_SET_ASIDE')}`)
    await expectAccessible(page, 'what a file for the bank leaves out')
    const aside = await openOrder(page, url, exchanged!)
    await act(page, aside, /Palauta käsittelyyn/, 'Pyörä ei vaihdu')
    await expect(await plan()).toContainText('L-UUSI: Esimerkki Kettinki')
    await dialogOf(page).getByRole('button', { name: 'Peruuta' }).click()
  })

  // The database lets no payment of more than is owed wait. One that stands there all the same is held by the rule.
  await test.step('a payment of more than is owed, written past the product, is left out of a file', async () => {
    const write = (cents: number) =>
      service.withoutServer(() =>
        inDatabase(async (pool) => {
          await pool.query('alter table payment_orders disable trigger payments_are_owed')
          await pool.query(
            `update payment_orders set amount_cents = $1 where state = 'QUEUED' and invoice_id = (select id from invoices where number = 'L-UUSI')`,
            [cents],
          )
          await pool.query('alter table payment_orders enable trigger payments_are_owed')
        }),
      )
    await write(250_100)
    await expect(await plan()).toContainText(`L-UUSI: ${sentenceOf('LESS_OPEN')}`)
    await write(250_000)
    await expect(await plan()).toContainText('L-UUSI: Esimerkki Kettinki')
    await dialogOf(page).getByRole('button', { name: 'Peruuta' }).click()
  })

  await test.step('a payment in the queue leaves it once less is open, and the rest is approved anew', async () => {
    const invoice = await openInvoice(page, url, 'L-UUSI')
    await invoice.getByRole('button', { name: 'Kirjaa maksu' }).click()
    const dialog = dialogOf(page)
    await dialog.getByLabel('Summa').fill('500')
    await dialog.getByLabel('Maksupäivä').fill(await today(service))
    await dialog.getByLabel('Maksutapa').selectOption('Käsin')
    await dialog.getByLabel(/^Syy/).fill('Maksettu kassasta')
    await dialog.getByRole('button', { name: 'Kirjaa maksu' }).click()
    await gone(page)
    await expect(invoice).toContainText('Osittain maksettu')
    await page.goto(`${url}/admin/pankki?tab=orders&state=REMOVED`)
    await settled(page)
    await page
      .getByRole('row', { name: /L-UUSI/ })
      .getByRole('button')
      .click()
    await expect(page.getByRole('complementary')).toContainText('Lasku on maksettu toisella tavalla')
    await approve(page, url, 'L-UUSI')
    await expect(page.getByRole('complementary')).toContainText('LoppusummaHyväksytty maksuun')
    await page.getByRole('complementary').getByRole('button', { name: 'Vie maksujonoon' }).click()
    await expect(dialogOf(page)).toContainText(/L-UUSI: .*2\s000,00\s€/)
    await dialogOf(page).getByRole('button', { name: 'Peruuta' }).click()
    await gone(page)
  })

  await test.step('a denied payment and a cancelled order are told', async () => {
    const denied = await openInvoice(page, url, invoiceOf(running!))
    await denied.getByRole('button', { name: 'Maksu estetty' }).click()
    await dialogOf(page).getByLabel('Syy').fill('Selvitetään liikkeen kanssa')
    await dialogOf(page).getByRole('button', { name: 'Maksu estetty' }).click()
    await gone(page)
    await page.goto(`${url}/admin/laskut?q=${invoiceOf(running!)}`)
    await settled(page)
    expect(await saidInBulk(page, 'Hyväksy maksuun')).toContain(sentenceOf('DENIED'))
    const panel = await openOrder(page, url, cancelled!)
    await panel.getByRole('button', { name: 'Peru vahvistettu tilaus' }).click()
    await dialogOf(page).getByLabel('Syy', { exact: true }).selectOption({ index: 1 })
    await dialogOf(page).getByLabel('Syy omin sanoin').fill('Ostaja perui')
    await dialogOf(page).getByRole('button', { name: 'Peru vahvistettu tilaus' }).click()
    await gone(page)
    await approve(page, url, invoiceOf(cancelled!), sentenceOf('ORDER_CANCELLED'))
  })

  await test.step('our own account is paid by nobody, wherever it stands', async () => {
    await ownAccountBecomes(service, 'FI21 1234 5600 0007 85')
    await openInvoice(page, url, 'L-UUSI')
    await expect(page.getByRole('complementary')).toContainText(sentenceOf('OWN_ACCOUNT'))
    await page.getByRole('complementary').getByRole('button', { name: 'Vie maksujonoon' }).click()
    await expect(dialogOf(page)).toContainText(`L-UUSI: ${sentenceOf('OWN_ACCOUNT')}`)
    await expect(dialogOf(page).getByRole('button', { name: 'Vie maksujonoon' })).toBeDisabled()
    await expectAccessible(page, 'what the queue leaves out')
  })
})
