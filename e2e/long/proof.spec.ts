import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import type { Receipt } from '../../src/platform/record/receipt.ts'
import { requestTimeStamp } from '../../src/platform/server/record/time-stamps.ts'
import { systemEnv } from '../../src/platform/server/runtime/env.ts'
import { openAuthority } from '../../src/testing/cases/time-stamp-authority.ts'
import { callsOf, expect, expectAccessible, type Service, test } from '../helpers/support.ts'

/** The receipt of a demo agreement and its sealed document, a time stamp put in by an authority, and its certificate. */
async function filesOf(service: Service, folder: string) {
  // The jobs run, the hourly one of the roots among them, at a time that an authority would still stamp.
  await service.moveClock(new Date(Date.parse(await service.now()) + 30_000).toISOString())
  const calls = await callsOf(service, 'super@demo.example')
  const { data } = await (await calls.get('/api/signed-documents?limit=100')).json()
  const { leasingAgreementId } = data.find((one: { hasReceipt: boolean }) => one.hasReceipt)
  const receipt: Receipt = await (await calls.get(`/api/leasing-agreements/${leasingAgreementId}/receipt`)).json()
  const document = await (await calls.get(`/api/leasing-agreements/${leasingAgreementId}/document`)).body()
  const authority = await openAuthority('ec')
  const last = receipt.roots.at(-1)!.statement
  const { token } = await requestTimeStamp(Buffer.from(last), authority.timestamp, { env: systemEnv })
  await authority.close()
  const { number } = JSON.parse(last) as { number: number }
  const stamped = { ...receipt, stamp: { root: number, token: Buffer.from(token).toString('base64') } }
  const file = (name: string, content: Buffer | string) => {
    writeFileSync(path.join(folder, name), content)
    return path.join(folder, name)
  }
  const changed = { ...stamped, events: stamped.events.map((one) => ({ ...one, data: { sha256: '00' } })) }
  return {
    receipt: file('receipt.json', JSON.stringify(stamped)),
    unstamped: file('unstamped.json', JSON.stringify(receipt)),
    changed: file('changed.json', JSON.stringify(changed)),
    foreign: file('foreign.json', '{"hello":1}'),
    document: file('document.pdf', document),
    other: file('other.pdf', Buffer.concat([document, Buffer.from('\n')])),
    authority: file('authority.pem', authority.root),
    number: receipt.agreementNumber,
  }
}

const choose = (page: Page, name: string, file: string) => page.locator(`#proof-${name}`).setInputFiles(file)
const result = (page: Page) => page.getByRole('status')
const check = (page: Page) => page.locator('[data-proof-form] [type=submit]').click()

test('anybody verifies a proof in the browser, without a call, and from a saved copy without a network @long', async ({
  page,
  service,
}, testInfo) => {
  const files = await filesOf(service, path.dirname(testInfo.outputPath('x')))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${service.url}/todiste`)
  await page.waitForLoadState('networkidle')
  await check(page)
  await expect(result(page)).toHaveText('Valitse ensin todiste.')

  const calls: string[] = []
  page.on('request', (request) => calls.push(request.url()))
  await choose(page, 'receipt', files.receipt)
  await choose(page, 'document', files.document)
  await choose(page, 'authority', files.authority)
  await check(page)
  await expect(result(page)).toContainText('Todiste pitää paikkansa')
  for (const told of [files.number, 'Sopimus sinetöitiin', 'juuri se, joka sinetöitiin', 'Esimerkki Aikaleima'])
    await expect(result(page)).toContainText(told)
  await expect(result(page)).toContainText('Antamasi varmenne vahvistaa aikaleimaajan.')
  await expectAccessible(page, 'a proof that holds')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.screenshot({ path: testInfo.outputPath('holds-phone.png'), fullPage: true })

  for (const [name, file, says] of [
    ['document', files.other, 'ei ole se, joka sinetöitiin'],
    ['receipt', files.changed, 'tapahtuman tietoja on muutettu'],
    ['receipt', files.foreign, 'ei ole todiste'],
    ['receipt', files.document, 'ei ole todiste'],
  ] as const) {
    await choose(page, name, file)
    await expect(result(page)).toBeEmpty()
    await check(page)
    await expect(result(page)).toContainText('Todiste ei pidä paikkaansa')
    await expect(result(page)).toContainText(says)
  }
  await expectAccessible(page, 'a proof that does not hold')
  // The frame of every page asks now and then whether the service is there.
  const asked = calls.filter((url) => !url.endsWith('/api/health-check'))
  expect(asked, 'nothing was asked of anybody').toEqual([])

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Lataa tarkistussivu' }).click()
  const saved = testInfo.outputPath('saved.html')
  await (await download).saveAs(saved)
  await service.withoutServer(async () => {
    await page.context().setOffline(true)
    await page.goto(pathToFileURL(saved).href)
    await choose(page, 'receipt', files.unstamped)
    await check(page)
    await expect(result(page)).toContainText('Todiste pitää paikkansa')
    await expect(result(page)).toContainText('Todisteessa ei ole aikaleimaa')
    await choose(page, 'receipt', files.changed)
    await check(page)
    await expect(result(page)).toContainText('Todiste ei pidä paikkaansa')
    await expectAccessible(page, 'the saved page')
    await page.screenshot({ path: testInfo.outputPath('saved.png'), fullPage: true })
    await page.context().setOffline(false)
  })
})

for (const [address, label, heading] of [
  ['/en/todiste', 'Verify', 'The proof does not hold'],
  ['/sv/todiste', 'Kontrollera', 'Beviset håller inte'],
])
  test(`the page at ${address} says in its own language that a file is no proof, in both themes @long`, async ({
    page,
    service,
  }, testInfo) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(`${service.url}${address}`)
    await page
      .locator('#proof-receipt')
      .setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('[]') })
    await page.getByRole('button', { name: label, exact: true }).click()
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    await expectAccessible(page, address!)
    await page.evaluate(() => document.documentElement.setAttribute('data-mantine-color-scheme', 'dark'))
    await page.screenshot({ path: testInfo.outputPath('dark.png'), fullPage: true })
  })
