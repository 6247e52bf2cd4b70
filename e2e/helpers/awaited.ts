import type { APIRequestContext } from '@playwright/test'
import { expect, type OutboxItem, type Service } from './support.ts'

type Party = 'EMPLOYEE' | 'EMPLOYER' | 'STORE' | 'STAFF' | 'LESSOR'

interface Order {
  orderId: string
  orderStatus: string
  waitingFor: Party[]
}

/** Where each party of one order hears of its turn. */
export interface Parties {
  readonly buyer: string
  readonly employer: string
  readonly store: string
  readonly lessor: string
  readonly bySelf: APIRequestContext
  readonly staff: APIRequestContext
}

/** What was written to an address since an instant. */
async function writtenTo(service: Service, to: string, since: string): Promise<string[]> {
  const reply = await fetch(`${service.url}/api/demo/outbox?to=${encodeURIComponent(to)}`)
  const { items } = (await reply.json()) as { items: (OutboxItem & { createdAt: string })[] }
  return items.filter(({ createdAt }) => createdAt >= since).map(({ subject, text }) => subject || text)
}

/** The staff have no mail for each order: it stands among their tasks. */
async function tasksAbout(service: Service, staff: APIRequestContext, orderId: string): Promise<string[]> {
  const { data } = (await (await staff.get(`${service.url}/api/tasks`)).json()) as {
    data: { orderId: string | null; awaited: Party; action: string }[]
  }
  return data.filter((task) => task.orderId === orderId && task.awaited === 'STAFF').map(({ action }) => action)
}

/** The staff match the store's invoice, of which they have a task once it has come; until then the store has the message. */
async function awaitsStoreInvoice(staff: APIRequestContext, url: string, order: Order): Promise<boolean> {
  if (order.orderStatus !== 'WAITING_FOR_INVOICE_MATCH' || !order.waitingFor.includes('STORE')) return false
  const reply = await staff.get(`${url}/api/invoices?direction=PURCHASE&orderId=${order.orderId}`)
  const { items } = (await reply.json()) as { items: { status: string }[] }
  return !items.some(({ status }) => ['RECEIVED', 'VERIFIED'].includes(status))
}

/**
 * Follows one order: whoever it comes to wait for in a step has been told in that step. Who has just acted is on the
 * page where the next act stands.
 * @returns what is called after each step, with who acted in it; it answers who is awaited
 */
export function watchTurns(service: Service, parties: Parties) {
  let since = ''
  let known: { readonly orderStatus: string; readonly told: readonly Party[] } | null = null
  return async (actor: Party | null): Promise<Party[]> => {
    const list = await parties.bySelf.get(`${service.url}/api/orders/list-data?limit=50`)
    const [row] = ((await list.json()) as { items: Order[] }).items
    const order = row
      ? ((await (await parties.staff.get(`${service.url}/api/orders/${row.orderId}`)).json()) as Order)
      : null
    const from = since
    since = await service.now()
    if (!order) return []
    // Who was awaited in the same status before has been told then.
    const before = known?.orderStatus === order.orderStatus ? known.told : []
    const isLater = await awaitsStoreInvoice(parties.staff, service.url, order)
    const now = order.waitingFor.filter((party) => party !== 'STAFF' || !isLater)
    known = { orderStatus: order.orderStatus, told: now }
    const address = {
      EMPLOYEE: parties.buyer,
      EMPLOYER: parties.employer,
      STORE: parties.store,
      LESSOR: parties.lessor,
    }
    for (const party of now.filter((one) => !before.includes(one) && (one !== actor || one === 'STAFF'))) {
      const told =
        party === 'STAFF' ? tasksAbout(service, parties.staff, order.orderId) : writtenTo(service, address[party], from)
      expect(await told, `${party} is awaited in ${order.orderStatus} and has heard nothing`).not.toEqual([])
    }
    return order.waitingFor
  }
}
