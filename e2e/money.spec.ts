import type { Page } from '@playwright/test'
import { codeFor, expect, expectAccessible, settled, signedIn, signedInAnew, signIn, test } from './helpers/support.ts'

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

/** Opens a store's invoice beside the list. */
async function openInvoice(page: Page, url: string, number: string) {
  await page.goto(`${url}/admin/laskut?q=${number}`)
  await settled(page)
  await page
    .getByRole('row', { name: new RegExp(number) })
    .getByRole('button')
    .click()
  return page.getByRole('complementary')
}

/** Tries to approve the invoice that is open, which is refused with the reason. */
async function refusedToApprove(page: Page, reason: RegExp) {
  await page.getByRole('complementary').getByRole('button', { name: 'Hyväksytty', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Hyväksytty', exact: true }).click()
  await expect(dialog).toContainText(reason)
  await dialog.getByRole('button', { name: 'Sulje' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** Chooses the invoice in the list and tries to approve it with the bulk act, which names the reason and approves nothing. */
async function refusedInBulk(page: Page, url: string, number: string, reason: string) {
  await page.goto(`${url}/admin/laskut?q=${number}`)
  await settled(page)
  await page.getByLabel(`Valitse lasku ${number}`).check()
  await page.getByRole('button', { name: 'Hyväksy maksuun' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`${number}: ${reason}`)
  await expect(dialog).toContainText('yhtäkään ei voi hyväksyä')
  await expect(dialog.getByRole('button', { name: 'Hyväksy maksuun' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Peruuta' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** Marks the invoice that is open as disputed, or takes the mark away. */
async function dispute(page: Page, url: string, isDisputed: boolean) {
  const panel = await openInvoice(page, url, '2026-118')
  await panel.getByRole('button', { name: 'Muuta eräpäivää' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/riitautettu/).setChecked(isDisputed)
  await dialog.getByLabel('Syy').fill('Varuste puuttui laskulta')
  await dialog.getByRole('button', { name: 'Tallenna' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('staff pay a store: from its Finvoice to a bank file that another person releases, each refusal once, and to PAID', async ({
  browser,
  service,
}) => {
  test.setTimeout(600_000)
  const page = await signedIn(browser, service, 'internal@demo.example')
  await page.goto(`${service.url}/admin/verkkolaskut`)
  await settled(page)
  await page
    .getByRole('row', { name: /2026-118/ })
    .getByRole('button')
    .click()
  const enter = page.getByRole('complementary').getByRole('button', { name: /^Kirjaa tilaukselle/ })
  const [orderNumber] = /P-\d\d-\w+/.exec(await enter.innerText())!
  await enter.click()
  await expect(page.getByText('Lasku 2026-118 on kirjattu tilaukselle')).toBeVisible()

  await test.step('it is not approved before it is matched, nor before the hand-over unless somebody says why', async () => {
    await openInvoice(page, service.url, '2026-118')
    await move(page, 'Tarkastettu')
    await refusedToApprove(page, /ei täsmäytetty tilaukseen/)
    await page.goto(`${service.url}/admin/tilaukset?q=${orderNumber}`)
    await settled(page)
    await page
      .getByRole('row', { name: new RegExp(orderNumber) })
      .getByRole('button')
      .first()
      .click()
    const order = page.getByRole('complementary')
    await order.getByRole('button', { name: /Siirrä odottamaan laskua/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Siirrä odottamaan laskua' }).click()
    await order.getByRole('button', { name: /Täsmäytä lasku/ }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Täsmäytä lasku 2026-118/ })
      .click()
    await expect(order.getByText('Odottaa toimitusta').first()).toBeVisible()
    const panel = await openInvoice(page, service.url, '2026-118')
    await refusedToApprove(page, /pyörää ei ole luovutettu/)
    await refusedInBulk(page, service.url, '2026-118', 'pyörää ei ole luovutettu')
    await openInvoice(page, service.url, '2026-118')
    await panel.getByRole('button', { name: 'Maksa ennen luovutusta' }).click()
    const early = page.getByRole('dialog')
    await early.getByLabel('Syy').fill('Liike luovuttaa vasta maksun tultua')
    await early.getByRole('button', { name: 'Maksa ennen luovutusta' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await move(page, 'Hyväksytty')
  })

  await test.step('what the queue and the file take is listed before', async () => {
    await page.getByRole('complementary').getByRole('button', { name: 'Vie maksujonoon' }).click()
    const queue = page.getByRole('dialog')
    await expect(queue).toContainText('2026-118: Esimerkki Kettinki, FI21 1234 5600 0007 85')
    await queue.getByRole('button', { name: 'Vie maksujonoon' }).click()
    await expect(page.getByText('Yksi lasku on maksujonossa')).toBeVisible()
    await refusedInBulk(page, service.url, '2026-118', 'jo maksujonossa')
    await page.goto(`${service.url}/admin/pankki?tab=orders`)
    await settled(page)
    await page.getByRole('button', { name: 'Tee maksuaineisto' }).click()
    await expect(page.getByRole('dialog')).toContainText('2026-118: Esimerkki Kettinki')
    await page.getByRole('dialog').getByRole('button', { name: 'Tee maksuaineisto' }).click()
    await expect(page.getByText('Maksuaineisto on tehty ja odottaa vahvistusta')).toBeVisible()
  })

  await page.goto(`${service.url}/admin/pankki?tab=paymentFiles`)
  await settled(page)
  await page
    .getByRole('row', { name: /Odottaa vahvistusta/ })
    .first()
    .getByRole('button')
    .click()
  const opened = page.getByRole('complementary').getByRole('link', { name: 'Katso maksut ja vahvista' })
  await opened.click()
  await settled(page)
  const address = page.url()
  const releaseButton = (one: Page) => one.getByRole('button', { name: 'Vahvista pankkiin' })
  await expect(page.getByText(/^Toinen henkilö vahvistaa/)).toBeVisible()
  await expect(releaseButton(page)).toHaveCount(0)

  const second = await signedIn(browser, service, 'super@demo.example')
  const paid = (one: Page) =>
    one.getByRole('listitem').filter({ has: one.getByRole('link', { name: '2026-118', exact: true }) })
  await test.step('what is disputed meanwhile keeps the file from the bank', async () => {
    await dispute(page, service.url, true)
    await second.goto(address)
    await settled(second)
    await expect(paid(second)).toContainText('Ei saa maksaa: lasku on riitautettu')
    await expect(paid(second)).toContainText('laskun ehtoja muutettiin')
    await expect(releaseButton(second)).toHaveCount(0)
    await expectAccessible(second, 'a file for the bank that may not leave')
    await dispute(page, service.url, false)
  })

  await test.step('whoever releases sees what leaves, and gives password and code', async () => {
    await second.goto(address)
    await settled(second)
    await expect(paid(second)).toContainText('FI21 1234 5600 0007 85')
    await expect(paid(second)).toContainText(/Rekisteri: Esimerkki Ilmari ehdotti, Esimerkki Saga vahvisti/)
    await expect(paid(second)).toContainText(orderNumber!)
    await expect(paid(second)).toContainText('Liike luovuttaa vasta maksun tultua')
    await expectAccessible(second, 'a file for the bank before its release')
    await releaseButton(second).click()
    const release = second.getByRole('dialog', { name: /maksettavaksi/ })
    const code = release.getByLabel('Koodi todennussovelluksesta')
    await code.fill('000000')
    await release.getByRole('button', { name: 'Vahvista pankkiin' }).click()
    await proveAgain(second)
    await expect(release).toContainText(/Koodi/)
    await code.fill(await codeFor(service, 'super@demo.example'))
    await release.getByRole('button', { name: 'Vahvista pankkiin' }).click()
    await expect(second.getByRole('link', { name: 'Lataa aineisto' })).toBeVisible()
    await expectAccessible(second, 'a released file for the bank')
  })
  const link = second.getByRole('link', { name: 'Lataa aineisto' })
  const file = await (await second.request.get(new URL((await link.getAttribute('href'))!, service.url).href)).text()

  const orders = await page.request.get(`${service.url}/api/payment-orders?limit=100`)
  const { items } = (await orders.json()) as { items: { paymentOrderId: string; invoiceNumber: string }[] }
  const { paymentOrderId } = items.find(({ invoiceNumber }) => invoiceNumber === '2026-118')!
  const endToEnd = paymentOrderId.replaceAll('-', '')
  const statement = { name: 'tiliote.xml', mimeType: 'text/xml', buffer: statementOf(file, endToEnd) }
  await page.goto(`${service.url}/admin/pankki`)
  await settled(page)
  await page.getByLabel('Tiliote, tapahtumailmoitus tai maksupalaute (XML)').setInputFiles(statement)
  await expect(page.getByText('tiliote.xml odottaa toisen vahvistusta').first()).toBeVisible({ timeout: 30_000 })
  await second.goto(`${service.url}/admin/vahvistukset`)
  await second.getByRole('button', { name: /tiliote\.xml/ }).click()
  const brought = second.getByRole('link', { name: 'Pankin aineisto (XML)' })
  const content = await second.request.get(new URL((await brought.getAttribute('href'))!, service.url).href)
  expect(await content.body()).toEqual(statement.buffer)
  await expectAccessible(second, 'a bank file that another person has brought')
  await second.getByRole('button', { name: 'Vahvista' }).click()
  await second.getByRole('dialog').getByRole('button', { name: 'Vahvista' }).click()
  await expect(second.getByText('Vahvistettu ja tehty').filter({ visible: true }).first()).toBeVisible()
  await page.goto(`${service.url}/admin/laskut?q=2026-118`)
  await settled(page)
  await expect(page.getByRole('row', { name: /2026-118/ })).toContainText('Maksettu')
  await refusedInBulk(page, service.url, '2026-118', 'maksettu')
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
  const page = await signedInAnew(browser, service, 'internal@demo.example')
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

  const asked = await service.message('super@demo.example', ({ subject }) =>
    /^Liikkeen .* uusi tilinumero odottaa vahvistusta$/.test(subject),
  )
  expect(asked.links[0]).toContain('/admin/liikkeet')
  const second = await signedInAnew(browser, service, 'super@demo.example')
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
    .first()
    .click()
  const panel = page.getByRole('complementary')
  await expect(panel.getByRole('heading', { name: 'Laskukuukausi ja palkkakuukausi' })).toBeVisible()
  for (const reason of ['hallinnointimaksut, jotka ovat laskulla', 'toinen rahoitusyhtiö laskuttaa itse'])
    await expect(panel.getByRole('listitem').filter({ hasText: reason })).toContainText('€')
  await expectAccessible(page, "the employer's month")
})

test('staff close the first month of the books, and its opening waits for a second person', async ({
  browser,
  service,
}) => {
  const page = await signedIn(browser, service, 'super@demo.example')
  await page.goto(`${service.url}/admin/kirjanpito`)
  await settled(page)
  const row = page.getByRole('row').filter({ hasText: 'Suljetaan seuraavaksi' })
  await row.getByRole('button').first().click()
  const panel = page.getByRole('complementary')
  await panel.getByRole('button', { name: /^Sulje / }).click()
  const dialog = page.getByRole('dialog')
  await expectAccessible(page, 'closing a month of the books')
  // What does not agree in the demo's last month is explained by whoever closes it.
  for (const reason of await dialog.getByRole('textbox').all()) await reason.fill('Ero on selvitetty.')
  await dialog.getByRole('button', { name: /^Sulje / }).click()
  await expect(panel.getByRole('button', { name: 'Merkitse ilmoitetuksi' })).toBeVisible()
  await panel.getByRole('button', { name: 'Avaa kuukausi uudelleen' }).click()
  await dialog.getByLabel('Miksi kuukausi avataan').fill('Kuukausi jäi kesken.')
  await dialog.getByRole('button', { name: 'Avaa kuukausi uudelleen' }).click()
  await expect(page.getByText('Avaaminen odottaa toisen henkilön vahvistusta')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Merkitse ilmoitetuksi' })).toBeVisible()
})

/** Opens a form by its button and saves it, having told what is asked. */
async function saved(
  page: Page,
  [open, submit, done]: readonly [string, string, RegExp],
  told: Record<string, string> = {},
) {
  await page.getByRole('button', { name: open, exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  for (const [label, text] of Object.entries(told)) {
    const field = dialog.getByLabel(label, { exact: true })
    if (await field.evaluate((element) => element instanceof HTMLSelectElement))
      await field.selectOption({ label: text })
    else await field.fill(text)
  }
  await dialog.getByRole('button', { name: submit, exact: true }).click()
  await expect(page.getByText(done)).toBeVisible()
}

/** Opens a tab of the books. */
async function openBooks(page: Page, url: string, tab: string) {
  await page.goto(`${url}/admin/kirjanpito?tab=${tab}`)
  await settled(page)
  await expectAccessible(page, `${tab} of the books`)
}

const openRow = async (page: Page, hasText: string) => {
  await page.locator('tbody tr').filter({ hasText }).locator('td button').first().click()
  await settled(page)
}

test('@long late payments are billed and waived, a loss is final, own bicycles are depreciated by plan', async ({
  browser,
  service,
}) => {
  const page = await signedIn(browser, service, 'super@demo.example')
  await openBooks(page, service.url, 'late')
  const source = { Viitekorko: '2,5', Lähde: 'Tiedote' }
  await saved(page, ['Merkitse viitekorko', 'Ehdota viitekorkoa', /Viitekorko odottaa toisen henkilön/], source)
  await openRow(page, '40,00')
  await saved(page, ['Laskuta viivästyskulut …', 'Laskuta', /Viivästyskulut laskutettu/])
  await openRow(page, '40,00')
  const waived = { Perustelu: 'Sovittu puhelimessa' }
  await saved(page, ['Luovu viivästyskuluista …', 'Luovu kuluista', /Viivästyskuluista luovuttu/], waived)
  await page.goto(`${service.url}/admin/laskut?direction=SALES&due=OPEN`)
  await settled(page)
  await openRow(page, 'Esimerkki Roihu Oy')
  await saved(page, ['Kirjaa luottotappioksi', 'Kirjaa luottotappioksi', /Luottotappio kirjattu/], { Syy: 'Konkurssi' })
  await openBooks(page, service.url, 'losses')
  await openRow(page, 'Ei vielä lopullinen')
  const final = { Peruste: 'Konkurssi', Näyttö: 'Jakoluettelo 1.9.2026' }
  await saved(page, ['Merkitse lopulliseksi …', 'Merkitse lopulliseksi', /Luottotappio on lopullinen/], final)
  await openBooks(page, service.url, 'assets')
  await expect(page.getByText(/Kalustossa \d+, vuokralla \d+/)).toBeVisible()
  const plan = { 'Poistoaika, kk': '48' }
  await saved(page, ['Poistosuunnitelma', 'Tallenna poistosuunnitelma', /Poistosuunnitelma tallennettu/], plan)
})
