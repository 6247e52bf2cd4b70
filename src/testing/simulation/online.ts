import { sql } from 'kysely'
import { payments } from '#features/money/payments/contract.ts'
import { startDemoPaytrail } from '#features/money/payments/server/demo-peer.ts'
import { pick } from '../random.ts'
import type { Simulation } from './simulation.ts'

/** The payment service beside ours: what its payers do, and what it has taken and paid back, in cents. */
export interface PaymentService {
  readonly peer: Awaited<ReturnType<typeof startDemoPaytrail>>
  /** Payments that their banks have still to decide. */
  readonly pending: { readonly transactionId: string; readonly cents: number }[]
  /** Refunds that are paid later. */
  refundsUnderWay: number
  taken: number
  paidBack: number
}

export async function openPaymentService(): Promise<PaymentService> {
  return { peer: await startDemoPaytrail(), pending: [], refundsUnderWay: 0, taken: 0, paidBack: 0 }
}

/** What is chosen on the page of the payer's bank. @returns the signed news that the payer comes back with */
async function choose({ peer }: PaymentService, transactionId: string, what: 'ok' | 'fail' | 'pending') {
  const { headers } = await fetch(`${peer.config.url}/choose/${transactionId}/${what}`, { redirect: 'manual' })
  return Object.fromEntries(new URL(headers.get('location')!).searchParams)
}

/**
 * A person pays a bill on its page. The news come by the payer and again by the service itself, or not at all while
 * the bank thinks it over.
 * @returns what became of it, null when nothing was opened
 */
export async function payOnline(
  simulation: Simulation,
  service: PaymentService,
  bill: { readonly id: string; readonly userId: string; readonly open: number },
): Promise<'ok' | 'fail' | 'pending' | null> {
  const own = await simulation.must('', payments.list, { as: await simulation.as(bill.userId) })
  const path = own?.items.find(({ invoiceId }) => invoiceId === bill.id)?.payPath
  if (!path) return null
  const params = { token: path.replace('/maksu/', '') }
  const opened = await simulation.attempt('online payment opened', payments.payOnline, { params, body: {} })
  // A bill that a bank thinks over leads back to its own page.
  if (!opened?.href.startsWith(service.peer.config.url)) return null
  const transactionId = opened.href.split('/').at(-1)!
  const outcome = pick(simulation.random, ['ok', 'ok', 'fail', 'pending', 'pending'] as const)
  const query = (await choose(service, transactionId, outcome)) as never
  if (outcome === 'ok') service.taken += bill.open
  if (outcome === 'pending') service.pending.push({ transactionId, cents: bill.open })
  await simulation.must(`online payment ${outcome}`, payments.paytrailReturn, { query })
  await simulation.must('', payments.paytrailCallback, { query })
  return outcome
}

/** The banks decide on what was pending, and the service pays refunds later. Nobody tells us: our jobs ask. */
export async function settleOnline(simulation: Simulation, service: PaymentService): Promise<void> {
  for (const one of service.pending.splice(0)) {
    const luck = simulation.random()
    if (luck < 0.5) service.pending.push(one)
    else await choose(service, one.transactionId, luck < 0.9 ? 'ok' : 'fail')
    if (luck >= 0.5 && luck < 0.9) service.taken += one.cents
  }
  if (service.refundsUnderWay === 0 || simulation.random() < 0.5) return
  const status = simulation.random() < 0.8 ? 'ok' : 'fail'
  service.peer.refunds.end(status)
  if (status === 'ok') service.paidBack += service.refundsUnderWay
  service.refundsUnderWay = 0
}

/** Of an overpaid bill, the online payment that could go back the way it came; null without one. */
async function onlinePaymentOf({ world }: Simulation, invoiceId: string, cents: number) {
  const { rows } = await sql<{ id: string; left: number }>`
    select p.id, p.amount_cents - coalesce((select sum(r.amount_cents) from paytrail_refunds r
                  where 'paytrail:' || r.attempt_id = p.source and r.state not in ('FAIL', 'BY_BANK')), 0) as left
      from payments p where p.invoice_id = ${invoiceId} and p.source like 'paytrail:%' order by p.id`.execute(
    world.services.database.primary,
  )
  return rows.find(({ left }) => Number(left) >= cents) ?? null
}

/**
 * What was paid too much online goes back through the service, which pays at once, later, refuses or has a fault.
 * @returns whether there was such a payment
 */
export async function refundOnline(
  simulation: Simulation,
  service: PaymentService,
  bill: { readonly invoiceId: string; readonly cents: number },
): Promise<boolean> {
  const payment = await onlinePaymentOf(simulation, bill.invoiceId, bill.cents)
  if (!payment) return false
  const next = pick(simulation.random, ['ok', 'ok', 'pending', 'refused', 500] as const)
  service.peer.refunds.next = next
  const asked = await simulation.attempt(`online refund ${next}`, payments.refund, {
    as: await simulation.as(simulation.town.staffId),
    params: { paymentId: payment.id },
    body: { amount: bill.cents / 100, reason: 'Maksettu kahdesti.' },
  })
  if (asked && next === 'ok') service.paidBack += bill.cents
  if (asked && next === 'pending') service.refundsUnderWay += bill.cents
  return true
}

/** Staff look up at the service what became of refunds of which it did not tell: it had not paid them. */
export async function decideRefunds(simulation: Simulation): Promise<void> {
  const { rows } = await sql<{ id: string; version: number }>`
    select id, version from paytrail_refunds where state in ('UNKNOWN', 'CONTESTED') order by id`.execute(
    simulation.world.services.database.primary,
  )
  for (const { id, version } of rows) {
    if (simulation.random() < 0.5) continue
    await simulation.must('online refund decided', payments.decideRefund, {
      as: await simulation.as(simulation.town.staffId),
      params: { id },
      body: { version, wasPaid: false },
    })
  }
}
