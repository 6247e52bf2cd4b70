import { followBrokerages } from '#features/lease-ends/brokerage/server/jobs.ts'
import { followRedemptions } from '#features/lease-ends/redemptions/server/jobs.ts'
import { followReturns } from '#features/lease-ends/returns/server/jobs.ts'
import { endLeases } from '#features/leases/agreements/server/end-job.ts'
import type { Cast, DriveClient, driveOrder } from '#features/operations/demo/server/order-drive.ts'
import type { OrderStatus } from '#features/orders/orders/rules.ts'
import { logEvent, systemActor } from '#platform/server/events/events.ts'
import { addMonths, firstOfMonth, firstOfNextMonth, helsinkiDay, monthOf } from '#platform/values/days.ts'
import { seedOffer } from './brokerages.ts'
import { seedCancellation } from './cancellations.ts'
import { seedClaim } from './claims.ts'
import { daysAgo } from './clock.ts'
import type { SeedParts } from './order-client.ts'
import { isPassed, seedRedemption, withdrawRedemption } from './redemptions.ts'
import { seedReturn } from './returns.ts'
import { seedService } from './services.ts'
import type { WantedOrder } from './wanted-orders.ts'

/** Where the main way is left for a side status. */
export const leaves: Partial<Record<OrderStatus, OrderStatus>> = {
  WAITING_FOR_CUSTOMER_COMMENT: 'CONFIRMED',
  CANCELLED: 'READY_FOR_BILLING',
  CASE_X: 'WAITING_FOR_INVOICE_MATCH',
  WIX: 'NOT_STARTED',
  REFUNDED: 'GRENKE_INVOICE_SENT',
}

/** An order that is wanted, and its place among them. */
export interface PlacedOrder {
  readonly orderId: string
  readonly wanted: WantedOrder
  readonly index: number
}

/** So long ago began what is over by today: its last month and the next one's first day lie behind. */
const DAYS_TO_BE_OVER = 80

/** Redeems or returns a running lease, or reports a damage of it, a few days ago; what is over began earlier. */
export async function endLease(parts: SeedParts, client: DriveClient, cast: Cast, placed: PlacedOrder): Promise<void> {
  const { services, clock, people } = parts
  const { orderId, wanted } = placed
  const isOver = isPassed(wanted.redemption) || wanted.returning === 'DONE' || wanted.offers?.includes('DONE') === true
  clock.setTo(daysAgo(clock, isOver ? DAYS_TO_BE_OVER : 3), 40 + Number(orderId.slice(-2).charCodeAt(0) % 40))
  // The sessions of the lease's first days have long ended.
  const [employee, employer, staff] = [
    await people.signIn(cast.employee.userId),
    await people.signIn(cast.employer.userId),
    await people.signIn(cast.staff.userId),
  ]
  const present = { ...cast, employee, employer, staff }
  for (const service of wanted.services ?? []) await seedService(parts, client, present, { wanted: service, orderId })
  const lastMonth = wanted.redemption ? await seedRedemption(client, present, wanted.redemption) : null
  // Nobody returns a bicycle that is said to be stolen.
  if (wanted.returning) await seedReturn(client, present, wanted.returning)
  for (const claim of wanted.claims ?? []) await seedClaim(client, present, { wanted: claim, day: daysAgo(clock, 5) })
  if (wanted.offers) await offerLease(parts, client, present, placed)
  if (!isOver) return
  const first = lastMonth ?? monthOf(addMonths(helsinkiDay(clock.now()), 1))
  clock.setTo(firstOfNextMonth(firstOfMonth(first)), -400)
  for (const job of [followRedemptions, endLeases, followRedemptions, followReturns, followBrokerages])
    await job.run(services)
  if (wanted.redemption !== 'WITHDRAWN') return
  clock.pass(3 * 24 * 60)
  await withdrawRedemption(client, { ...cast, employee: await people.signIn(cast.employee.userId) })
}

/** Offers a leased bicycle to somebody of another company who has none yet. */
async function offerLease(
  { services, clock, people, world, actors }: SeedParts,
  client: DriveClient,
  cast: Cast,
  { orderId, wanted, index }: PlacedOrder,
): Promise<void> {
  const db = services.database.primary
  const { agreement_id } = await db
    .selectFrom('orders')
    .select('agreement_id')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const [firstName] = wanted.name
  const side = wanted.offers?.includes('DONE') ? 'c' : 'a'
  const email = `ottaja.${firstName}@${side === 'c' ? 'saari' : 'kaarna'}.example`.toLowerCase()
  const user = await people.user(firstName, 'Ottaja', email, {
    phone_number: `04099${String(10_000 + index)}`,
    phone_verified_at: clock.now(),
  })
  const { companyId, units } = world[side]
  await people.role(user.userId, 'BIKE_BENEFICIARY', { companyId })
  const at = { created_at: clock.now(), updated_at: clock.now() }
  await db
    .insertInto('beneficiary_employees')
    .values({
      id: services.env.id(),
      company_id: companyId,
      user_id: user.userId,
      unit_id: units[0]!,
      employee_number: String(10_900 + index),
      status: 'ACCEPTED',
      ...at,
    })
    .execute()
  const taker = { email, person: await people.signIn(user.userId), employer: await people.signIn(actors[side].userId) }
  for (const offer of wanted.offers ?? [])
    await seedOffer({ client, services, clock, cast, taker, leasingAgreementId: agreement_id! }, offer)
}

interface Cancelling {
  readonly cast: Cast
  readonly orderId: string
  readonly target: OrderStatus
  readonly steps: ReturnType<typeof driveOrder>
}

export async function leave(
  { services }: SeedParts,
  client: DriveClient,
  { cast, orderId, target, steps }: Cancelling,
): Promise<void> {
  if (target === 'WAITING_FOR_CUSTOMER_COMMENT')
    return void (await steps.move(cast.staff, orderId, target, {
      question: 'Liikkeestä puuttuu koko 53. Käykö sinulle koko 55, vai odotatko kaksi viikkoa?',
    }))
  if (target === 'CASE_X')
    return void (await steps.move(cast.staff, orderId, target, { reason: 'Liike on toimittanut väärän mallin.' }))
  if (target === 'CANCELLED' || target === 'REFUNDED') return seedCancellation(client, { cast, orderId, target })
  // The import has no call of its own here: its row is written as the import leaves it.
  await services.database.transaction(async (db) => {
    const row = await db
      .updateTable('orders')
      .set((eb) => ({ status: target as 'WIX', status_changed_at: services.env.now(), version: eb('version', '+', 1) }))
      .where('id', '=', orderId)
      .returning(['company_id', 'beneficiary_employee_id', 'status'])
      .executeTakeFirstOrThrow()
    await logEvent(db, services.env, systemActor, 'ORDER_STATUS_UPDATED', {
      subject: { type: 'order', id: orderId },
      companyId: row.company_id,
      orderId,
      employeeId: row.beneficiary_employee_id,
      data: { to: target },
    })
  })
}
