import { generateSync } from 'otplib'
import { stepUp } from '#features/ground/sessions/step-up/contract.ts'
import { banking } from '#features/money/banking/contract.ts'
import { billing } from '#features/money/billing/contract.ts'
import { continueBilling } from '#features/money/billing/server/run-job.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { payments } from '#features/money/payments/contract.ts'
import { remindOfInvoices } from '#features/money/payments/server/jobs.ts'
import { payrollDeductions } from '#features/money/payroll-deductions/contract.ts'
import { demoUsers } from '#features/operations/demo/rules.ts'
import type { DriveClient, Driver } from '#features/operations/demo/server/order-drive.ts'
import { orders } from '#features/orders/orders/contract.ts'
import { bankDayFrom } from '#platform/values/bank-days.ts'
import { addMonths, firstOfMonth, helsinkiDay, monthOf } from '#platform/values/days.ts'
import { linkTokenOf } from './accounts.ts'
import { type Movement, takeInStatement } from './bank-statements.ts'
import { daysAgo } from './clock.ts'
import { receiveEInvoices } from './e-invoices.ts'
import { clientOf, type SeedParts } from './order-client.ts'
import { superAdminSecret } from './people.ts'

interface Office extends SeedParts {
  readonly client: DriveClient
  readonly staff: Driver
}

/** Money in every state: billed months, people's bills, payments to stores, a bank statement, repayments and e-invoices. */
export async function seedMoney(parts: SeedParts): Promise<void> {
  const { clock, actors } = parts
  const office: Office = { ...parts, client: clientOf(parts), staff: actors.staff }
  const paidMonths = await billMonths(office)
  const bills = await billPeople(office)
  const orders = await payStores(office)
  await payOld(office)
  await payTwice(office)
  // The bank's closing balance is ten euros off: somebody has to ask it why.
  clock.setTo(daysAgo(clock, 4))
  const interest = { amount: 3.2, name: 'Esimerkkipankki', message: 'Talletuskorko' }
  await takeInStatement(parts, [interest], { opening: 41_250, closing: 41_263.2 })
  clock.setTo(daysAgo(clock, 3))
  const movements: Movement[] = [
    ...orders.map((order) => ({ amount: -order.amount, name: order.payee, endToEndId: order.paymentOrderId })),
    ...paidMonths.map((bill) => ({ amount: bill.open, name: bill.otherParty, reference: bill.referenceNumber })),
    { amount: bills.paid.open, name: bills.paid.otherParty, reference: bills.paid.referenceNumber },
    { amount: bills.doubled.open + 20, name: bills.doubled.otherParty, reference: bills.doubled.referenceNumber },
    { amount: bills.moved.open + 15, name: bills.moved.otherParty, reference: bills.moved.referenceNumber },
    { amount: bills.unnamed.open, name: bills.unnamed.otherParty, message: 'Lasku' },
    { amount: 75, name: 'Taloyhtiö Esimerkkimäki', message: 'Yhtiövastike' },
    { amount: -12.5, name: 'Esimerkkipankki', message: 'Palvelumaksu' },
    { amount: 640, currency: 'SEK', name: 'Exempel Cykel AB', message: 'Återbetalning' },
  ]
  await takeInStatement(parts, movements)
  await decideEntries(office, bills)
  await repayCompany(office, paidMonths.find(({ companyId }) => companyId === parts.world.a.companyId)!)
  await receiveEInvoices(parts)
  clock.setTo(daysAgo(clock, 0))
  await remindOfInvoices.run(parts.services)
}

/** The last two months and this one, each approved and sent on its first day. @returns what employers have paid of them */
async function billMonths({ client, staff, clock, services, world }: Office) {
  const first = firstOfMonth(monthOf(clock.today))
  for (const months of [-2, -1, 0]) {
    const month = monthOf(addMonths(first, months))
    clock.setTo(`${month}-01`)
    const { billingRunId } = await client.ok(billing.start, { as: staff, body: { month } })
    const carriedOn = async (status: 'READY' | 'DONE') => {
      for (;;) {
        await continueBilling.run(services)
        const run = await client.ok(billing.run, { as: staff, params: { id: billingRunId } })
        if (run.status === status) return run
      }
    }
    const { version } = await carriedOn('READY')
    await client.ok(billing.approve, { as: staff, params: { id: billingRunId }, body: { version } })
    await carriedOn('DONE')
  }
  const { items } = await client.ok(invoices.list, {
    as: staff,
    query: { direction: 'SALES', due: 'OPEN', limit: 100 },
  })
  const [oldest, last] = [-2, -1].map((months) => monthOf(addMonths(first, months)))
  return items.filter(
    ({ billingMonth, companyId }) =>
      billingMonth === oldest || (billingMonth === last && companyId !== world.c.companyId),
  )
}

/** What stores and lessors have long settled. */
async function payOld({ client, staff, clock }: Office): Promise<void> {
  const today = helsinkiDay(client.now())
  const { items } = await client.ok(invoices.list, { as: staff, query: { due: 'OVERDUE', limit: 100 } })
  const old = items.filter(
    ({ party, status, dueDay }) =>
      (party === 'STORE' || party === 'LESSOR') &&
      (status === 'VERIFIED' || status === 'SENT') &&
      dueDay < daysAgo(clock, 40),
  )
  for (const { invoiceId, direction, open, dueDay } of old)
    await client.ok(invoices.pay, {
      as: staff,
      params: { id: invoiceId },
      body: {
        direction: direction === 'SALES' ? 'IN' : 'OUT',
        amount: open,
        paidDay: dueDay,
        method: 'BANK',
        ...(dueDay.slice(0, 4) < today.slice(0, 4) && { reason: 'Kirjattu jälkikäteen tiliotteelta' }),
      },
    })
}

/** Bills of people: one that is paid, two that are paid too much, one paid without its reference, one overdue, one kept from the pay. */
async function billPeople({ client, staff, clock, services }: Office) {
  const people = await services.database.primary
    .selectFrom('beneficiary_employees as e')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .select('e.id')
    .where('e.status', '=', 'ACCEPTED')
    .where('u.email', 'not like', '%@demo.example')
    .orderBy('e.employee_number')
    .limit(6)
    .execute()
  const bill = (index: number, description: string, amount: number) =>
    client.ok(payments.create, {
      as: staff,
      body: { beneficiaryEmployeeId: people[index]!.id, description, amount, hasVat: true },
    })
  clock.setTo(daysAgo(clock, 30))
  const paid = await bill(0, 'Avaimen uusiminen', 35)
  const doubled = await bill(1, 'Lokasuojan vaihto', 60)
  const moved = await bill(2, 'Telineen vaihto', 45)
  await bill(3, 'Kadonneen laturin korvaus', 89)
  const deducted = await bill(5, 'Ketjun vaihto', 48)
  await client.ok(payrollDeductions.start, { as: staff, params: { id: deducted.invoiceId }, body: { months: 1 } })
  clock.setTo(daysAgo(clock, 8))
  return { paid, doubled, moved, unnamed: await bill(4, 'Lukon vaihto', 52.5) }
}
type Bills = Awaited<ReturnType<typeof billPeople>>

/** A store is paid beside the bank's files. */
const payByHand = (
  { client, staff, clock }: Pick<Office, 'client' | 'staff' | 'clock'>,
  { invoiceId, open }: { invoiceId: string; open: number },
  reason: string,
) =>
  client.ok(invoices.pay, {
    as: staff,
    params: { id: invoiceId },
    body: { direction: 'OUT', amount: open, paidDay: daysAgo(clock, 6), method: 'MANUAL', reason },
  })

/** A store has been paid twice for a bicycle on lease, and the office waits for the money to come back. */
async function payTwice(office: Office): Promise<void> {
  const { client, staff } = office
  const onLease = await client.ok(orders.list, { as: staff, query: { orderStatus: 'ACTIVE_LEASING', limit: 100 } })
  const leased = new Set(onLease.items.map(({ orderId }) => orderId))
  const { items } = await client.ok(invoices.list, {
    as: staff,
    query: { direction: 'PURCHASE', status: 'PAID', limit: 100 },
  })
  const { invoiceId, paid } = items.find(({ settlement, orderId }) => settlement === 'SETTLED' && leased.has(orderId!))!
  await payByHand(office, { invoiceId, open: paid }, 'Maksettu vahingossa toiseen kertaan')
}

/**
 * Stores' invoices: some with the bank, one in a file that waits for its release, one in the queue since the file that
 * held it was withdrawn, and one that is approved.
 */
async function payStores({ client, staff, actors, clock }: Office) {
  const executionDay = bankDayFrom(clock.today)
  clock.setTo(daysAgo(clock, 6))
  const { items } = await client.ok(invoices.list, {
    as: staff,
    query: { direction: 'PURCHASE', status: 'VERIFIED', limit: 100 },
  })
  const all = items.map(({ invoiceId }) => invoiceId)
  const plan = await client.ok(invoices.approve, { as: staff, body: { invoiceIds: all, dryRun: true } })
  const payable = plan.items.filter(({ isApproved }) => isApproved)
  const invoiceIds = payable.slice(0, 6).map(({ invoiceId }) => invoiceId)
  await client.ok(invoices.approve, { as: staff, body: { invoiceIds, dryRun: false } })
  const fileOf = async (some: readonly string[]) => {
    await client.ok(banking.queue, { as: staff, body: { invoiceIds: [...some] } })
    return client.ok(banking.make, { as: staff, body: { executionDay } })
  }
  const sent = await fileOf(invoiceIds.slice(0, 2))
  const code = generateSync({ secret: superAdminSecret, epoch: Math.floor(client.now().getTime() / 1000) })
  await client.ok(stepUp.prove, { as: actors.superAdmin, body: { password: demoUsers[0]!.password } })
  await client.ok(banking.release, {
    as: actors.superAdmin,
    params: { id: sent.paymentFileId },
    body: { version: sent.version, code },
  })
  await fileOf(invoiceIds.slice(2, 3))
  await fileOf(invoiceIds.slice(3, 5))
  await payByHand({ client, staff, clock }, payable[4]!, 'Liike pyysi maksun heti, maksettu verkkopankissa')
  const orders = await client.ok(banking.orders, { as: staff, query: { paymentFileId: sent.paymentFileId } })
  return orders.items.slice(0, 1)
}

/** Staff match what was paid too much, put the bank's own fee aside, and repay one of the two to another account. */
async function decideEntries({ client, staff }: Office, bills: Bills): Promise<void> {
  const { items } = await client.ok(banking.entries, { as: staff, query: { state: 'OPEN', limit: 100 } })
  for (const bill of [bills.doubled, bills.moved]) {
    const entry = items.find(({ reference }) => reference === bill.referenceNumber)!
    await client.ok(banking.match, {
      as: staff,
      params: { id: entry.bankEntryId },
      body: { version: entry.version, parts: [{ invoiceId: bill.invoiceId, amount: entry.amount }] },
    })
  }
  const fee = items.find(({ message }) => message === 'Palvelumaksu')!
  await client.ok(banking.setAside, {
    as: staff,
    params: { id: fee.bankEntryId },
    body: { version: fee.version, reason: 'BANK_FEE' },
  })
  await client.ok(banking.repay, { as: staff, body: { invoiceId: bills.moved.invoiceId, iban: 'FI1410093000123458' } })
}

/** An employer has paid a bill twice, by a cheque too; somebody names an account by the link, and the admin has not looked. */
async function repayCompany(
  { client, staff, clock, services }: Office,
  { invoiceId, open }: { invoiceId: string; open: number },
): Promise<void> {
  await client.ok(invoices.pay, {
    as: staff,
    params: { id: invoiceId },
    body: {
      direction: 'IN',
      amount: open,
      paidDay: daysAgo(clock, 3),
      method: 'MANUAL',
      reason: 'Maksettu myös shekillä',
    },
  })
  await client.ok(banking.repay, { as: staff, body: { invoiceId } })
  const token = await linkTokenOf(services, 'employer@demo.example')
  await client.ok(banking.giveAccount, { params: { token }, body: { iban: 'FI1410093000123458' } })
}
