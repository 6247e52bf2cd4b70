import type { FastifyInstance } from 'fastify'
import { followBrokerages } from '#features/lease-ends/brokerage/server/jobs.ts'
import { followRedemptions } from '#features/lease-ends/redemptions/server/jobs.ts'
import { followReturns } from '#features/lease-ends/returns/server/jobs.ts'
import { endLeases } from '#features/leases/agreements/server/end-job.ts'
import { type Cast, type DriveClient, type Driver, driveOrder } from '#features/operations/demo/server/order-drive.ts'
import type { OrderStatus } from '#features/orders/orders/rules.ts'
import { startLeases } from '#features/orders/orders/server/lease-job.ts'
import { startOrder } from '#features/orders/orders/server/start.ts'
import type { Package } from '#features/orders/orders/shapes.ts'
import type { EndpointSpec } from '#platform/contract/contract.ts'
import { logEvent, systemActor } from '#platform/server/database/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import {
  addDays,
  addMonths,
  type Day,
  firstOfMonth,
  firstOfNextMonth,
  helsinkiDay,
  monthOf,
} from '#platform/values/days.ts'
import { seedOffer } from './brokerages.ts'
import { askForCancellation, declinedCancellation, seedCancellation, withdrawnCancellation } from './cancellations.ts'
import { seedClaim } from './claims.ts'
import { daysAgo, type SeedClock } from './clock.ts'
import { type seedCompanies, storeIbans } from './companies.ts'
import type { People } from './people.ts'
import { seedReadyBike } from './ready-bike.ts'
import { isPassed, seedRedemption, withdrawRedemption } from './redemptions.ts'
import { seedReturn } from './returns.ts'
import { type WantedOrder, wantedOrders } from './wanted-orders.ts'

export interface SeedParts {
  readonly app: FastifyInstance
  readonly services: Services
  readonly clock: SeedClock
  readonly people: People
  readonly world: Awaited<ReturnType<typeof seedCompanies>>
  readonly actors: Record<'staff' | 'superAdmin' | 'a' | 'b' | 'c' | 'd', Driver>
}

const way: readonly OrderStatus[] = [
  'NOT_STARTED',
  'PENDING',
  'PACKAGE_PROVIDED',
  'ALL_INFO_PROVIDED',
  'CONFIRMED',
  'PROCESSED',
  'WAITING_FOR_INVOICE_MATCH',
  'WAITING_FOR_DELIVERY_DATE',
  'READY_FOR_BILLING',
  'GRENKE_INVOICE_SENT',
  'ACTIVE_LEASING',
]

const invoiceTotal = (bike: Partial<Package>) =>
  (bike.bikePrice ?? 2790) +
  (bike.accessories ?? [{ price: 110 }, { price: 100 }]).reduce((sum, one) => sum + one.price, 0)

interface OrderSeeding extends SeedParts {
  readonly password: string
  readonly progress: (done: number, total: number) => void
}

/** One order in every status and under every tax regime, each driven there by the application's own calls. */
export async function seedOrders(parts: OrderSeeding): Promise<void> {
  const { clock, progress } = parts
  const wanted = wantedOrders((days) => daysAgo(clock, days))
  for (const [index, order] of wanted.entries()) {
    progress(index, wanted.length)
    await seedOrder(parts, order, index)
  }
  progress(wanted.length, wanted.length)
}

const domains = { a: 'kaarna', b: 'tuohi', c: 'saari', d: 'roihu' } as const

async function seedOrder(
  parts: SeedParts & { readonly password: string },
  wanted: WantedOrder,
  index: number,
): Promise<void> {
  const { services, clock, people, world, actors } = parts
  const company = world[wanted.company]
  clock.setTo(wanted.from, index * 3)
  const [firstName, lastName] = wanted.name
  const email = wanted.email ?? `${firstName}.${lastName}@${domains[wanted.company]}.example`.toLowerCase()
  const user = await people.user(firstName, lastName, email, {
    phone_number: `04012345${String(10 + index)}`,
    phone_verified_at: clock.now(),
    language: wanted.company === 'c' ? 'sv' : 'fi',
  })
  await people.role(user.userId, 'BIKE_BENEFICIARY', { companyId: company.companyId })
  const employeeId = services.env.id()
  await services.database.primary
    .insertInto('beneficiary_employees')
    .values({
      id: employeeId,
      company_id: company.companyId,
      user_id: user.userId,
      unit_id: company.units[index % company.units.length]!,
      employee_number: String(10_400 + index),
      cost_unit: String(4100 + (index % 3) * 100),
      status: 'ACCEPTED',
      decided_by: actors[wanted.company].userId,
      decided_at: clock.now(),
      created_at: clock.now(),
      updated_at: clock.now(),
    })
    .execute()
  const cast: Cast = {
    companyId: company.companyId,
    employeeId,
    bikeStoreId: wanted.bike.isOnlineOrder ? world.stores.online : world.stores.corner,
    employee: await people.signIn(user.userId),
    employer: actors[wanted.company],
    staff: actors.staff,
    password: parts.password,
  }
  const orderId = await services.database.transaction((db) =>
    startOrder(db, services, { companyId: company.companyId, employeeId, actor: systemActor }),
  )
  await drive(parts, cast, { orderId, wanted, index })
}

/** Where the main way is left for a side status. */
const leaves: Partial<Record<OrderStatus, OrderStatus>> = {
  WAITING_FOR_CUSTOMER_COMMENT: 'CONFIRMED',
  CANCELLED: 'READY_FOR_BILLING',
  CASE_X: 'WAITING_FOR_INVOICE_MATCH',
  WIX: 'NOT_STARTED',
  REFUNDED: 'GRENKE_INVOICE_SENT',
}

/** An order that is wanted, and its place among them. */
interface PlacedOrder {
  readonly orderId: string
  readonly wanted: WantedOrder
  readonly index: number
}

/** An order on its way: which statuses it still reaches, and the day that it has come to. */
interface Drive extends PlacedOrder {
  readonly cast: Cast
  readonly clock: SeedClock
  readonly steps: ReturnType<typeof driveOrder>
  reaches(status: OrderStatus): boolean
  nextDay(): void
  day(): Day
}

function driveOf(parts: SeedParts, cast: Cast, placed: PlacedOrder): Drive {
  const { clock } = parts
  const { orderId, wanted } = placed
  const until = way.indexOf(leaves[wanted.target] ?? wanted.target)
  let day = wanted.from
  return {
    ...placed,
    cast,
    clock,
    steps: driveOrder(clientOf(parts), cast),
    reaches: (status) => until >= way.indexOf(status),
    nextDay() {
      if (addDays(day, 1) < clock.today) day = addDays(day, 1)
      clock.setTo(day, 90 + Number(orderId.slice(-2).charCodeAt(0) % 40))
    },
    day: () => day,
  }
}

/** The employee chooses the bicycle, both sign, and the employee confirms. */
async function driveToConfirmed({ cast, orderId, wanted, clock, steps, reaches, nextDay }: Drive): Promise<void> {
  clock.pass(60)
  if (reaches('PENDING')) await steps.move(cast.employee, orderId, 'PENDING')
  if (reaches('PACKAGE_PROVIDED')) {
    nextDay()
    await steps.choosePackage(orderId, wanted.bike)
  }
  if (wanted.isDeclined) {
    clock.pass(20)
    await steps.answer(orderId)
    await steps.decline(cast.employer, orderId, 'Lisävarusteista puuttuu lukko. Lisää se, niin allekirjoitan.')
  }
  if (reaches('ALL_INFO_PROVIDED')) {
    clock.pass(20)
    await steps.answer(orderId)
    if (wanted.signed || reaches('CONFIRMED')) await steps.sign(cast.employee, orderId, 'EMPLOYEE')
    if (wanted.signed === 'BOTH') await steps.sign(cast.employer, orderId, 'EMPLOYER')
  }
  if (reaches('CONFIRMED')) {
    nextDay()
    await steps.sign(cast.employer, orderId, 'EMPLOYER')
    clock.pass(30)
    await steps.confirm(orderId)
  }
}

/** The account of the store, as its invoice has it; an online shop outside the register is paid there. */
const ibanOf = (bike: WantedOrder['bike']) => {
  if (bike.onlineShopName) return undefined
  return bike.isOnlineOrder ? storeIbans.online : storeIbans.corner
}

/** The store gets the order, bills it and delivers the bicycle. */
async function driveToDelivery({ cast, orderId, wanted, index, clock, steps, reaches, nextDay }: Drive): Promise<void> {
  if (reaches('PROCESSED')) {
    nextDay()
    await steps.move(cast.staff, orderId, 'PROCESSED', { bikeStoreOrderNumber: `K-${6300 + index}` })
  }
  if (reaches('WAITING_FOR_INVOICE_MATCH')) {
    clock.pass(5)
    await steps.move(cast.staff, orderId, 'WAITING_FOR_INVOICE_MATCH')
    nextDay()
    const invoice = await steps.enterInvoice(orderId, invoiceTotal(wanted.bike), ibanOf(wanted.bike))
    if (reaches('WAITING_FOR_DELIVERY_DATE')) await steps.match(orderId, invoice.invoiceId)
  }
  if (reaches('READY_FOR_BILLING')) {
    nextDay()
    await steps.deliver(orderId)
  }
}

async function drive(parts: SeedParts, cast: Cast, placed: PlacedOrder): Promise<void> {
  const { orderId, wanted } = placed
  const { services, clock } = parts
  const client = clientOf(parts)
  const driving = driveOf(parts, cast, placed)
  const { steps, reaches, nextDay } = driving
  await driveToConfirmed(driving)
  await driveToDelivery(driving)
  if (wanted.isReady) await seedReadyBike(client, services, { companyId: cast.companyId, orderId })
  if (reaches('GRENKE_INVOICE_SENT') && cast.companyId !== parts.world.b.companyId) {
    clock.pass(90)
    await steps.move(cast.staff, orderId, 'GRENKE_INVOICE_SENT')
  }
  if (reaches('ACTIVE_LEASING')) {
    clock.setTo(firstOfNextMonth(driving.day()), -400)
    await startLeases.run(services)
  }
  if (wanted.target in leaves) {
    nextDay()
    await leave(parts, client, { cast, orderId, target: wanted.target, steps })
  }
  if (wanted.redemption || wanted.returning || wanted.claims || wanted.offers)
    await endLease(parts, client, cast, placed)
  if (wanted.cancellation === 'ASKED') await askForCancellation(client, cast, orderId)
  if (wanted.cancellation === 'DECLINED') await declinedCancellation(client, cast, orderId)
  if (wanted.cancellation === 'WITHDRAWN')
    await withdrawnCancellation(client, cast, { orderId, by: parts.actors.superAdmin })
}

/** So long ago began what is over by today: its last month and the next one's first day lie behind. */
const DAYS_TO_BE_OVER = 80

/** Redeems or returns a running lease, or reports a damage of it, a few days ago; what is over began earlier. */
async function endLease(parts: SeedParts, client: DriveClient, cast: Cast, placed: PlacedOrder): Promise<void> {
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
  const lastMonth = wanted.redemption ? await seedRedemption(client, present, wanted.redemption) : null
  for (const claim of wanted.claims ?? []) await seedClaim(client, present, { wanted: claim, day: daysAgo(clock, 5) })
  if (wanted.returning) await seedReturn(client, present, wanted.returning)
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

async function leave(
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

/** Calls the application in process, as a browser would over the network. */
export function clientOf({ app, services }: Pick<SeedParts, 'app' | 'services'>): DriveClient {
  return {
    now: () => services.env.now(),
    async nameOf(userId) {
      const user = await services.database.primary
        .selectFrom('users')
        .select(['first_name', 'last_name'])
        .where('id', '=', userId)
        .executeTakeFirstOrThrow()
      return `${user.first_name} ${user.last_name}`
    },
    async codeOf(userId) {
      const sms = await services.database.primary
        .selectFrom('outbox')
        .select('body_text')
        .where('user_id', '=', userId)
        .where('channel', '=', 'SMS')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      return /(?<![\w-])\d{6}\b/.exec(sms.body_text)![0]
    },
    async ok(endpoint, options = {}) {
      const { upload } = endpoint as EndpointSpec
      let url: string = (endpoint as EndpointSpec).path
      for (const [name, value] of Object.entries(options.params ?? {}))
        url = url.replace(`:${name}`, encodeURIComponent(String(value)))
      const query = new URLSearchParams(
        Object.entries(options.query ?? {}).map(([name, value]) => [name, String(value)]),
      )
      const reply = await app.inject({
        method: (endpoint as EndpointSpec).method,
        url: query.size > 0 ? `${url}?${query}` : url,
        headers: {
          ...(options.as ? { authorization: `Bearer ${options.as.accessToken}` } : {}),
          ...(options.body === undefined ? {} : { 'content-type': upload?.contentTypes[0] ?? 'application/json' }),
        },
        ...(options.body === undefined
          ? {}
          : { payload: upload ? Buffer.from(options.body as Uint8Array) : JSON.stringify(options.body) }),
      })
      if (reply.statusCode >= 300)
        throw new Error(`${(endpoint as EndpointSpec).method} ${url} answered ${reply.statusCode}: ${reply.body}`)
      return reply.json()
    },
  }
}
