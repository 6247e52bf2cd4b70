import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ProposalView } from '#features/ground/proposals/contract.ts'
import { companyExits } from '#features/lease-ends/company-exits/contract.ts'
import { mergeLeases } from '#features/lease-ends/company-exits/server/merge-job.ts'
import { takeBackLeases } from '#features/lease-ends/company-exits/server/take-back-job.ts'
import { insuranceClaims } from '#features/lease-ends/insurance-claims/contract.ts'
import { orderCancellations } from '#features/lease-ends/order-cancellations/contract.ts'
import { redemptionPayments, redemptions } from '#features/lease-ends/redemptions/contract.ts'
import { returns } from '#features/lease-ends/returns/contract.ts'
import { endLeases } from '#features/leases/agreements/server/end-job.ts'
import { leaseChanges } from '#features/leases/lease-changes/contract.ts'
import { lessorFiles } from '#features/leases/lessor-files/contract.ts'
import { ordinaryProfile } from '#features/leases/lessor-files/rules/profile.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { createPdf } from '#platform/server/documents/pdf.ts'
import { createLinkToken } from '#platform/server/http/link-tokens.ts'
import { demoBrand } from '#platform/values/brand.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { buildCompany, buildEmployee, buildRunningLease, signedInAs } from '#testing/builders.ts'
import { confirmExit, markedExit } from '#testing/exits.ts'
import { buildCast, journeyOf } from '#testing/journey.ts'
import { folderOfFeature } from '#testing/sources/source-imports.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'

/** The features whose acts end or change a lease, and log them by hand beside the steps of their processes. */
const features = ['order-cancellations', 'redemptions', 'returns', 'lease-changes', 'company-exits', 'lessor-files']

let world: World
let staff: Caller
let superAdmin: Caller
beforeAll(async () => {
  world = await openWorld()
  await at('2026-11-10')
})
afterAll(() => world.close())

const db = () => world.services.database.primary

/** Moves the clock to a morning, which no session outlives. */
async function at(day: string) {
  world.env.setNow(`${day}T08:00:00Z`)
  staff = staff ? await world.signIn(staff.userId) : await signedInAs(world, 'INTERNAL_ADMIN')
  superAdmin = superAdmin ? await world.signIn(superAdmin.userId) : await signedInAs(world, 'SUPER_ADMIN')
}

/** What an event is about. */
interface About {
  readonly subject: string
  readonly company: string | null
  readonly employee: string | null
}

const STORE = 'STORE null'
const SYSTEM = 'SYSTEM null'
const byStaff = () => `STAFF ${staff.userId}`

interface Wanted {
  /** The file that logs it. */
  readonly file: string
  /** Several: one event about each. */
  readonly about: About | readonly About[]
  readonly by: string
  readonly type?: string
  /** Staff alone read it. */
  readonly isInternal?: boolean
  /** Part of its data, by which it is told from others of the same act. */
  readonly data: Record<string, unknown>
}

const walked = new Set<string>()

const allEvents = () => db().selectFrom('events').selectAll().execute()
type Event = Awaited<ReturnType<typeof allEvents>>[number]

const isOf = (event: Event, data: Record<string, unknown>) =>
  Object.entries(data).every(([name, value]) => (event.data as Record<string, unknown>)[name] === value)

const bySubject = (left: About, right: About) => (left.subject < right.subject ? -1 : 1)

/** Does something and holds that it writes one event of this kind about a subject, by this actor. */
async function writes<R>({ file, about, by, type = 'PROCESS_STEP', isInternal, data }: Wanted, act: () => Promise<R>) {
  const before = new Set((await allEvents()).map(({ id }) => id))
  const reply = await act()
  const fresh = (await allEvents()).filter((event) => !before.has(event.id) && isOf(event, data))
  const seen = fresh.map((event) => ({
    type: event.type,
    subject: `${event.subject_type} ${event.subject_id}`,
    by: `${event.actor_kind} ${event.actor_user_id}`,
    company: event.company_id,
    employee: event.beneficiary_employee_id,
    isInternal: !event.shared,
  }))
  const wanted = [about].flat().map((one) => ({ type, by, isInternal: isInternal ?? false, ...one }))
  expect(seen.toSorted(bySubject), JSON.stringify(data)).toEqual(wanted.toSorted(bySubject))
  walked.add(file)
  return reply
}

type Company = Awaited<ReturnType<typeof buildCompany>>

/** A running lease of two years with its person, and what its events are about. */
async function leaseIn(company: Company, agreement: Record<string, unknown> = {}) {
  const employee = await buildEmployee(world, company)
  const lease = await buildRunningLease(world, {
    company,
    employeeId: employee.employeeId,
    agreement: {
      start_day: '2026-01-01',
      end_day: '2027-12-31',
      lease_months: 24,
      bike_at: 'EMPLOYEE',
      buy_out_cents: Array.from({ length: 24 }, (_, month) => 100_000 - month * 3_000),
      ...agreement,
    },
  })
  const about: About = {
    subject: `agreement ${lease.agreementId}`,
    company: company.companyId,
    employee: lease.employeeId,
  }
  return { ...lease, about, userId: employee.userId, person: await world.signIn(employee.userId) }
}

const companyOf = (kind: 'OPERATOR' | 'GRENKE' = 'OPERATOR') => buildCompany(world, {}, { lessor: { kind } })

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
        body: png as never,
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
      world.ok(orderCancellations.refundPageFile, { params: { token }, query: {}, body: png as never }),
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
        body: file as never,
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
      world.ok(returns.addPhoto, { params: { token }, body: png as never }),
    )
  })
})

describe('a change of a running lease', () => {
  it('logs a payment, the review of an exemption, an end of the staff and its taking back', async () => {
    const company = await companyOf()
    const exempt = { commitment_day: '2025-03-01', tax_regime: 'EXEMPT_GRANDFATHERED' }
    const of = await leaseIn(company, exempt)
    const params = { id: of.agreementId }
    const by = byStaff()
    const { about } = of
    const read = async () => (await world.ok(leaseChanges.changes, { as: staff, params })).version
    const confirmed = async () => ({ version: await read(), confirmation: of.agreementNumber, reason: 'Sovittu' })
    const payment = {
      file: 'lease-changes/make-change.ts',
      about,
      by,
      type: 'LEASING_MONTHLY_PAYMENT_UPDATED',
      data: { fromMonth: '2027-01', fromCents: 10_000, toCents: 10_500 },
    }
    await writes(payment, async () =>
      world.ok(leaseChanges.changePayment, {
        as: staff,
        params,
        body: { fromMonth: '2027-01', serviceShare: 27, ...(await confirmed()) },
      }),
    )
    const review = { file: 'lease-changes/reviews.ts', about, by, isInternal: true }
    await writes({ ...review, data: { process: 'tax-review', step: 'exemptionStays' } }, async () =>
      world.ok(leaseChanges.review, { as: staff, params, body: { version: await read(), reason: 'Sama etu' } }),
    )
    const end = { file: 'lease-changes/end.ts', about, by }
    await writes({ ...end, data: { process: 'staff-end', step: 'end' } }, async () =>
      world.ok(leaseChanges.end, {
        as: staff,
        params,
        body: { endMonth: '2026-11', endsAs: 'RETURNED', ...(await confirmed()) },
      }),
    )
    await writes({ ...end, data: { process: 'staff-end', step: 'takeBack' } }, async () =>
      world.ok(leaseChanges.takeBackEnd, { as: staff, params, query: { version: await read() } }),
    )
  })
})

describe('a company that leaves', () => {
  it('logs the mark, leases that begin later, what the lessor takes back and fetches, and the last deductions', async () => {
    await at('2026-11-10')
    const company = await companyOf()
    const of = await leaseIn(company)
    const about: About = { subject: `company ${company.companyId}`, company: company.companyId, employee: null }
    const data = (step: string) => ({ process: 'company-exit', step })
    const body = { companyId: company.companyId, kind: 'BANKRUPT', fromDay: '2026-11-15', reason: 'Konkurssi' } as const
    const proposed = (await world.ok(companyExits.create, { as: staff, body })) as ProposalView
    const mark = { file: 'company-exits/mark.ts', about, by: `STAFF ${superAdmin.userId}`, data: data('mark') }
    await writes(mark, () => confirmExit(world, proposed, superAdmin))
    const [exit] = (await world.ok(companyExits.list, { as: staff, query: { companyId: company.companyId } })).items
    const { id } = exit!
    const later = await leaseIn(company)
    const list = { file: 'company-exits/join.ts', by: SYSTEM, data: data('listLease') }
    await writes({ ...list, about: { ...about, employee: later.employeeId } }, () => takeBackLeases.run(world.services))
    const { version } = await world.ok(companyExits.get, { as: staff, params: { id } })
    const confirm = { file: 'company-exits/process.ts', about, by: byStaff(), data: data('confirmDeductions') }
    await writes(confirm, () =>
      world.ok(companyExits.confirmDeductions, { as: staff, params: { id }, body: { lastMonth: '2026-11', version } }),
    )
    await at('2026-12-16')
    const takeBack = { file: 'company-exits/take-back-job.ts', by: SYSTEM, data: data('takeBack') }
    await writes({ ...takeBack, about: [of.about, later.about] }, () => takeBackLeases.run(world.services))
    await at('2027-01-02')
    await endLeases.run(world.services)
    const { items } = await world.ok(companyExits.leases, { as: staff, params: { id } })
    const lease = items.find(({ leasingAgreementId }) => leasingAgreementId === of.agreementId)!
    const collected = { file: 'company-exits/steps.ts', about: of.about, by: byStaff(), data: data('collected') }
    await writes(collected, () =>
      world.ok(companyExits.collected, {
        as: staff,
        params: { id, leasingAgreementId: of.agreementId },
        body: { bikeAt: 'LESSOR', version: lease.agreementVersion },
      }),
    )
  })

  it('logs the leases that go over in a merger, and the one that a claim keeps back', async () => {
    await at('2026-11-10')
    const [company, into] = [await companyOf(), await companyOf()]
    const [moving, damaged] = [await leaseIn(company), await leaseIn(company)]
    const data = (step: string) => ({ process: 'company-exit', step })
    await markedExit(
      world,
      {
        companyId: company.companyId,
        kind: 'MERGED',
        fromDay: '2027-02-01',
        reason: 'Sulautuminen',
        intoCompanyId: into.companyId,
      },
      { as: staff },
    )
    await at('2027-01-10')
    const night = async () => {
      await endLeases.run(world.services)
      await mergeLeases.run(world.services)
    }
    const merge = { file: 'company-exits/merge.ts', by: SYSTEM }
    const endsOn = { ...data('merge'), endsOn: '2027-01-31' }
    await writes({ ...merge, about: [moving.about, damaged.about], data: endsOn }, night)
    const stay = { file: 'company-exits/claimed.ts', about: damaged.about, by: SYSTEM, data: data('stay') }
    const person = await world.signIn(damaged.userId)
    await writes(stay, () =>
      world.ok(insuranceClaims.create, {
        as: person,
        body: { beneficiaryEmployeeId: damaged.employeeId, leasingAgreementId: damaged.agreementId, type: 'LOSS' },
      }),
    )
    await at('2027-02-01')
    await writes({ ...merge, about: moving.about, data: data('moved') }, night)
  })
})

describe('a lessor’s files', () => {
  it('log at the lessor what was set, told, taken in and decided', async () => {
    await at('2026-11-10')
    const company = await companyOf('GRENKE')
    const of = await leaseIn(company)
    const { leasingCompanyId } = company
    const about: About = { subject: `register ${leasingCompanyId}`, company: null, employee: null }
    const event = (file: string, change: string) => ({
      file: `lessor-files/${file}`,
      about,
      by: byStaff(),
      type: 'REGISTER_CHANGED',
      isInternal: true,
      data: { register: 'lessor-files', change },
    })
    await writes(event('profiles.ts', 'updated'), () =>
      world.ok(lessorFiles.setProfile, {
        as: staff,
        params: { id: leasingCompanyId },
        body: { ...ordinaryProfile, version: 0 } as never,
      }),
    )
    await writes(event('tell.ts', 'told'), () => world.ok(lessorFiles.tell, { as: staff, body: { leasingCompanyId } }))
    const takeIn = (kind: 'LIST' | 'ANSWERS', text: string) => () =>
      world.ok(lessorFiles.takeIn, {
        as: staff,
        query: { leasingCompanyId, kind, fileName: 'a.csv' },
        body: Buffer.from(text) as never,
      })
    const number = of.agreementNumber
    const answers = `sopimusnumero;vastaus;syy;päättyy\r\n${number};Hylätty;Runkonumero puuttuu;\r\n`
    await writes(event('take-in.ts', 'answers'), takeIn('ANSWERS', answers))
    const list = `sopimusnumero;kuukausierä;päättyy\r\n${number};99,00;30.11.2027\r\n`
    await writes(event('take-in.ts', 'list'), takeIn('LIST', list))
    const query = { leasingCompanyId, limit: 100 }
    const { items } = await world.ok(lessorFiles.differences, { as: staff, query })
    const [first, second] = items.filter(({ mayTell }) => mayTell) as [(typeof items)[0], (typeof items)[0]]
    const decide = (one: typeof first, act: 'TELL' | 'SETTLE') => () =>
      world.ok(lessorFiles.decide, {
        as: staff,
        params: { id: one.lessorDifferenceId },
        body: act === 'TELL' ? { act, version: one.version } : { act, version: one.version, reason: 'Sovittu' },
      })
    const decided = (change: string, { lessorDifferenceId: difference }: typeof first) => {
      const wanted = event('decide.ts', change)
      return { ...wanted, data: { ...wanted.data, difference } }
    }
    await writes(decided('toTell', first), decide(first, 'TELL'))
    await writes(decided('settled', second), decide(second, 'SETTLE'))
  })
})

it('walks every file of these features that logs', () => {
  const logging = features.flatMap((feature) => {
    const folder = path.join(folderOfFeature(feature), 'server')
    return readdirSync(folder)
      .filter((file) => !file.endsWith('.test.ts'))
      .filter((file) => /\blogEvents?\(/.test(readFileSync(path.join(folder, file), 'utf8')))
      .map((file) => `${feature}/${file}`)
  })
  expect(logging.filter((file) => !walked.has(file))).toEqual([])
})
