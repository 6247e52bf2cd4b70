import { randomUUID } from 'node:crypto'
import { invoices } from '#features/invoices/contract.ts'
import { orders } from '#features/orders/contract.ts'
import type { OrderViewType } from '#features/orders/shapes.ts'
import { startOrder } from '#features/orders/server/start.ts'
import { hashPassword } from '#features/sessions/server/password-hash.ts'
import { signing } from '#features/signing/contract.ts'
import { addDays, firstOfNextMonth, helsinkiDay } from '#platform/days.ts'
import { systemActor } from '#platform/server/events.ts'
import { assignRole, buildCompany, buildEmployee, buildStore, buildUser, signedInAs } from './builders.ts'
import type { Caller, World } from './world.ts'

export const password = 'Kampiakseli-1893'

/** The people and things that an order meets on its way. */
export interface Cast {
  readonly companyId: string
  readonly employeeId: string
  readonly bikeStoreId: string
  readonly employee: Caller
  readonly employer: Caller
  readonly staff: Caller
}

/** A company, its admin, an accepted employee with a password, a store and a member of staff. */
export async function buildCast(world: World, options: { lessorKind?: 'OPERATOR' | 'GRENKE' } = {}): Promise<Cast> {
  const password_hash = await hashPassword(password)
  const company = await buildCompany(world, {}, options.lessorKind ? { lessor: { kind: options.lessorKind } } : {})
  const { employeeId, userId } = await buildEmployee(world, company, {}, { password_hash })
  const admin = await buildUser(world, { password_hash })
  await assignRole(world, admin.userId, 'EMPLOYER_ADMIN', { companyId: company.companyId })
  const { bikeStoreId } = await buildStore(world)
  return {
    companyId: company.companyId, employeeId, bikeStoreId,
    employee: await world.signIn(userId), employer: await world.signIn(admin.userId), staff: await signedInAs(world, 'INTERNAL_ADMIN'),
  }
}

export const examplePackage = { brand: 'Halla', model: 'Taival 7', kind: 'ELECTRIC' as const, frameSize: '53', bikePrice: 2790, accessories: [{ name: 'Lukko', price: 110 }, { name: 'Lokasuojat', price: 100 }] }

/** Drives one order through the API, one call a step. Every step answers the order as its caller sees it. */
export function journeyOf(world: World, cast: Cast) {
  const order = (as: Caller, orderId: string) => world.ok(orders.get, { as, params: { orderId } })
  const move = async (as: Caller, orderId: string, to: OrderViewType['orderStatus'], extra: Record<string, unknown> = {}) => {
    const { version } = await order(as, orderId)
    return world.ok(orders.move, { as, params: { orderId }, body: { to, version, ...extra } })
  }
  const sign = async (as: Caller, orderId: string, party: 'EMPLOYEE' | 'EMPLOYER') => {
    const { agreement } = await order(as, orderId)
    const user = await world.services.database.primary.selectFrom('users').select(['first_name', 'last_name']).where('id', '=', as.userId).executeTakeFirstOrThrow()
    return world.ok(signing.sign, {
      as, params: { id: agreement!.leasingAgreementId },
      body: { party, version: agreement!.version, typedName: `${user.first_name} ${user.last_name}`, password, documentSha256: agreement!.documentSha256! },
    })
  }
  return {
    order,
    move,
    sign,
    start: () => world.services.database.transaction((db) => startOrder(db, world.services, { companyId: cast.companyId, employeeId: cast.employeeId, actor: systemActor })),
    async choosePackage(orderId: string, change: Partial<typeof examplePackage> & { isOnlineOrder?: boolean } = {}) {
      const { isOnlineOrder = false, ...bike } = change
      const { version } = await order(cast.employee, orderId)
      return world.ok(orders.setPackage, { as: cast.employee, params: { orderId }, body: { bikeStoreId: cast.bikeStoreId, isOnlineOrder, package: { ...examplePackage, ...bike }, version } })
    },
    async answer(orderId: string) {
      const { version, policy } = await order(cast.employee, orderId)
      return world.ok(orders.setAnswers, { as: cast.employee, params: { orderId }, body: { delivery: 'PICKUP', acceptPolicy: true, acceptInsurance: true, policyId: policy?.policyId ?? null, version } })
    },
    confirm: (orderId: string) => move(cast.employee, orderId, 'CONFIRMED'),
    async process(orderId: string) {
      await move(cast.staff, orderId, 'PROCESSED', { bikeStoreOrderNumber: 'K-1001' })
      return move(cast.staff, orderId, 'WAITING_FOR_INVOICE_MATCH')
    },
    async enterInvoice(orderId: string, total = 3000) {
      const today = helsinkiDay(world.env.now())
      const invoice = await world.ok(invoices.enter, { as: cast.staff, body: { orderId, number: randomUUID().slice(0, 8), issueDay: today, dueDay: addDays(today, 14), total, vatPercent: 25.5 } })
      return world.ok(invoices.setStatus, { as: cast.staff, params: { id: invoice.invoiceId }, body: { status: 'VERIFIED', version: invoice.version } })
    },
    async match(orderId: string, invoiceId: string, reason?: string) {
      const { version } = await order(cast.staff, orderId)
      return world.ok(invoices.match, { as: cast.staff, params: { orderId }, body: { invoiceId, version, ...(reason ? { reason } : {}) } })
    },
    async deliver(orderId: string, frameNumber = `HT7-${randomUUID().slice(0, 8)}`) {
      const { version } = await order(cast.staff, orderId)
      return world.ok(orders.setDelivery, { as: cast.staff, params: { orderId }, body: { frameNumber, deliveryDay: helsinkiDay(world.env.now()), version } })
    },
    /** Everything up to a running lease. */
    async toRunningLease() {
      const orderId = await this.start()
      await this.choosePackage(orderId)
      await this.answer(orderId)
      await this.sign(cast.employee, orderId, 'EMPLOYEE')
      await this.sign(cast.employer, orderId, 'EMPLOYER')
      await this.confirm(orderId)
      await this.process(orderId)
      const invoice = await this.enterInvoice(orderId)
      await this.match(orderId, invoice.invoiceId)
      await this.deliver(orderId)
      await this.move(cast.staff, orderId, 'GRENKE_INVOICE_SENT')
      world.env.setNow(`${firstOfNextMonth(helsinkiDay(world.env.now()))}T06:00:00+02:00`)
      await world.services.runJobs()
      return orderId
    },
  }
}
