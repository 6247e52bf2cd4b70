import { beforeAll, describe, expect, it } from 'vitest'
import { notifications } from '#features/ground/notifications/contract.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { vatOfPurpose } from '#features/money/invoices/server/billing-settings.ts'
import { billingSettings } from '#features/money/invoices/settings-contract.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { signedInAs } from '#testing/builders.ts'
import { get, open, person, preparePayments, staff, world } from '#testing/cases/payment-cases.ts'
import type { Caller } from '#testing/world.ts'
import { payments } from '../contract.ts'
import { remindOfInvoices } from './jobs.ts'

preparePayments()

describe('the settings of billing', () => {
  const settings = () => world.ok(billingSettings.get, { as: staff })
  const change = async (change: Partial<Awaited<ReturnType<typeof settings>>>, as = boss) => {
    const { version, ...before } = await settings()
    return world.call(billingSettings.set, { as, body: { ...before, version, ...change } })
  }
  let boss: Caller
  beforeAll(async () => {
    boss = await signedInAs(world, 'SUPER_ADMIN')
  })

  it('are read by staff and changed by a super admin alone, at their version, within what they mean', async () => {
    expect(await settings()).toMatchObject({ firstReminderDays: 3, secondReminderDays: 14, reminderFee: 0, version: 0 })
    expect((await world.call(billingSettings.get, { as: person })).status).toBe(403)
    expect((await change({ billingDay: 2 }, staff)).status).toBe(403)
    expect((await change({ secondReminderDays: 3 })).body).toMatchObject({
      fields: [{ path: 'secondReminderDays', code: 'TOO_SMALL', limit: 4 }],
    })
    expect((await change({ reminderFee: 5 })).body).toMatchObject({ fields: [{ path: 'reminderFee' }] })
    expect((await change({ reminderFee: 5.01, termsNameReminderFee: true })).status).toBe(400)
    const { version, ...same } = await settings()
    const both = [5, 6].map((billingDay) =>
      world.call(billingSettings.set, { as: boss, body: { ...same, version, billingDay } }),
    )
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 409])
    await change({ billingDay: 1 })
  })

  it('say the VAT of a purpose; fees and instalments are taxed and a deductible never is', async () => {
    const day = helsinkiDay(world.env.now())
    const rates = async () => {
      const purposes = ['INSTALMENT', 'FEE', 'REDEMPTION', 'EXCESS', 'ABSENCE', 'RETURN_FEE', 'DEDUCTIBLE'] as const
      const db = world.services.database.primary
      return Promise.all(purposes.map(async (purpose) => (await vatOfPurpose(db, purpose, day)) / 100))
    }
    expect(await rates()).toEqual([25.5, 25.5, 25.5, 25.5, 25.5, 25.5, 0])
    const { vat } = await settings()
    await change({ vat: { ...vat, RETURN_FEE: 'NONE' } })
    expect(await rates()).toEqual([25.5, 25.5, 25.5, 25.5, 25.5, 0, 0])
    await change({ vat })
  })

  it('bill the second reminder once, on an invoice of its own without VAT, and never the fee of a fee or a redemption', async () => {
    await change({ firstReminderDays: 1, secondReminderDays: 2, reminderFee: 5, termsNameReminderFee: true })
    const { number, invoiceId } = await get((await open(44)).invoiceId)
    const redemption = (await open(45)).invoiceId
    const db = world.services.database.primary
    await db.updateTable('invoices').set({ purpose: 'REDEMPTION' }).where('id', '=', redemption).execute()
    const fees = async (of = number) => {
      const { items } = await world.ok(payments.list, { as: person })
      return items.filter(({ description }) => description === `Maksumuistutus laskusta ${of}`)
    }
    const counts = []
    for (const days of [15, 1, 1]) {
      world.env.advance(days * 86_400_000)
      await remindOfInvoices.run(world.services)
      counts.push((await fees()).length)
    }
    expect(counts).toEqual([0, 1, 1])
    const [fee] = await fees()
    expect(await get(fee!.invoiceId)).toMatchObject({ total: 5, vat: 0, purpose: 'LATE', status: 'SENT' })
    expect(await get(invoiceId)).toMatchObject({ total: 44, open: 44 })
    expect(await fees((await get(redemption)).number)).toEqual([])
    await db
      .updateTable('invoices')
      .set({ due_day: addDays(helsinkiDay(world.env.now()), -3) })
      .where('id', '=', fee!.invoiceId)
      .execute()
    expect((await remindOfInvoices.run(world.services)).reminded).toBeGreaterThan(0)
    expect(await fees(fee!.number)).toEqual([])
    const daysLate = (days: number) => ({
      due_day: addDays(helsinkiDay(world.env.now()), -days),
      first_reminder_at: null,
      second_reminder_at: null,
    })
    // A due day that was moved begins anew, without a second fee; and nobody pays for the first reminder they get.
    await db.updateTable('invoices').set(daysLate(1)).where('id', '=', invoiceId).execute()
    const neverReminded = await get((await open(46)).invoiceId)
    await db.updateTable('invoices').set(daysLate(30)).where('id', '=', neverReminded.invoiceId).execute()
    for (const days of [0, 1, 1]) {
      world.env.advance(days * 86_400_000)
      await remindOfInvoices.run(world.services)
    }
    expect((await fees()).length).toBe(1)
    expect(await fees(neverReminded.number)).toEqual([])
    await change({ firstReminderDays: 3, secondReminderDays: 14, reminderFee: 0, termsNameReminderFee: false })
  })
})

it('reminds after 3 days and after 14, once each, and not of what is disputed', async () => {
  const { invoiceId, token } = await open(30)
  const { number } = await get(invoiceId)
  const disputed = await get((await open(31)).invoiceId)
  await world.ok(invoices.setTerms, {
    as: staff,
    params: { id: disputed.invoiceId },
    body: { isDisputed: true, reason: 'Riita', version: disputed.version },
  })
  const own = (await world.ok(payments.list, { as: person })).items
  expect(own.filter((one) => one.isDisputed).map((one) => one.invoiceId)).toEqual([disputed.invoiceId])
  const reminders = async (of: string | null) => {
    const rows = await world.services.database.primary
      .selectFrom('notifications')
      .select('id')
      .where('type', '=', 'PAYMENT_REMINDER')
      .where('user_id', '=', person.userId)
      .where('template_values', '@>', JSON.stringify({ number: of }))
      .execute()
    return rows.length
  }
  const counts = []
  for (const days of [16, 2, 9, 5]) {
    world.env.advance(days * 86_400_000)
    await remindOfInvoices.run(world.services)
    await remindOfInvoices.run(world.services)
    counts.push(await reminders(number))
  }
  expect(counts).toEqual([0, 1, 1, 2])
  expect(await world.ok(payments.page, { params: { token } })).toMatchObject({ state: 'OPEN', isOverdue: true })
  expect(await reminders(disputed.number)).toBe(0)
  const shown = async (language: 'fi' | 'en') => {
    await world.services.database.primary
      .updateTable('users')
      .set({ language })
      .where('id', '=', person.userId)
      .execute()
    const as = await world.signIn(person.userId)
    const { notifications: notices } = await world.ok(notifications.list, { as, query: { limit: 50 } })
    return notices.find(({ title }) => title.includes(number!))?.message
  }
  expect(await shown('en')).toContain('€30.00')
  expect(await shown('fi')).toContain('30,00\u00a0€')
})
