import { afterAll, beforeAll, expect } from 'vitest'
import { invoices } from '#features/money/invoices/contract.ts'
import { payments } from '#features/money/payments/contract.ts'
import { startDemoPaytrail } from '#features/money/payments/server/demo-peer.ts'
import { signatureOf } from '#features/money/payments/server/paytrail-client.ts'
import { buildCompany, buildEmployee, signedInAs } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'

export let world: World

export let peer: Awaited<ReturnType<typeof startDemoPaytrail>>

export let staff: Caller

export let person: Caller

export let employeeId: string

export const bill = (amount = 125.5, key?: string, isDraft = false) =>
  world.call(payments.create, {
    as: staff,
    body: { beneficiaryEmployeeId: employeeId, description: 'Uusi lukko', amount, hasVat: true, isDraft },
    ...(key ? { key } : {}),
  })

export const get = (id: string) => world.ok(invoices.get, { as: staff, params: { id } })

/** A bill with the token of its page. */
export async function open(amount?: number) {
  const { invoiceId } = (await bill(amount)).body
  const own = await world.ok(payments.list, { as: person })
  const token = own.items.find((row) => row.invoiceId === invoiceId)!.payPath!.replace('/maksu/', '')
  return { invoiceId, token }
}

/** Begins an online payment; answers the service's transaction. */
export async function begin(token: string) {
  const { href } = await world.ok(payments.payOnline, { params: { token }, body: {} })
  return href.split('/').at(-1)!
}

export async function news(transactionId: string, status: string, more: Record<string, string> = {}) {
  const row = await world.services.database.primary
    .selectFrom('paytrail_attempts')
    .selectAll()
    .where('transaction_id', '=', transactionId)
    .executeTakeFirstOrThrow()
  const query = {
    'checkout-amount': String(row.amount_cents),
    'checkout-stamp': row.id,
    'checkout-transaction-id': transactionId,
    'checkout-status': status,
    ...more,
  }
  return signedNews(query)
}

export const signedNews = (own: Record<string, string>) => {
  const query = {
    'checkout-account': peer.config.merchantId,
    'checkout-algorithm': 'sha256',
    'checkout-reference': '123',
    ...own,
  }
  return { ...query, signature: signatureOf(peer.config.secret, query) }
}

export const tell = (query: Record<string, string>) => world.call(payments.paytrailCallback, { anyQuery: query })

/** A bill that is paid online. */
export async function paidOnline(amount: number, more: Record<string, string> = {}) {
  const { invoiceId, token } = await open(amount)
  const id = await begin(token)
  expect((await tell(await news(id, 'ok', more))).body).toEqual({ status: 'OK' })
  return { invoiceId, paymentId: (await get(invoiceId)).payments[0]!.paymentId }
}

/** The same, credited. */
export async function paidAndCredited(...given: Parameters<typeof paidOnline>) {
  const paid = await paidOnline(...given)
  await world.ok(invoices.credit, { as: staff, params: { id: paid.invoiceId }, body: { reason: 'Perui' } })
  return paid
}

export const refundOf = (paymentId: string, amount?: number) =>
  world.call(payments.refund, {
    as: staff,
    params: { paymentId },
    body: { reason: 'Hyvitetty', ...(amount ? { amount } : {}) },
  })

/** Asks for a refund and answers what has become of it. */
export async function refunded(invoiceId: string, paymentId: string, part?: number) {
  expect((await refundOf(paymentId, part)).status).toBe(201)
  const { amount, state } = (await refundsOf(invoiceId))[0]!
  return { amount, state }
}

export const refundsOf = async (id: string) => (await world.ok(payments.refunds, { as: staff, params: { id } })).items

/** A world with the demo’s payment service for tests of payments. */
export function preparePayments() {
  beforeAll(async () => {
    peer = await startDemoPaytrail()
    world = await openWorld({
      variables: {
        PAYTRAIL_URL: peer.config.url,
        PAYTRAIL_MERCHANT_ID: peer.config.merchantId,
        PAYTRAIL_SECRET: peer.config.secret,
        SVEA_URL: 'https://svea.example/pay?ref={reference}&sum={amount}',
      },
    })
    const company = await buildCompany(world)
    const employee = await buildEmployee(world, company)
    employeeId = employee.employeeId
    staff = await signedInAs(world, 'INTERNAL_ADMIN')
    person = await world.signIn(employee.userId)
  })
  afterAll(async () => {
    await world.close()
    await peer.close()
  })
}
