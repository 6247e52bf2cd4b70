import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issueInvoice } from '#features/money/invoices/ledger/server/issue.ts'
import { tasks } from '#features/operations/tasks/contract.ts'
import { systemActor } from '#platform/server/events/events.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { buildCompany, buildEmployee, signedInAs } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { payments } from '../contract.ts'
import { remindOfInvoices } from './jobs.ts'

let world: World
let staff: Caller

beforeAll(async () => {
  world = await openWorld()
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
})
afterAll(() => world.close())

const primary = () => world.services.database.primary

/** An invoice of a company, four days late, that went to an address or to none. */
async function late(
  companyId: string,
  email: string | null,
  party: 'EMPLOYER' | 'PERSON' = 'EMPLOYER',
  employeeId?: string,
) {
  const invoice = {
    companyId,
    purpose: 'FEE' as const,
    party,
    employeeId: employeeId ?? null,
    buyer: {
      name: 'Esimerkki Oy',
      businessId: null,
      address: null,
      eInvoiceAddress: null,
      email,
      language: 'fi' as const,
    },
    dueDay: addDays(helsinkiDay(world.env.now()), -4),
    lines: [{ purpose: 'FEE' as const, description: 'Maksu', grossCents: 3_000, vatBasisPoints: 2_550 }],
  }
  return world.services.database.transaction((db) => issueInvoice(db, world.services, { invoice, actor: systemActor }))
}

const remind = () => remindOfInvoices.run(world.services)

/** To whom reminders of an invoice went by mail, and whether they are marked. */
async function toldOf({ id, number }: { id: string; number: string }) {
  const mails = await primary()
    .selectFrom('outbox')
    .select('recipient')
    .where('template', '=', 'payments:notice.reminder')
    .where('subject', 'like', `%${number}%`)
    .orderBy('recipient')
    .execute()
  const row = await primary()
    .selectFrom('invoices')
    .select('first_reminder_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { mails: mails.map(({ recipient }) => recipient), isMarked: row.first_reminder_at !== null }
}

const shut = (userId: string) =>
  primary().updateTable('users').set({ deactivated_at: world.env.now() }).where('id', '=', userId).execute()

const emailOf = async ({ userId }: { userId: string }) =>
  (await primary().selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()).email

const taskOf = async ({ number }: { number: string }) =>
  (await world.ok(tasks.list, { as: staff })).data
    .filter(({ about }) => about?.startsWith(number))
    .map(({ action }) => action)

describe('a reminder', () => {
  it('goes on the day that the settings name, and not before', async () => {
    const { companyId } = await buildCompany(world)
    const today = helsinkiDay(world.env.now())
    const dueBefore = async (days: number) => {
      const invoice = await late(companyId, `paivat-${days}@tuohi.example`)
      await primary()
        .updateTable('invoices')
        .set({ due_day: addDays(today, -days) })
        .where('id', '=', invoice.id)
        .execute()
      return invoice
    }
    const [early, due] = [await dueBefore(2), await dueBefore(3)]
    await remind()
    expect([(await toldOf(early)).isMarked, (await toldOf(due)).isMarked]).toEqual([false, true])
  })

  it('goes to the address of the invoice though every admin is shut, and once to an admin who reads it', async () => {
    const left = await buildCompany(world)
    await shut((await signedInAs(world, 'EMPLOYER_ADMIN', left)).userId)
    const ofLeft = await late(left.companyId, 'laskut@tuohi.example')
    const company = await buildCompany(world)
    const admins = [
      await signedInAs(world, 'EMPLOYER_ADMIN', company),
      await signedInAs(world, 'EMPLOYER_ADMIN', company),
    ]
    const [reader, other] = await Promise.all(admins.map(emailOf))
    const invoice = await late(company.companyId, reader!)
    await remind()
    expect(await toldOf(ofLeft)).toEqual({ mails: ['laskut@tuohi.example'], isMarked: true })
    expect(await toldOf(invoice)).toEqual({ mails: [reader, other].sort(), isMarked: true })
    const notices = await primary()
      .selectFrom('notifications')
      .select('user_id')
      .where('company_id', '=', company.companyId)
      .where('type', '=', 'PAYMENT_REMINDER')
      .execute()
    expect(notices.map(({ user_id: id }) => id).sort()).toEqual(admins.map(({ userId }) => userId).sort())
    await remind()
    expect((await toldOf(invoice)).mails).toHaveLength(2)
  })

  it('goes to a person by their account, and to the address of the bill once that is shut', async () => {
    const company = await buildCompany(world)
    const [there, gone] = [await buildEmployee(world, company), await buildEmployee(world, company)]
    await shut(gone.userId)
    const own = await late(company.companyId, 'vanha@henkilo.example', 'PERSON', there.employeeId)
    const others = await late(company.companyId, 'koti@henkilo.example', 'PERSON', gone.employeeId)
    await remind()
    expect(await toldOf(own)).toEqual({ mails: [await emailOf(there)], isMarked: true })
    expect(await toldOf(others)).toEqual({ mails: ['koti@henkilo.example'], isMarked: true })
  })

  it('that reaches nobody is not marked, costs nothing and is a task of staff until the company has an address', async () => {
    const company = await buildCompany(world)
    await primary().updateTable('companies').set({ contact_email: null }).where('id', '=', company.companyId).execute()
    await shut((await signedInAs(world, 'EMPLOYER_ADMIN', company)).userId)
    const invoice = await late(company.companyId, null)
    await remind()
    expect(await toldOf(invoice)).toEqual({ mails: [], isMarked: false })
    expect(await taskOf(invoice)).toEqual(['remindPayer'])
    const address = { contact_email: 'uusi@kettinki.example' }
    await primary().updateTable('companies').set(address).where('id', '=', company.companyId).execute()
    expect(await taskOf(invoice)).toEqual([])
    await remind()
    expect(await toldOf(invoice)).toEqual({ mails: ['uusi@kettinki.example'], isMarked: true })
  })
})

it('lets a draft of a person that is sent weeks later be paid within its days from the day of sending', async () => {
  const company = await buildCompany(world)
  const { employeeId } = await buildEmployee(world, company)
  const draft = async (more: object) => {
    const body = {
      beneficiaryEmployeeId: employeeId,
      description: 'Lukko',
      amount: 10,
      hasVat: true,
      isDraft: true,
      ...more,
    }
    return (await world.ok(payments.create, { as: staff, body })).invoiceId
  }
  const today = helsinkiDay(world.env.now())
  const [usual, own] = [await draft({}), await draft({ dueDay: addDays(today, 30) })]
  world.env.advance(40 * 86_400_000)
  staff = await world.signIn(staff.userId)
  for (const id of [usual, own]) await world.ok(payments.send, { as: staff, params: { id }, body: {} })
  const rows = await primary()
    .selectFrom('invoices')
    .select(['id', 'due_day'])
    .where('id', 'in', [usual, own])
    .execute()
  const dueOf = (id: string) => rows.find((row) => row.id === id)!.due_day
  expect([dueOf(usual), dueOf(own)]).toEqual([addDays(today, 54), addDays(today, 70)])
})
