import type { Page } from '@playwright/test'
import { codeFor, expect, expectAccessible, settled, signedIn, signIn, test } from './support.ts'

/** Takes an invoice one step on, in the panel that is open. */
async function move(page: Page, status: string) {
  await page.getByRole('complementary').getByRole('button', { name: status, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: status, exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** The bank's statement of one payment of a file. */
function statementOf(file: string, endToEnd: string): Buffer {
  const payment = file.match(/<CdtTrfTxInf>.*?<\/CdtTrfTxInf>/gs)!.find((one) => one.includes(endToEnd))!
  const [, amount] = /<InstdAmt Ccy="EUR">([\d.]+)</.exec(payment)!
  const [, iban] = /<DbtrAcct>\s*<Id>\s*<IBAN>(\w+)</.exec(file)!
  return Buffer.from(
    `<?xml version="1.0"?><Document><BkToCstmrStmt><GrpHdr><MsgId>J1</MsgId></GrpHdr><Stmt><Id>S</Id><Acct><Id><IBAN>${iban}</IBAN></Id></Acct><Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-24</Dt></BookgDt><AcctSvcrRef>JOURNEY1</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>${endToEnd}</EndToEndId></Refs></TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`,
  )
}

test('staff pay a store: from its Finvoice to a bank file that another person releases, and to PAID', async ({
  browser,
  service,
}) => {
  const page = await signedIn(browser, service, 'internal@demo.example')
  await page.goto(`${service.url}/admin/verkkolaskut`)
  await settled(page)
  await page
    .getByRole('row', { name: /2026-118/ })
    .getByRole('button')
    .click()
  await page
    .getByRole('complementary')
    .getByRole('button', { name: /^Kirjaa tilaukselle/ })
    .click()
  await expect(page.getByText('Lasku 2026-118 on kirjattu tilaukselle')).toBeVisible()
  await page.goto(`${service.url}/admin/laskut?q=2026-118`)
  await settled(page)
  await page
    .getByRole('row', { name: /2026-118/ })
    .getByRole('button')
    .click()
  await move(page, 'Tarkastettu')
  await move(page, 'Hyväksytty')
  await page.getByRole('complementary').getByRole('button', { name: 'Vie maksujonoon' }).click()
  await expect(page.getByText('Yksi lasku on maksujonossa')).toBeVisible()
  await page.goto(`${service.url}/admin/pankki?tab=orders`)
  await settled(page)
  await page.getByRole('button', { name: 'Tee maksuaineisto' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Tee maksuaineisto' }).click()
  await expect(page.getByText('Maksuaineisto on tehty ja odottaa vahvistusta')).toBeVisible()

  const second = await signedIn(browser, service, 'super@demo.example')
  await second.goto(`${service.url}/admin/pankki?tab=paymentFiles`)
  await settled(second)
  const made = second.getByRole('row', { name: /Odottaa vahvistusta/ }).first()
  await made.getByRole('button').click()
  await second.getByRole('complementary').getByRole('link', { name: 'Katso maksut ja vahvista' }).click()
  await settled(second)
  const paid = second.getByRole('listitem').filter({ has: second.getByRole('heading', { name: 'Esimerkki Kettinki' }) })
  const shown = paid.filter({ has: second.getByRole('link', { name: '2026-118' }) })
  await expect(shown).toContainText('FI21 1234 5600 0007 85')
  await expect(shown).toContainText(/Rekisteri: Esimerkki Ilmari ehdotti, Esimerkki Saga vahvisti/)
  await expect(shown).toContainText('Mikään ei ole muuttunut hyväksynnän jälkeen.')
  await expectAccessible(second, 'a file for the bank before its release')
  await second.getByRole('button', { name: 'Vahvista pankkiin' }).click()
  const release = second.getByRole('dialog', { name: /maksettavaksi/ })
  await release.getByLabel('Koodi todennussovelluksesta').fill(await codeFor(service, 'super@demo.example'))
  await release.getByRole('button', { name: 'Vahvista pankkiin' }).click()
  await proveAgain(second)
  const link = second.getByRole('link', { name: 'Lataa aineisto' })
  await expect(link).toBeVisible()
  await expectAccessible(second, 'a released file for the bank')
  const file = await (await second.request.get(new URL((await link.getAttribute('href'))!, service.url).href)).text()

  const orders = await page.request.get(`${service.url}/api/payment-orders?limit=100`)
  const { items } = (await orders.json()) as { items: { paymentOrderId: string; invoiceNumber: string }[] }
  const { paymentOrderId } = items.find(({ invoiceNumber }) => invoiceNumber === '2026-118')!
  const endToEnd = paymentOrderId.replaceAll('-', '')
  const statement = { name: 'tiliote.xml', mimeType: 'text/xml', buffer: statementOf(file, endToEnd) }
  await page.getByLabel('Tiliote, tapahtumailmoitus tai maksupalaute (XML)').setInputFiles(statement)
  await expect(page.getByText('tiliote.xml: 1 tapahtumaa, 1 kohdistettu')).toBeVisible({ timeout: 30_000 })
  await page.goto(`${service.url}/admin/laskut?q=2026-118`)
  await settled(page)
  await expect(page.getByRole('row', { name: /2026-118/ })).toContainText('Maksettu')
})

test('staff split what the bank could not place over the invoices that it pays', async ({ browser, service }) => {
  const page = await signedIn(browser, service, 'internal@demo.example')
  await page.goto(`${service.url}/admin/pankki?state=OPEN`)
  await settled(page)
  await page
    .getByRole('row', { name: /Esimerkkimäki/ })
    .getByRole('button')
    .click()
  await page.getByRole('button', { name: 'Kohdista muuhun laskuun tai jaa' }).click()
  const dialog = page.getByRole('dialog')
  const choose = async (place: number, amount: string) => {
    const invoice = dialog.getByLabel(`Lasku ${place}`, { exact: true })
    // The list comes after the field: typing asks for it as soon as it is there.
    await expect(invoice).toBeEditable()
    await invoice.pressSequentially('2026')
    await page.getByRole('listbox').getByRole('option').nth(place).click()
    await dialog.getByLabel(`Summa ${place}`).fill(amount)
  }
  await choose(1, '70')
  await expect(dialog).toContainText('Jakamatta 5,00 €')
  await dialog.getByRole('button', { name: 'Lisää lasku' }).click()
  await choose(2, '4')
  await dialog.getByRole('button', { name: 'Kohdista', exact: true }).click()
  await expect(dialog).toContainText('Osien summa ei ole sama kuin tapahtuman')
  await dialog.getByLabel('Summa 2').fill('5')
  await expect(dialog).toContainText('Koko summa on jaettu.')
  await expectAccessible(page, 'a movement that is split')
  await dialog.getByRole('button', { name: 'Kohdista', exact: true }).click()
  await expect(page.getByText('Tapahtuma on kohdistettu')).toBeVisible()
  await page.goto(`${service.url}/admin/pankki`)
  await settled(page)
  await expect(page.getByRole('row', { name: /Esimerkkimäki/ })).toContainText('Kohdistettu')
})

const newIban = 'FI14 1009 3000 1234 58'

/** Opens the store's panel in the register. */
async function openStore(page: Page, url: string) {
  await page.goto(`${url}/admin/liikkeet`)
  await settled(page)
  await page.getByRole('button', { name: 'Esimerkki Kampi', exact: true }).click()
  return page.getByRole('complementary')
}

/** The password once more, in the dialog that asks for it. */
async function proveAgain(page: Page) {
  const proof = page.getByRole('dialog', { name: 'Vahvista, että se olet sinä' })
  await proof.getByLabel('Salasana', { exact: true }).fill('Poljin-demo-2026')
  await proof.getByRole('button', { name: 'Vahvista', exact: true }).click()
  await expect(proof).toHaveCount(0)
}

test('a store’s new bank account asks for the password once more and waits for a second member of staff', async ({
  browser,
  service,
}) => {
  const page = await signedIn(browser, service, 'internal@demo.example')
  const panel = await openStore(page, service.url)
  const account = panel.getByLabel('Tilinumero')
  const before = await account.inputValue()
  const owner = await panel.getByLabel('Sähköposti').inputValue()
  await account.fill(newIban)
  await panel.getByRole('button', { name: /^Tallenna / }).click()
  await proveAgain(page)
  await expect(panel.getByText('Uusi tilinumero odottaa')).toBeVisible()
  await expect(account).toHaveValue(before)
  // Whoever proposed it may stop it and no more.
  await expect(panel.getByRole('button', { name: 'Estä muutos' })).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Vahvista tilinumero' })).toHaveCount(0)
  await expectAccessible(page, 'a bank account that waits')
  await service.message(owner, ({ subject }) => /tilinumero/.test(subject))

  const asked = await service.message('super@demo.example', ({ subject }) => /odottaa vahvistusta$/.test(subject))
  expect(asked.links[0]).toContain('/admin/liikkeet')
  const second = await signedIn(browser, service, 'super@demo.example')
  const shown = await openStore(second, service.url)
  await shown.getByRole('button', { name: 'Vahvista tilinumero' }).click()
  await second
    .getByRole('dialog', { name: 'Vahvista tilinumero' })
    .getByRole('button', { name: 'Vahvista tilinumero' })
    .click()
  await proveAgain(second)
  await expect(second.getByText('Tilinumero vahvistettiin')).toBeVisible()
  await expect(shown.getByText('Uusi tilinumero odottaa')).toHaveCount(0)
  await expect(shown.getByLabel('Tilinumero')).toHaveValue(newIban.replaceAll(' ', ''))
  await service.message(owner, ({ subject }) => subject === 'Liikkeen tilinumero on muutettu')
})

test('an employer reads its month: the invoice beside the payroll, with the difference explained', async ({
  page,
  service,
}) => {
  await signIn(page, service, 'employer@demo.example')
  await page.goto(`${service.url}/raportointi/laskut`)
  await settled(page)
  await page
    .getByRole('row', { name: /\b\d{1,2}\/20\d\d\b/ })
    .first()
    .getByRole('button')
    .click()
  const panel = page.getByRole('complementary')
  await expect(panel.getByRole('heading', { name: 'Laskukuukausi ja palkkakuukausi' })).toBeVisible()
  for (const reason of ['hallinnointimaksut, jotka ovat laskulla', 'toinen rahoitusyhtiö laskuttaa itse'])
    await expect(panel.getByRole('listitem').filter({ hasText: reason })).toContainText('€')
  await expectAccessible(page, "the employer's month")
})
