import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agreements } from '#features/leases/agreements/contract.ts'
import { orders } from '#features/orders/orders/contract.ts'
import { verifyChains } from '#platform/server/events/verify-chains.ts'
import { buildCast, type Cast, journeyOf } from '#testing/journey.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'

let world: World
let cast: Cast

beforeAll(async () => {
  world = await openWorld()
  cast = await buildCast(world)
})
afterAll(() => world.close())

describe('one order from acceptance to a running lease', () => {
  it('walks the whole way, and every step tells who is awaited next', async () => {
    const journey = journeyOf(world, cast)
    const orderId = await journey.start()
    expect(await journey.order(cast.employee, orderId)).toMatchObject({
      orderStatus: 'NOT_STARTED',
      waitingFor: ['EMPLOYEE'],
    })

    const priced = await journey.choosePackage(orderId)
    expect(priced).toMatchObject({
      orderStatus: 'PACKAGE_PROVIDED',
      totalAmount: 3000,
      priceCard: {
        leaseTimeMonths: 40,
        instalment: 100,
        lastInstalment: 99.33,
        residual: 150,
        totalToOwn: 4149.33,
        taxRegime: 'TAXABLE',
      },
    })

    const out = await journey.answer(orderId)
    expect(out).toMatchObject({
      orderStatus: 'ALL_INFO_PROVIDED',
      waitingFor: ['EMPLOYEE', 'EMPLOYER'],
      agreement: { status: 'PENDING', hasSigner: true },
    })

    expect(await journey.sign(cast.employee, orderId, 'EMPLOYEE')).toMatchObject({
      waitingFor: ['EMPLOYER'],
      agreement: { status: 'PENDING' },
    })
    const signed = await journey.sign(cast.employer, orderId, 'EMPLOYER')
    expect(signed).toMatchObject({ waitingFor: ['EMPLOYEE'], agreement: { status: 'SIGNED' } })

    const sealed = await world.call(agreements.file, {
      as: cast.employee,
      params: { id: signed.agreement!.signedDocumentId! },
    })
    expect(sealed.raw.subarray(0, 5).toString()).toBe('%PDF-')

    const confirmed = await journey.confirm(orderId)
    expect(confirmed).toMatchObject({ orderStatus: 'CONFIRMED', isOrderConfirmed: true })
    expect(confirmed.hasSecurityCode).toBe(true)
    expect(confirmed.bike).toMatchObject({ brand: 'Halla', model: 'Taival 7' })
    const reveal = (as: Caller) =>
      world.call(orders.revealSecurityCode, { as, params: { orderId }, body: { purpose: 'OWN' } })
    expect((await reveal(cast.employee)).body.securityCode).toMatch(/^\d{6}$/)
    expect((await journey.order(cast.employer, orderId)).hasSecurityCode).toBeNull()
    expect((await reveal(cast.employer)).status).toBe(403)
    const { items: seen } = await world.ok(orders.timeline, { as: cast.employee, params: { orderId } })
    expect(seen.filter(({ type }) => type === 'SECURITY_CODE_READ')).toHaveLength(1)

    await journey.process(orderId)
    const invoice = await journey.enterInvoice(orderId)
    expect(await journey.match(orderId, invoice.invoiceId)).toMatchObject({ orderStatus: 'WAITING_FOR_DELIVERY_DATE' })
    const delivered = await journey.deliver(orderId)
    expect(delivered).toMatchObject({ orderStatus: 'READY_FOR_BILLING' })
    const billed = await journey.move(cast.staff, orderId, 'GRENKE_INVOICE_SENT')
    expect(billed.salesInvoiceId).not.toBeNull()

    await world.services.runJobs()
    expect(await journey.order(cast.staff, orderId)).toMatchObject({ orderStatus: 'GRENKE_INVOICE_SENT' })
    world.env.setNow(`${delivered.startDay}T06:00:00+02:00`)
    await world.services.runJobs()
    expect(await journey.order(cast.employee, orderId)).toMatchObject({
      orderStatus: 'ACTIVE_LEASING',
      waitingFor: [],
      agreement: { leaseState: 'ACTIVE' },
    })

    const timeline = await world.ok(orders.timeline, { as: cast.employee, params: { orderId } })
    const types = timeline.items.map((item) => item.type)
    expect(types).toEqual(
      expect.arrayContaining([
        'LEASING_AGREEMENT_STARTED',
        'ORDER_CONFIRMED',
        'ORDER_SENT',
        'LEASING_AGREEMENT_SIGNED',
        'SERIAL_NUMBER_UPDATED',
        'DELIVERY_DATE_UPDATED',
        'GRENKE_INVOICE_SENT',
      ]),
    )
    expect((await verifyChains(world.services.database.primary)).faults).toEqual([])
  })

  it('starts at once when its day has passed before the lessor was billed', async () => {
    const late = await buildCast(world)
    const journey = journeyOf(world, late)
    const orderId = await journey.start()
    await journey.choosePackage(orderId)
    await journey.answer(orderId)
    await journey.sign(late.employee, orderId, 'EMPLOYEE')
    await journey.sign(late.employer, orderId, 'EMPLOYER')
    await journey.confirm(orderId)
    await journey.process(orderId)
    const invoice = await journey.enterInvoice(orderId)
    await journey.match(orderId, invoice.invoiceId)
    const { startDay } = await journey.deliver(orderId)
    world.env.setNow(`${startDay}T06:00:00+02:00`)
    world.env.advance(5 * 86_400_000)
    const staff = await world.signIn(late.staff.userId)
    expect(await journey.move(staff, orderId, 'GRENKE_INVOICE_SENT')).toMatchObject({
      orderStatus: 'ACTIVE_LEASING',
      agreement: { leaseState: 'ACTIVE', startDay },
    })
  })
})
