import { sql } from 'kysely'
import { hashPassword } from '#features/ground/sessions/server/password-hash.ts'
import { type Cast, driveOrder } from '#features/operations/demo/server/order-drive.ts'
import { startOrder } from '#features/orders/orders/server/start.ts'
import { systemActor } from '#platform/server/events/events.ts'
import { firstOfNextMonth, helsinkiDay } from '#platform/values/days.ts'
import {
  assignRole,
  buildCompany,
  buildEmployee,
  buildStore,
  buildUser,
  signedInAs,
  verifiedPhone,
} from './builders.ts'
import { newestCode } from './mailbox.ts'
import type { World } from './world.ts'

export type { Cast } from '#features/operations/demo/server/order-drive.ts'

const password = 'Kampiakseli-1893'

/** A company, its admin, an accepted employee with a password, a store and a member of staff. */
export async function buildCast(world: World, options: { lessorKind?: 'OPERATOR' | 'GRENKE' } = {}): Promise<Cast> {
  const password_hash = await hashPassword(password)
  const company = await buildCompany(world, {}, options.lessorKind ? { lessor: { kind: options.lessorKind } } : {})
  const { employeeId, userId } = await buildEmployee(world, company, {}, { password_hash, ...verifiedPhone(world) })
  const admin = await buildUser(world, { password_hash })
  await assignRole(world, admin.userId, 'EMPLOYER_ADMIN', { companyId: company.companyId })
  const { bikeStoreId } = await buildStore(world)
  return {
    password,
    companyId: company.companyId,
    employeeId,
    bikeStoreId,
    employee: await world.signIn(userId),
    employer: await world.signIn(admin.userId),
    staff: await signedInAs(world, 'INTERNAL_ADMIN'),
  }
}

async function nameOf(world: World, userId: string): Promise<string> {
  const user = await world.services.database.primary
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return `${user.first_name} ${user.last_name}`
}

/** Drives one order through the API of a world; see `driveOrder` for the steps. */
export function journeyOf(world: World, cast: Cast) {
  const steps = driveOrder(
    {
      ok: world.ok,
      now: () => world.env.now(),
      nameOf: (userId) => nameOf(world, userId),
      codeOf: (userId) => newestCode(world, userId),
    },
    cast,
  )
  const start = () =>
    world.services.database.transaction((db) =>
      startOrder(db, world.services, { companyId: cast.companyId, employeeId: cast.employeeId, actor: systemActor }),
    )
  /** Signed by both, confirmed and processed: the store's invoice is awaited. */
  const toProcessed = async (orderId: string, pack: Parameters<typeof steps.choosePackage>[1] = {}) => {
    await steps.choosePackage(orderId, pack)
    await steps.answer(orderId)
    await steps.sign(cast.employee, orderId, 'EMPLOYEE')
    await steps.sign(cast.employer, orderId, 'EMPLOYER')
    await steps.confirm(orderId)
    await steps.process(orderId)
  }
  return {
    ...steps,
    start,
    toProcessed,
    /** Everything up to the invoice to the lessor; the lease then waits for its first day. */
    async toBilled(): Promise<string> {
      const orderId = await start()
      await toProcessed(orderId)
      const invoice = await steps.enterInvoice(orderId)
      await steps.match(orderId, invoice.invoiceId)
      await steps.deliver(orderId)
      await steps.move(cast.staff, orderId, 'GRENKE_INVOICE_SENT')
      return orderId
    },
    /** Everything up to a running lease; the world's clock then stands on the lease's first day. */
    async toRunningLease(): Promise<string> {
      const orderId = await this.toBilled()
      await toNextMonth(world)
      return orderId
    },
  }
}

/** Moves the clock to the first morning of the next month and does that day's work; whoever is signed in stays so. */
async function toNextMonth(world: World): Promise<void> {
  const before = world.env.now()
  world.env.setNow(`${firstOfNextMonth(helsinkiDay(before))}T06:00:00+02:00`)
  await goOnWorking(world, world.env.now().getTime() - before.getTime())
  await world.services.runJobs()
}

/** Sessions that stand last as much longer as the clock has moved: late in a month that is more than they last at all. */
async function goOnWorking({ services }: World, movedMs: number): Promise<void> {
  const { primary } = services.database
  const moved = sql<Date>`make_interval(secs => ${movedMs / 1000})`
  await primary
    .updateTable('sessions')
    .set((eb) => ({ absolute_end_at: sql`${eb.ref('absolute_end_at')} + ${moved}` }))
    .execute()
  await primary
    .updateTable('session_tokens')
    .set((eb) => ({ expires_at: sql`${eb.ref('expires_at')} + ${moved}` }))
    .execute()
}

/** Starts every lease that waits for its first day, and sets the clock back. */
export async function startLeases(world: World): Promise<void> {
  const today = world.env.now()
  await toNextMonth(world)
  world.env.setNow(today)
}

/** Another accepted person of the cast's company, who signs in like the first, with an order that has just been opened. */
export async function anotherOrder(world: World, cast: Cast) {
  const { password_hash } = await world.services.database.primary
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', cast.employee.userId)
    .executeTakeFirstOrThrow()
  const person = await buildEmployee(
    world,
    { companyId: cast.companyId },
    {},
    { password_hash, ...verifiedPhone(world) },
  )
  const own: Cast = { ...cast, employeeId: person.employeeId, employee: await world.signIn(person.userId) }
  const journey = journeyOf(world, own)
  return { own, journey, orderId: await journey.start() }
}
