import { type Cast, driveOrder } from '#features/operations/demo/server/order-drive.ts'
import type { OrderStatus } from '#features/orders/orders/rules.ts'
import { startLeases } from '#features/orders/orders/server/lease-job.ts'
import { startOrder } from '#features/orders/orders/server/start.ts'
import type { Package } from '#features/orders/orders/shapes.ts'
import { systemActor } from '#platform/server/events/events.ts'
import { addDays, type Day, firstOfNextMonth } from '#platform/values/days.ts'
import { askForCancellation, declinedCancellation, withdrawnCancellation } from './cancellations.ts'
import { daysAgo, type SeedClock } from './clock.ts'
import { storeIbans } from './companies.ts'
import { clientOf, type SeedParts } from './order-client.ts'
import { endLease, leave, leaves, type PlacedOrder } from './order-ends.ts'
import { photographFrame, seedReadyBike } from './ready-bike.ts'
import { type WantedOrder, wantedOrders } from './wanted-orders.ts'

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
  if (wanted.services) await photographFrame(client, cast, orderId)
  if (wanted.target in leaves) {
    nextDay()
    await leave(parts, client, { cast, orderId, target: wanted.target, steps })
  }
  if (wanted.redemption || wanted.returning || wanted.claims || wanted.offers || wanted.services)
    await endLease(parts, client, cast, placed)
  if (wanted.cancellation === 'ASKED') await askForCancellation(client, cast, orderId)
  if (wanted.cancellation === 'DECLINED') await declinedCancellation(client, cast, orderId)
  if (wanted.cancellation === 'WITHDRAWN')
    await withdrawnCancellation(client, cast, { orderId, by: parts.actors.superAdmin })
}
