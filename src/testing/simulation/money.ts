import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Movement, takeInStatement } from '#app/seed/bank-statements.ts'
import { banking } from '#features/money/banking/contract.ts'
import { billing } from '#features/money/billing/contract.ts'
import { continueBilling } from '#features/money/billing/server/run-job.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { bankDayFrom } from '#platform/values/bank-days.ts'
import { addDays, type Day } from '#platform/values/days.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import { freshCode, stepUp } from '../builders.ts'
import { decideRefunds, type PaymentService, payOnline, refundOnline } from './online.ts'
import type { Simulation } from './simulation.ts'

/** What whoever has been billed is going to pay, decided when the bill is first seen. */
interface Plan {
  readonly day: Day
  readonly cents: number
}

/** The share of people's bills that are paid on their page. */
const ONLINE = 0.8
/** The share of those that are paid to the account besides while their bank thinks them over. */
const IMPATIENT = 0.9

/** The bank beside the service: what has been moved on the account, and what is going to be. */
export interface Bank {
  readonly plans: Map<string, Plan>
  /** Sum of all movements that statements have told, money in as plus. */
  told: number
  readonly online: PaymentService
}

export const openBank = (online: PaymentService): Bank => ({ plans: new Map(), told: 0, online })

interface Bill {
  id: string
  userId: string | null
  party: string
  reference: string
  due: Day
  open: number
  disputed: boolean
}

/** Who pays when: most on time, some late, in parts or too much, and one in fifty of the people never. */
function planOf({ party, due, open }: Bill, { random, today }: Simulation): Plan {
  const luck = random()
  const inTime = addDays(due, -Math.floor(random() * 8))
  const day = inTime < today ? today : inTime
  if (luck < 0.78) return { day, cents: open }
  if (luck < 0.9) return { day: addDays(due, 2 + Math.floor(random() * 25)), cents: open }
  if (luck < 0.94) return { day, cents: Math.ceil(open / 2) }
  if (luck < 0.98 || party !== 'PERSON') return { day, cents: open + 1_250 }
  return { day: '2999-12-31', cents: open }
}

async function billsToPay({ world }: Simulation): Promise<Bill[]> {
  const { rows } = await sql<Bill>`
    select id, (select e.user_id from beneficiary_employees e where e.id = i.beneficiary_employee_id) as "userId", party, reference_number as reference, due_day as due, open_cents as open, disputed_at is not null as disputed
      from invoices i where direction = 'SALES' and stage = 'SENT' and credited_invoice_id is null and open_cents > 0
     order by number`.execute(world.services.database.primary)
  return rows
}

/** What customers pay on this day by reference. */
async function paymentsIn(simulation: Simulation, { plans, online }: Bank): Promise<Movement[]> {
  const movements: Movement[] = []
  for (const bill of await billsToPay(simulation)) {
    const plan = plans.get(bill.id) ?? planOf(bill, simulation)
    plans.set(bill.id, plan)
    if (plan.day > simulation.today) continue
    plans.delete(bill.id)
    if (bill.party === 'PERSON' && bill.userId && simulation.random() < ONLINE) {
      const outcome = await payOnline(simulation, online, { ...bill, userId: bill.userId })
      // Some do not wait for what their bank thinks over, and pay by reference as well.
      if (outcome !== 'pending' || simulation.random() > IMPATIENT) continue
    }
    movements.push({ amount: eurosFromCents(plan.cents), name: 'Maksaja', reference: bill.reference })
  }
  return movements
}

/** The payment orders that the bank carries out today. */
async function paymentsOut({ world, today }: Simulation): Promise<Movement[]> {
  const { rows } = await sql<{ id: string; cents: number; name: string }>`
    select p.id, p.amount_cents as cents, p.payee_name as name from payment_orders p join payment_files f on f.id = p.payment_file_id
     where p.state = 'SENT' and f.execution_day <= ${today} order by p.id`.execute(world.services.database.primary)
  return rows.map(({ id, cents, name }) => ({ amount: -eurosFromCents(cents), name, endToEndId: id }))
}

/** The day's statement: what customers pay, what goes out, and now and then something that nobody expects. */
async function statement(simulation: Simulation, bank: Bank): Promise<void> {
  const movements = [...(await paymentsIn(simulation, bank)), ...(await paymentsOut(simulation))]
  if (simulation.random() < 0.05) movements.push({ amount: 75, name: 'Tuntematon', message: 'Kiitos' })
  if (movements.length === 0) return
  await takeInStatement({ services: simulation.world.services }, movements)
  bank.told += movements.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
  simulation.note('bank movement', movements.length)
}

/** Staff check and approve what stores bill, put it into a file, and another releases it. */
async function payStores(simulation: Simulation): Promise<void> {
  const { world, town, today } = simulation
  const as = await simulation.as(town.staffId)
  const db = world.services.database.primary
  const found = await sql<{ id: string }>`
    select i.id from invoices i left join orders o on o.id = i.order_id
     where i.direction = 'PURCHASE' and i.status = 'VERIFIED' and i.matched_at is not null and i.open_cents > 0 and i.credited_invoice_id is null
       and (o.id is null or o.delivery_day is not null) order by i.id limit 100`.execute(db)
  const invoiceIds = found.rows.map(({ id }) => id)
  if (invoiceIds.length > 0) {
    await simulation.must('store invoices approved', invoices.approve, { as, body: { invoiceIds, dryRun: false } })
    await simulation.must('store invoices queued', banking.queue, { as, body: { invoiceIds } })
  }
  const next = await simulation.must('', banking.toMake, { as })
  if (!next?.payments) return
  const executionDay = bankDayFrom(addDays(today, 1))
  const file = await simulation.must('payment file made', banking.make, { as, body: { executionDay } })
  if (!file) return
  const second = await stepUp(world, await simulation.as(town.secondId))
  await simulation.must('payment file released', banking.release, {
    as: second,
    params: { id: file.paymentFileId },
    body: { version: file.version, code: await freshCode(world, second) },
  })
}

/** What was paid too much goes back, to an account that another person confirms. */
async function repay(simulation: Simulation, { online }: Bank): Promise<void> {
  const { town } = simulation
  const as = await simulation.as(town.staffId)
  const found = await simulation.must('', banking.overpaid, { as, query: { limit: 20 } })
  for (const { invoiceId, amount, direction } of found?.items ?? []) {
    if (direction === 'PURCHASE') continue
    if (await refundOnline(simulation, online, { invoiceId, cents: Math.round(amount * 100) })) continue
    const order = await simulation.attempt('repayment', banking.repay, {
      as,
      body: { invoiceId, iban: 'FI1410093000123458' },
    })
    if (order?.state === 'TO_CONFIRM')
      await simulation.must('payee confirmed', banking.confirmPayee, {
        as: await stepUp(simulation.world, await simulation.as(town.secondId)),
        params: { id: order.paymentOrderId },
        body: { version: order.version },
      })
  }
}

/** Movements that nobody expects are put aside. */
async function putAside(simulation: Simulation): Promise<void> {
  const as = await simulation.as(simulation.town.staffId)
  const found = await simulation.must('', banking.entries, { as, query: { state: 'OPEN', limit: 100 } })
  for (const { bankEntryId, version } of found?.items ?? [])
    if (simulation.random() < 0.2)
      await simulation.must('movement put aside', banking.setAside, {
        as,
        params: { id: bankEntryId },
        body: { version, reason: 'OTHER' },
      })
}

/** The month's run, drafted by the job of its first day, is approved and sent. */
async function approveBilling(simulation: Simulation): Promise<void> {
  const { services } = simulation.world
  const found = await sql<{ id: string; version: number }>`
    select id, version from billing_runs where status = 'READY'`.execute(services.database.primary)
  for (const { id, version } of found.rows) {
    await simulation.must('billing run approved', billing.approve, {
      as: await simulation.as(simulation.town.staffId),
      params: { id },
      body: { version },
    })
    // The approval sends the bills by itself: a second sender beside it would draw ids in an order of its own.
    await untilDone(simulation, id)
    await continueBilling.run(services)
  }
}

async function untilDone({ world }: Simulation, id: string): Promise<void> {
  for (let tries = 0; tries < 2_000; tries += 1) {
    const { rows } = await sql<{ status: string }>`select status from billing_runs where id = ${id}`.execute(
      world.services.database.primary,
    )
    if (rows[0]?.status === 'DONE') return
    await pause(10)
  }
  throw new Error(`the billing run ${id} did not end`)
}

/** Everything that money does on this day. */
export async function moveMoney(simulation: Simulation, bank: Bank): Promise<void> {
  await approveBilling(simulation)
  await decideRefunds(simulation)
  if (bankDayFrom(simulation.today) !== simulation.today) return
  await statement(simulation, bank)
  await putAside(simulation)
  await payStores(simulation)
  await repay(simulation, bank)
}
