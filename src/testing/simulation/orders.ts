import { sql } from 'kysely'
import { orderCancellations } from '#features/lease-ends/order-cancellations/contract.ts'
import { driveOrder } from '#features/operations/demo/server/order-drive.ts'
import { startOrder } from '#features/orders/orders/server/start.ts'
import { systemActor } from '#platform/server/events/events.ts'
import { buildEmployee, verifiedPhone } from '../builders.ts'
import { newestCode } from '../mailbox.ts'
import { pick } from '../random.ts'
import { type Simulation, timesToday } from './simulation.ts'

const storeIban = 'FI2112345600000785'

/** The steps of an order of one person, with the store and the staff that it meets. */
async function driverOf(
  simulation: Simulation,
  { companyId, employeeId, userId }: { companyId: string; employeeId: string; userId: string },
) {
  const { world, town } = simulation
  const company = town.companies.find((one) => one.companyId === companyId)!
  const cast = {
    companyId,
    employeeId,
    bikeStoreId: pick(simulation.random, town.bikeStoreIds),
    employee: await simulation.as(userId),
    employer: await simulation.as(company.adminId),
    staff: await simulation.as(town.staffId),
    password: town.password,
  }
  const client = {
    ok: world.ok,
    now: () => world.env.now(),
    nameOf: (id: string) => nameOf(simulation, id),
    codeOf: (id: string) => newestCode(world, id),
  }
  return { cast, steps: driveOrder(client, cast) }
}

/** A new person of a company orders a bicycle; every tenth changes their mind before it is processed. */
async function newOrder(simulation: Simulation): Promise<void> {
  const { world, town } = simulation
  const open = await sql<{ id: string }>`
    select id from companies c where not exists (select 1 from company_exits x where x.company_id = c.id and x.withdrawn_at is null)
     order by id`.execute(world.services.database.primary)
  const companyId = pick(simulation.random, open.rows).id
  const company = town.companies.find((one) => one.companyId === companyId)!
  const { employeeId, userId } = await buildEmployee(
    world,
    company,
    {},
    { password_hash: town.passwordHash, ...verifiedPhone(world) },
  )
  const { steps, cast } = await driverOf(simulation, { companyId, employeeId, userId })
  const orderId = await world.services.database.transaction((db) =>
    startOrder(db, world.services, { companyId, employeeId, actor: systemActor }),
  )
  await steps.choosePackage(orderId)
  await steps.answer(orderId)
  await steps.sign(cast.employee, orderId, 'EMPLOYEE')
  await steps.sign(cast.employer, orderId, 'EMPLOYER')
  await steps.confirm(orderId)
  simulation.note('order confirmed')
  if (simulation.random() < 0.1) return cancelUnprocessed(simulation, orderId)
  await steps.process(orderId)
  const { invoiceId } = await steps.enterInvoice(orderId, 3000, storeIban)
  await steps.match(orderId, invoiceId)
  await steps.deliver(orderId, `HT-${orderId.slice(-12)}`)
  if (company.lessor !== 'OPERATOR') await steps.move(cast.staff, orderId, 'GRENKE_INVOICE_SENT')
  simulation.note('bicycle delivered')
}

/** A person's first and last name, as they type it when they sign. */
export async function nameOf({ world }: Simulation, userId: string): Promise<string> {
  const user = await world.services.database.primary
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return `${user.first_name} ${user.last_name}`
}

async function cancelUnprocessed(simulation: Simulation, orderId: string): Promise<void> {
  const as = await simulation.as(simulation.town.staffId)
  const body = { orderId, reason: 'Vaihdan työpaikkaa.', reasonCode: 'EMPLOYEE_WITHDREW' as const }
  const opened = await simulation.must('order cancelled', orderCancellations.create, { as, body })
  if (!opened) return
  const params = { id: opened.orderCancellationId }
  await simulation.must('cancellation completed', orderCancellations.complete, { as, params })
}

interface Delivered {
  id: string
  invoiceId: string
  total: number
}

/** A delivered bicycle turns out to be faulty: it goes back, and everybody gets the money back. */
async function faultyBicycle(simulation: Simulation): Promise<void> {
  const { world } = simulation
  const found = await sql<Delivered>`
    select o.id, i.id as "invoiceId", i.total_cents / 100.0 as total from orders o join invoices i on i.order_id = o.id and i.direction = 'PURCHASE'
     where o.status = 'ACTIVE_LEASING' and i.status = 'PAID' and o.kind = 'LEASE'
       and exists (select 1 from invoices s where s.order_id = o.id and s.purpose = 'LESSOR' and s.status = 'PAID')
       and not exists (select 1 from order_cancellations c where c.order_id = o.id)
       and not exists (select 1 from agreement_endings n where n.agreement_id = o.agreement_id)
       and not exists (select 1 from company_exits x where x.company_id = o.company_id and x.withdrawn_at is null)
     order by o.delivery_day desc, o.id limit 1`.execute(world.services.database.primary)
  const order = found.rows[0]
  if (!order) return
  const as = await simulation.as(simulation.town.staffId)
  const opened = await simulation.attempt('faulty bicycle cancelled', orderCancellations.create, {
    as,
    body: { orderId: order.id, reason: 'Rungossa on valmistusvirhe.', reasonCode: 'DEFECT', bikeAt: 'EMPLOYEE' },
  })
  if (!opened) return
  await settle(simulation, order, opened)
}

/** Credits everybody's invoices, takes the store's credit note and closes the case. */
async function settle(
  simulation: Simulation,
  order: Delivered,
  opened: { readonly orderCancellationId: string; readonly version: number },
): Promise<void> {
  const { today } = simulation
  const as = await simulation.as(simulation.town.staffId)
  const params = { id: opened.orderCancellationId }
  const credited = await simulation.must('', orderCancellations.credit, {
    as,
    params,
    body: { version: opened.version },
  })
  const noted =
    credited &&
    (await simulation.must('', orderCancellations.storeCredit, {
      as,
      params,
      body: {
        version: credited.version,
        invoiceId: order.invoiceId,
        number: `H-${order.id.slice(-6)}`,
        issueDay: today,
        total: Number(order.total),
      },
    }))
  if (!noted) return
  await simulation.must('', orderCancellations.update, {
    as,
    params,
    body: {
      version: noted.version,
      bikeAt: 'STORE',
      lines: noted.lines
        .filter(({ state }) => state === 'OPEN')
        .map(({ lineId }) => ({ lineId, state: 'SETTLED' as const, method: 'BANK' as const })),
      lessorConsent: { reference: 'S-1', day: today },
    },
  })
  await simulation.must('cancellation settled', orderCancellations.complete, { as, params })
}

interface Replacement {
  id: string
  isConfirmed: boolean
  companyId: string
  employeeId: string
  userId: string
  released: number
}

/** A bicycle that takes the place of a lost one is chosen, bought and delivered into the same agreement. */
export async function replaceBicycles(simulation: Simulation): Promise<void> {
  const found = await sql<Replacement>`
    select o.id, o.status = 'CONFIRMED' as "isConfirmed", o.company_id as "companyId", e.id as "employeeId", e.user_id as "userId", o.released_cents / 100 as released
      from orders o join beneficiary_employees e on e.id = o.beneficiary_employee_id
     where o.kind = 'REPLACEMENT' and o.status in ('NOT_STARTED', 'PENDING', 'CONFIRMED') order by o.id`.execute(
    simulation.world.services.database.primary,
  )
  for (const { id, isConfirmed, released, ...person } of found.rows) {
    if (simulation.random() > 0.2) continue
    const { steps, cast } = await driverOf(simulation, person)
    const price = Math.max(600, Number(released))
    if (!isConfirmed) {
      await steps.choosePackage(id, { model: 'Toinen 9', bikePrice: price, accessories: [] })
      await steps.answer(id)
      await steps.confirm(id)
      simulation.note('replacement confirmed')
    }
    // What it costs more than is released is paid first.
    if ((await steps.order(cast.staff, id)).owesExcess) continue
    await steps.process(id)
    const { invoiceId } = await steps.enterInvoice(id, price, storeIban)
    await steps.match(id, invoiceId)
    await steps.deliver(id, `UUSI-${id.slice(-12)}`)
    simulation.note('replacement delivered')
  }
}

/** The day's new orders, and now and then a delivered bicycle that goes back. */
export async function orderBicycles(simulation: Simulation, ordersAYear: number): Promise<void> {
  for (let times = timesToday(simulation.random, ordersAYear); times > 0; times -= 1) await newOrder(simulation)
  for (let times = timesToday(simulation.random, ordersAYear / 12); times > 0; times -= 1)
    await faultyBicycle(simulation)
}
