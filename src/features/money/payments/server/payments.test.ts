import { describe, expect, it } from 'vitest'
import { makeDocuments } from '#app/server/documents.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { roleId } from '#platform/server/roles/role-ids.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { assignRole, buildCompany, buildEmployee } from '#testing/builders.ts'
import { bill, employeeId, open, person, preparePayments, staff, world } from '#testing/cases/payment-cases.ts'
import type { Caller } from '#testing/world.ts'
import { payments } from '../contract.ts'

preparePayments()

describe('a user payment', () => {
  it('is billed once when the call is repeated, mailed with its page, and listed to the person and to staff', async () => {
    const key = '33333333-3333-4333-8333-333333333333'
    const first = await bill(10, key)
    expect(first.status).toBe(201)
    expect((await bill(10, key)).body.invoiceId).toBe(first.body.invoiceId)
    const page = await world.ok(payments.optimized, { as: staff, query: { isUserPaymentDone: false } })
    expect(page).toMatchObject({ page: 1, pageSize: 10 })
    expect(page.items[0]).toMatchObject({ amount: 10, state: 'SENT', isUserPaymentDone: false, payPath: null })
    const mail = await world.services.database.primary
      .selectFrom('outbox')
      .select('body_text')
      .where('template', '=', 'invoices:mail.toPay')
      .executeTakeFirstOrThrow()
    expect(mail.body_text).toContain('/maksu/')
  })

  it('is marked as paid by somebody else where its person is of the staff', async () => {
    const { invoiceId } = await open(74)
    await assignRole(world, person.userId, 'INTERNAL_ADMIN')
    const pay = (as: Caller) => {
      const paidDay = helsinkiDay(world.env.now())
      const body = { direction: 'IN' as const, amount: 74, paidDay, method: 'MANUAL' as const, reason: 'Tiliote' }
      return world.call(invoices.pay, { as, params: { id: invoiceId }, body })
    }
    expect((await pay(person)).body).toMatchObject({ code: 'NOT_FOR_ONESELF' })
    const roles = world.services.database.primary.deleteFrom('user_roles').where('user_id', '=', person.userId)
    await roles.where('role_id', '=', roleId('INTERNAL_ADMIN')).execute()
    expect((await pay(staff)).status).toBe(201)
  })

  it('is found by what the list searches and filters, ten to a page unless told', async () => {
    const { userId } = await world.services.database.primary
      .selectFrom('beneficiary_employees')
      .select('user_id as userId')
      .where('id', '=', employeeId)
      .executeTakeFirstOrThrow()
    const name = { first_name: 'Suodatin', last_name: 'Testaaja' }
    await world.services.database.primary.updateTable('users').set(name).where('id', '=', userId).execute()
    const [open, done, draft] = [(await bill(71)).body, (await bill(72)).body, (await bill(73, undefined, true)).body]
    const set = (id: string, change: object) =>
      world.services.database.primary.updateTable('invoices').set(change).where('id', '=', id).execute()
    const at = (day: string) => new Date(`${day}T10:00:00Z`)
    await set(open.invoiceId, { created_at: at('2020-01-10'), sent_at: at('2020-01-12') })
    await set(done.invoiceId, { created_at: at('2020-02-10'), sent_at: at('2020-02-12') })
    await set(draft.invoiceId, { created_at: at('2020-03-10') })
    await world.ok(invoices.pay, {
      as: staff,
      params: { id: done.invoiceId },
      body: { direction: 'IN', amount: 72, paidDay: '2020-02-20', method: 'BANK', reason: 'Tiliote' },
    })
    const found = async (query: object) => {
      const days = { createdFrom: '2020-01-01', createdTo: '2020-12-31' }
      const page = await world.ok(payments.optimized, {
        as: staff,
        query: { ...days, pageSize: 100, ...query },
      })
      return page.items.map(({ amount }) => amount).toSorted()
    }
    expect(await found({})).toEqual([71, 72, 73])
    expect(await found({ createdTo: '2020-02-10' })).toEqual([71, 72])
    expect(await found({ createdFrom: '2020-02-11' })).toEqual([73])
    expect(await found({ sentFrom: '2020-01-12', sentTo: '2020-01-12' })).toEqual([71])
    expect(await found({ paidFrom: '2020-02-20', paidTo: '2020-02-20' })).toEqual([72])
    expect(await found({ paidFrom: '2020-02-21' })).toEqual([])
    expect(await found({ isUserPaymentDone: true })).toEqual([72])
    expect(await found({ isUserPaymentDone: false })).toEqual([71, 73])
    expect(await found({ searchTerm: '  suodatin ' })).toEqual([71, 72, 73])
    expect(await found({ searchTerm: done.number })).toEqual([72])
    expect(await found({ searchTerm: 'Ei kukaan' })).toEqual([])
    const { items, ...page } = await world.ok(payments.optimized, { as: staff, query: {} })
    expect([page.page, page.pageSize, items.length <= 10]).toEqual([1, 10, true])
    // The whole list: all for staff, one's own that were sent for a person.
    const amounts = async (as: Caller) => (await world.ok(payments.list, { as })).items.map(({ amount }) => amount)
    expect(await amounts(staff)).toEqual(expect.arrayContaining([71, 72, 73]))
    expect(await amounts(person)).toEqual(expect.arrayContaining([71, 72]))
    expect(await amounts(person)).not.toContain(73)
  })

  it('is not found by a colleague, and not made by one', async () => {
    const { invoiceId } = await open()
    const company = await buildCompany(world)
    const other = await buildEmployee(world, company)
    const as = await world.signIn(other.userId)
    expect((await world.ok(payments.list, { as })).items).toEqual([])
    expect((await world.call(invoices.get, { as, params: { id: invoiceId } })).status).toBe(404)
    const body = { beneficiaryEmployeeId: employeeId, description: 'x', amount: 1, hasVat: true }
    expect((await world.call(payments.create, { as, body })).status).toBe(403)
    const unknown = { ...body, beneficiaryEmployeeId: world.env.id() }
    expect((await world.call(payments.create, { as: staff, body: unknown })).status).toBe(404)
  })
})

describe('the page to pay on', () => {
  it('shows what, when and every way to pay, and nothing of the payer', async () => {
    const { token } = await open(125.5)
    const page = await world.ok(payments.page, { params: { token } })
    expect(page).toMatchObject({ state: 'OPEN', amount: 125.5, hasOnlinePayment: true, description: 'Uusi lukko' })
    expect(page.barcode).toMatch(/^4\d{53}$/)
    expect(page.barcodeRf).toMatch(/^5\d{53}$/)
    expect(page.rfReference).toMatch(/^RF\d{2}\d+$/)
    expect(page.sveaUrl).toBe(`https://svea.example/pay?ref=${page.referenceNumber}&sum=125.5`)
    expect(page.isOverdue).toBe(false)
    await makeDocuments.run(world.services)
    expect((await world.call(payments.invoice, { params: { token } })).status).toBe(200)
    expect((await world.call(payments.page, { params: { token: 'x'.repeat(43) } })).status).toBe(404)
  })
})
