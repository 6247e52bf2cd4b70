import { describe, expect, it } from 'vitest'
import { orderCancellations } from '#features/lease-ends/order-cancellations/contract.ts'
import { redemptionPayments, redemptions } from '#features/lease-ends/redemptions/contract.ts'
import { returns } from '#features/lease-ends/returns/contract.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { createPdf } from '#platform/server/documents/pdf.ts'
import { createLinkToken } from '#platform/server/http/link-tokens.ts'
import { demoBrand } from '#platform/values/brand.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { signedInAs } from '#testing/builders.ts'
import {
  type About,
  allEvents,
  byStaff,
  companyOf,
  db,
  leaseIn,
  notWalked,
  prepareEndEvents,
  SYSTEM,
  staff,
  superAdmin,
  world,
  writes,
} from '#testing/cases/end-event-cases.ts'
import { buildCast, journeyOf } from '#testing/journey.ts'

prepareEndEvents()

const STORE = 'STORE null'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function pdf(): Promise<Buffer> {
  const page = await createPdf({ title: 'T', language: 'fi', brand: demoBrand, at: new Date(0), headline: 'T' })
  page.title('T')
  return page.finish()
}

/** A confirmed order whose store has been paid. */
async function paidOrder() {
  const cast = await buildCast(world)
  const way = journeyOf(world, cast)
  const orderId = await way.start()
  await way.toProcessed(orderId)
  const { invoiceId } = await way.enterInvoice(orderId)
  await way.match(orderId, invoiceId)
  const paidDay = helsinkiDay(world.env.now())
  const body = { direction: 'OUT', amount: 3_000, paidDay, method: 'BANK' } as const
  await world.ok(invoices.pay, { as: cast.staff, params: { id: invoiceId }, body })
  const about: About = { subject: `order ${orderId}`, company: cast.companyId, employee: cast.employeeId }
  return { cast, orderId, about }
}

describe('a cancelled order', () => {
  it('logs the request and its answers, the case, its files and the word of the store', async () => {
    const { cast, orderId, about } = await paidOrder()
    const request = (step: string) => ({
      file: 'order-cancellations/requests.ts',
      about,
      data: { process: 'cancellation-request', step },
    })
    const ask = () =>
      world.ok(orderCancellations.request, { as: cast.employee, params: { orderId }, body: { reason: 'Turha' } })
    const asked = await writes({ ...request('ask'), by: `EMPLOYEE ${cast.employee.userId}` }, ask)
    await writes({ ...request('decline'), by: byStaff() }, () =>
      world.ok(orderCancellations.decline, {
        as: staff,
        params: { orderId },
        body: { version: asked.version, answer: 'Matkalla' },
      }),
    )
    await ask()

    const body = { orderId, reason: 'Väärä', reasonCode: 'WRONG_ORDER' } as const
    const caseData = (step: string, more: object = {}) => ({ process: 'order-cancellation', step, ...more })
    const open = {
      file: 'order-cancellations/open.ts',
      about,
      by: byStaff(),
      data: caseData('open', { edge: 'C1', from: null, to: 'PENDING' }),
    }
    const accept = { ...request('accept'), file: 'order-cancellations/accept-request.ts', by: byStaff() }
    const opened = await writes(open, () =>
      writes(accept, () => world.ok(orderCancellations.create, { as: staff, body })),
    )
    const { orderCancellationId: id } = opened
    const params = { id }
    const version = async () => (await world.ok(orderCancellations.get, { as: staff, params })).version

    const change = {
      file: 'order-cancellations/update.ts',
      about,
      by: byStaff(),
      isInternal: true,
      data: caseData('change', { edge: 'C2' }),
    }
    await writes(change, async () =>
      world.ok(orderCancellations.update, { as: staff, params, body: { version: await version(), note: 'Muistio' } }),
    )
    const uploaded = await writes({ ...change, file: 'order-cancellations/uploads.ts' }, () =>
      world.ok(orderCancellations.upload, {
        as: staff,
        query: { orderCancellationId: id, fileName: 'kuitti.png' },
        body: png,
      }),
    )
    const { refundUploadId } = uploaded.uploadedRefunds[0]!
    const removal = {
      ...change,
      by: `STAFF ${superAdmin.userId}`,
      data: caseData('change', { removed: refundUploadId }),
    }
    await writes(removal, () =>
      world.ok(orderCancellations.deleteUpload, {
        as: superAdmin,
        params: { id: refundUploadId },
        query: { reason: 'Väärä' },
      }),
    )

    const ofStore = { file: 'order-cancellations/store-page.ts', about, by: STORE, isInternal: true }
    const { token } = await createLinkToken(db(), world.env, {
      purpose: 'store-refund',
      days: 30,
      companyId: cast.companyId,
      subjectId: id,
    })
    await writes({ ...ofStore, data: caseData('storeFile') }, () =>
      world.ok(orderCancellations.refundPageFile, { params: { token }, query: {}, body: png }),
    )
    const paidDay = helsinkiDay(world.env.now())
    await writes({ ...ofStore, data: caseData('storeWord', { paidDay }) }, () =>
      world.ok(orderCancellations.tellRefund, { params: { token }, body: { paidDay, creditNumber: 'H-1' } }),
    )
    const again = { ...change, file: 'order-cancellations/ask-store.ts', data: caseData('askStore', { paidDay }) }
    await writes(again, async () =>
      world.ok(orderCancellations.askStore, { as: staff, params, body: { version: await version() } }),
    )
    const withdraw = { file: 'order-cancellations/process.ts', about, by: `STAFF ${superAdmin.userId}` }
    await writes({ ...withdraw, data: caseData('withdraw', { from: 'PENDING', to: 'CANCELLED' }) }, () =>
      world.ok(orderCancellations.withdraw, { as: superAdmin, params }),
    )
  }, 90_000)
})

describe('a redemption', () => {
  const start = async (of: Awaited<ReturnType<typeof leaseIn>>) =>
    world.ok(redemptions.create, {
      as: of.person,
      body: { leasingAgreementId: of.agreementId, reason: 'OWN_WISH', paymentMethod: 'BATCH' },
    })

  it('logs its start, offer files, and payments that are made, removed, sent and marked paid', async () => {
    const company = await companyOf('GRENKE')
    await db()
      .updateTable('leasing_companies')
      .set({ invoice_email: 'lasku@rahoitus.example' })
      .where('id', '=', company.leasingCompanyId)
      .execute()
    const of = await leaseIn(company)
    const { about } = of
    const data = { endMonth: '2026-11', reason: 'OWN_WISH' }
    const begun = { file: 'redemptions/start.ts', about, type: 'BIKE_REDEMPTION_STARTED', data }
    const { id, version } = await writes({ ...begun, by: `EMPLOYEE ${of.userId}` }, () => start(of))

    const upload = {
      file: 'redemptions/offers.ts',
      about,
      by: byStaff(),
      data: { process: 'redemption', step: 'upload' },
    }
    const file = await pdf()
    await writes(upload, () =>
      world.ok(redemptions.upload, {
        as: staff,
        query: { bikeRedemptionId: id, fileName: 'tarjous.pdf' },
        body: file,
        headers: { 'content-type': 'application/pdf' },
      }),
    )
    await world.ok(redemptions.update, {
      as: of.person,
      params: { id },
      body: { step: 'accept', version: version, paymentMethod: 'BATCH', hasReadInformation: true },
    })

    const payment = (step: string) => ({
      file: 'redemptions/payment-handlers.ts',
      about,
      by: byStaff(),
      isInternal: true,
      data: { process: 'redemption', step },
    })
    const make = () =>
      world.ok(redemptionPayments.create, { as: staff, body: { bikeRedemptionIds: [id], paymentMethod: 'BATCH' } })
    const first = await writes(payment('makePayment'), make)
    const remove = { ...payment('removePayment'), by: `STAFF ${superAdmin.userId}` }
    await writes(remove, () => world.ok(redemptionPayments.remove, { as: superAdmin, params: { id: first.id } }))
    const params = { id: (await make()).id }
    const step = { file: 'redemptions/process.ts', about, by: byStaff() }
    const sent = { ...step, type: 'BIKE_REDEMPTION_USER_PAYMENT_SENT', data: { step: 'sendPayment' } }
    await writes(sent, () => world.ok(redemptionPayments.update, { as: staff, params, body: { status: 'NOT_PAID' } }))
    const paid = { ...step, by: SYSTEM, type: 'BIKE_REDEMPTION_USER_PAYMENT_PAID', data: { step: 'recordPaid' } }
    const told = { ...step, by: SYSTEM, type: 'BIKE_REDEMPTION_GRENKE_INVOICE_SENT', data: { step: 'sendNotice' } }
    const markPaid = () => world.ok(redemptionPayments.update, { as: staff, params, body: { status: 'PAID' } })
    await writes(told, () => writes(paid, markPaid))
    const { invoice_id: invoiceId } = await db()
      .selectFrom('redemption_payments')
      .select('invoice_id')
      .where('id', '=', params.id)
      .executeTakeFirstOrThrow()
    const recorded = (await allEvents()).filter((event) => event.subject_id === invoiceId)
    const by = { actor_kind: 'STAFF', actor_user_id: staff.userId }
    expect(recorded.filter(({ type }) => type === 'PAYMENT_RECORDED')).toMatchObject([by])
  })

  it('logs that a bicycle is lost, found, and asked for no more', async () => {
    const over = { lease_state: 'ENDED', end_reason: 'TERM', ended_day: '2026-09-30', end_day: '2026-09-30' }
    const of = await leaseIn(await companyOf(), over)
    const lost = (step: string) => ({
      file: 'redemptions/lost.ts',
      about: of.about,
      by: byStaff(),
      data: { process: 'redemption', step },
    })
    const body = { leasingAgreementId: of.agreementId, reason: 'Ei vastaa' }
    const mark = () => world.ok(redemptions.markLost, { as: staff, body })
    const settle = (outcome: 'FOUND' | 'CLOSED') =>
      world.ok(redemptions.settleLost, { as: staff, body: { ...body, outcome } })
    await writes(lost('markLost'), mark)
    await writes(lost('foundLost'), () => settle('FOUND'))
    await mark()
    await writes(lost('closeLost'), () => settle('CLOSED'))
  })
})

describe('a return', () => {
  const companyThatTakesBack = async () => {
    const company = await companyOf()
    await db()
      .insertInto('bike_policies')
      .values({ id: world.env.id(), company_id: company.companyId, number: 100, allows_return: true })
      .execute()
    return { company, employer: await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: company.companyId }) }
  }

  it('logs the request, and that the employer keeps the bicycle or gives it back', async () => {
    const { company, employer } = await companyThatTakesBack()
    const [asking, kept] = [await leaseIn(company), await leaseIn(company)]
    const data = (step: string) => ({ process: 'return', step })
    const request = { file: 'returns/start.ts', about: asking.about, by: `EMPLOYEE ${asking.userId}` }
    await writes({ ...request, data: data('request') }, () =>
      world.ok(returns.create, {
        as: asking.person,
        body: { leasingAgreementId: asking.agreementId, reason: 'RESIGNED' },
      }),
    )
    const keep = { file: 'returns/keep.ts', about: kept.about, by: `EMPLOYER ${employer.userId}` }
    const { agreementId: leasingAgreementId } = kept
    await writes({ ...keep, data: data('keep') }, () =>
      world.ok(returns.keep, {
        as: employer,
        body: { leasingAgreementId, fromMonth: '2026-12', bikeAt: 'EMPLOYER' },
      }),
    )
    await writes({ ...keep, data: data('release') }, () =>
      world.ok(returns.release, { as: employer, body: { leasingAgreementId } }),
    )
  })

  it('logs each photo of the store that receives the bicycle', async () => {
    const { company, employer } = await companyThatTakesBack()
    const { about, person, agreementId: leasingAgreementId } = await leaseIn(company)
    const asked = await world.ok(returns.create, { as: person, body: { leasingAgreementId, reason: 'RESIGNED' } })
    await world.ok(returns.update, {
      as: employer,
      params: { id: asked.id },
      body: { step: 'approve', version: asked.version, payer: 'EMPLOYER' },
    })
    const { token } = await createLinkToken(db(), world.env, {
      purpose: 'return',
      days: 30,
      companyId: company.companyId,
      subjectId: asked.id,
    })
    const photo = { file: 'returns/store.ts', about, by: STORE, isInternal: true }
    await writes({ ...photo, data: { process: 'return', step: 'photo', photo: 1 } }, () =>
      world.ok(returns.addPhoto, { params: { token }, body: png }),
    )
  })
})

it('walks every file of cancellations, redemptions and returns that logs', () => {
  expect(notWalked(['order-cancellations', 'redemptions', 'returns'])).toEqual([])
})
