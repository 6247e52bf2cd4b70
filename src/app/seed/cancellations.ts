import { orderCancellations } from '#features/lease-ends/order-cancellations/contract.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import type { Cast, DriveClient, Driver } from '#features/operations/demo/server/order-drive.ts'
import { orders } from '#features/orders/orders/contract.ts'
import { helsinkiDay } from '#platform/values/days.ts'

interface Cancelled {
  readonly cast: Cast
  readonly orderId: string
  readonly target: 'CANCELLED' | 'REFUNDED'
}

/** The employee asks for the cancellation of a confirmed order. */
export async function askForCancellation(client: DriveClient, cast: Cast, orderId: string): Promise<void> {
  await client.ok(orderCancellations.request, {
    as: cast.employee,
    params: { orderId },
    body: { reason: 'Vaihdan työpaikkaa, enkä ehdi käyttää pyörää.' },
  })
}

/** The employee's request is declined: the order goes on. */
export async function declinedCancellation(client: DriveClient, cast: Cast, orderId: string): Promise<void> {
  await askForCancellation(client, cast, orderId)
  const params = { orderId }
  const { request } = await client.ok(orderCancellations.requestOfOrder, { as: cast.staff, params })
  await client.ok(orderCancellations.decline, {
    as: cast.staff,
    params,
    body: { version: request!.version, answer: 'Pyörä on jo tehty mittojesi mukaan. Voit lunastaa tai palauttaa sen.' },
  })
}

/** A case that was opened by mistake and taken back: the order goes on. */
export async function withdrawnCancellation(
  client: DriveClient,
  cast: Cast,
  { orderId, by }: { orderId: string; by: Driver },
): Promise<void> {
  const one = await client.ok(orderCancellations.create, {
    as: cast.staff,
    body: { orderId, reason: 'Avattu väärälle tilaukselle.', reasonCode: 'OTHER' },
  })
  await client.ok(orderCancellations.withdraw, {
    as: by,
    params: { id: one.orderCancellationId },
    query: { version: one.version },
  })
}

/** Cancels a delivered order that has been paid for: its case stays open, or is settled to the end. */
export async function seedCancellation(client: DriveClient, { cast, orderId, target }: Cancelled): Promise<void> {
  const as = cast.staff
  const today = helsinkiDay(client.now())
  const store = await payInvoices(client, { cast, orderId })
  if (target === 'CANCELLED') await askForCancellation(client, cast, orderId)
  const opened = await client.ok(orderCancellations.create, {
    as,
    body: {
      orderId,
      reason: 'Rungossa on valmistusvirhe, jota liike ei voi korjata.',
      reasonCode: 'DEFECT',
      bikeAt: 'EMPLOYEE',
    },
  })
  if (target === 'CANCELLED') return
  const params = { id: opened.orderCancellationId }
  const credited = await client.ok(orderCancellations.credit, { as, params, body: { version: opened.version } })
  const noted = await client.ok(orderCancellations.storeCredit, {
    as,
    params,
    body: {
      version: credited.version,
      invoiceId: store.invoiceId,
      number: `H-${today}`,
      issueDay: today,
      total: store.total,
    },
  })
  const proposed = noted.lines.map(({ lineId }) => lineId)
  const { version, lines } = await client.ok(orderCancellations.update, {
    as,
    params,
    body: {
      version: noted.version,
      bikeAt: 'STORE',
      lines: [
        ...proposed.map((lineId) => ({ lineId, state: 'SETTLED' as const, method: 'BANK' as const })),
        { payerType: 'EMPLOYEE' as const, direction: 'TO_US' as const, expected: 25, note: 'Palautuskuljetus' },
      ],
    },
  })
  const transport = lines.find(({ lineId }) => !proposed.includes(lineId))!
  const note = 'Palautuskuljetuksesta luovutaan, koska vika oli valmistajan.'
  await client.ok(orderCancellations.update, {
    as,
    params,
    body: { version, lines: [{ lineId: transport.lineId, state: 'WAIVED', note }] },
  })
  await client.ok(orderCancellations.complete, { as, params })
}

/** Pays the store, and takes the lessor's money where it has been billed. @returns the store's invoice */
async function payInvoices(client: DriveClient, { cast, orderId }: Pick<Cancelled, 'cast' | 'orderId'>) {
  const as = cast.staff
  const paidDay = helsinkiDay(client.now())
  const { items } = await client.ok(invoices.list, {
    as,
    query: { orderId, direction: 'PURCHASE', status: 'VERIFIED' },
  })
  const store = items[0]!
  const pay = (id: string, direction: 'IN' | 'OUT', amount: number) =>
    client.ok(invoices.pay, { as, params: { id }, body: { direction, amount, paidDay, method: 'BANK' } })
  await pay(store.invoiceId, 'OUT', store.total)
  const { salesInvoiceId } = await client.ok(orders.get, { as, params: { orderId } })
  if (salesInvoiceId) await pay(salesInvoiceId, 'IN', store.total)
  return store
}
