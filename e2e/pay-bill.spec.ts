import { expect, expectAccessible, signIn, test } from './helpers/support.ts'

test('a person pays a bill on the phone, from their own page through the bank and back', async ({
  browser,
  service,
}) => {
  const desk = await browser.newContext()
  const staff = await desk.newPage()
  await signIn(staff, service, 'internal@demo.example')
  const found = await staff.request.get(
    `${service.url}/api/beneficiary-employee/employeesOptimizedList?search=employee@demo.example`,
  )
  const { employees } = (await found.json()) as { employees: { beneficiaryEmployeeId: string }[] }
  const billed = await staff.request.post(`${service.url}/api/user-payment`, {
    headers: { origin: service.url, 'idempotency-key': 'pay-bill-journey-1' },
    data: {
      beneficiaryEmployeeId: employees[0]!.beneficiaryEmployeeId,
      description: 'Uusi lukko',
      amount: 45.5,
      hasVat: true,
    },
  })
  expect(billed.status()).toBe(201)
  await desk.close()

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await phone.newPage()
  await signIn(page, service, 'employee@demo.example')
  await page.goto(`${service.url}/mybike`)
  const bill = page.getByRole('listitem').filter({ hasText: 'Uusi lukko' })
  await expect(bill).toContainText('Maksamatta')
  await page.getByRole('button', { name: 'Hylkää' }).click()
  const pay = bill.getByRole('link', { name: /^Maksa lasku/ })
  // What is to be done stands on the first screen.
  await expect(pay).toBeInViewport()
  await expectAccessible(page, 'the own page with a bill')
  await pay.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Lasku')
  await page.getByText('Tilisiirron QR-koodi').click()
  // What the sticky head covers is no target, so the page is looked at from its top.
  await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded()
  for (const code of ['Tilisiirron QR-koodi', 'Pankkiviivakoodi', 'Pankkiviivakoodi, kansainvälinen viite'])
    await expect(page.getByRole('img', { name: code, exact: true })).toBeVisible()
  await expectAccessible(page, 'the page to pay on')
  await page.getByRole('button', { name: 'Maksa verkossa' }).click()
  await page.getByRole('link', { name: 'Maksu onnistuu' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('on maksettu')
  await page.goto(`${service.url}/mybike`)
  await expect(bill).toContainText('Maksettu')
  await phone.close()
})
