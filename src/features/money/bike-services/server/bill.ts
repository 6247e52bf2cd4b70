import { notify } from '#features/ground/notifications/server/notify.ts'
import { priceLines } from '#features/money/invoices/rules/lines.ts'
import { insertStoreInvoice, ownNumber } from '#features/money/invoices/server/store-invoice.ts'
import { findVatOn } from '#features/pricing/vat/server/queries.ts'
import { headBeside } from '#features/story/lease-story/server/head.ts'
import type { BodyOf, ReplyOf } from '#platform/contract/contract.ts'
import { AppError, fail, failField, failFieldText } from '#platform/contract/errors.ts'
import { pages } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import { keepFile } from '#platform/server/documents/stored-files.ts'
import { checkUploadedPdf } from '#platform/server/documents/uploaded-pdf.ts'
import { logEvent } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { type LinkToken, subjectOf } from '#platform/server/http/link-tokens.ts'
import { sendMail } from '#platform/server/messages/messages.ts'
import { addDays, formatDay, helsinkiDay } from '#platform/values/days.ts'
import { isReferenceNumber } from '#platform/values/identifiers.ts'
import { type Cents, centsFromEuros, eurosFromCents } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'
import type { bikeServices } from '../contract.ts'
import {
  balanceOf,
  bikeOf,
  findServicedLease,
  lockServicedLease,
  type ServicedLease,
  type VoucherRecord,
  voucherById,
  vouchersOf,
} from './queries.ts'
import { shopActor } from './shop.ts'
import { isVoid, stateOn } from './view.ts'
import { logService } from './vouchers.ts'

type BillPage = ReplyOf<typeof bikeServices.billPage>

interface AtLink {
  readonly db: Db
  readonly token: LinkToken
}

/** For how many days after its last day a store may still bill what it took in time. */
const DAYS_TO_BILL = 30

const takenDay = (voucher: VoucherRecord) => helsinkiDay(voucher.taken_at ?? voucher.created_at)

const billedOf = (voucher: VoucherRecord): BillPage['earlier'][number] => ({
  number: voucher.invoice_number ?? '',
  sum: eurosFromCents(voucher.billed_cents ?? 0),
  work: voucher.work ?? '',
  issueDay: present(voucher.invoice_issue_day),
  dueDay: present(voucher.invoice_due_day),
  paidDay: voucher.invoice_paid_day,
  isVoid: isVoid(voucher),
})

const receiptOf = (voucher: VoucherRecord): BillPage['receipt'] =>
  voucher.invoice_id === null
    ? null
    : {
        ...billedOf(voucher),
        hasFile: voucher.invoice_file_id !== null,
        mayAttach: voucher.invoice_stage === 'RECEIVED',
      }

/** What a store has billed of a lease besides the voucher that its link opens now. */
async function earlierOf(db: Db, { id, agreement_id, bike_store_id }: VoucherRecord): Promise<BillPage['earlier']> {
  const all = await vouchersOf(db, agreement_id)
  const isEarlier = (one: VoucherRecord) =>
    one.id !== id && one.bike_store_id === bike_store_id && one.invoice_id !== null
  return all.filter(isEarlier).map(billedOf)
}

/** A store's own page of a voucher that it has taken, and of what it billed. */
export async function billPage(services: Services, { db, token }: AtLink): Promise<BillPage> {
  const today = helsinkiDay(services.env.now())
  const voucher = (await voucherById(db, subjectOf(token))) ?? fail('NOT_FOUND')
  const lease = (await findServicedLease(db, scopeOfAll, voucher.agreement_id)) ?? fail('NOT_FOUND')
  const balance = voucher.state === 'TAKEN' ? await balanceOf(db, lease, today) : null
  return {
    storeName: voucher.store_name ?? '',
    bike: bikeOf(lease),
    frameNumber: lease.frame_number,
    agreementNumber: lease.agreement_number,
    state: stateOn(voucher, today),
    validUntil: voucher.valid_until,
    left: balance && eurosFromCents(balance.leftCents),
    firstDay: takenDay(voucher),
    today,
    receipt: receiptOf(voucher),
    earlier: await earlierOf(db, voucher),
  }
}

type Body = BodyOf<typeof bikeServices.bill>

/** @throws what the day or the reference of a bill has wrong */
function checkBill(voucher: VoucherRecord, body: Body, today: string): void {
  if (voucher.state !== 'TAKEN' || today > addDays(voucher.valid_until, DAYS_TO_BILL))
    throw new AppError('SERVICE_VOUCHER_NOT_VALID', {
      details: { state: voucher.state === 'TAKEN' ? 'EXPIRED' : voucher.state },
    })
  if (body.issueDay > today) failField('issueDay', 'TOO_LARGE', 'is in the future', today)
  if (body.issueDay < takenDay(voucher))
    failField('issueDay', 'TOO_SMALL', 'is before the voucher was taken', takenDay(voucher))
  if (body.referenceNumber && !isReferenceNumber(body.referenceNumber))
    failFieldText('referenceNumber', 'bike-services:fieldErrors.WRONG_REFERENCE')
}

/**
 * The store's invoice for a service: at most the balance, once for a voucher, to the account that the register has of the
 * store. The staff check it as they do every store's invoice before it is approved and paid.
 */
export async function billService(services: Services, at: AtLink, body: Body): Promise<BillPage> {
  const { db, token } = at
  const { env } = services
  const today = helsinkiDay(env.now())
  const { agreement_id: leaseId } = (await voucherById(db, subjectOf(token))) ?? fail('NOT_FOUND')
  const lease = (await lockServicedLease(db, scopeOfAll, leaseId)) ?? fail('NOT_FOUND')
  const voucher = (await voucherById(db, subjectOf(token))) ?? fail('NOT_FOUND')
  checkBill(voucher, body, today)
  // The service was done on the day of the invoice: what befell the bicycle later takes nothing from the store.
  const balance = (await balanceOf(db, lease, body.issueDay)) ?? fail('NOT_FOUND')
  if (balance.obstacle) throw new AppError('SERVICE_NOT_NOW', { details: { obstacle: balance.obstacle } })
  const totalCents = centsFromEuros(body.total)
  if (totalCents > balance.leftCents)
    throw new AppError('SERVICE_OVER_BALANCE', { details: { left: eurosFromCents(balance.leftCents) } })
  const invoiceId = await keepInvoice(services, at, { lease, voucher, body, totalCents })
  await db
    .updateTable('service_vouchers')
    .set({
      state: 'BILLED',
      work: body.work.trim(),
      billed_cents: totalCents,
      billed_at: env.now(),
      invoice_id: invoiceId,
      closed_at: env.now(),
      updated_at: env.now(),
      version: voucher.version + 1,
    })
    .where('id', '=', voucher.id)
    .execute()
  await logService(db, services, lease, { actor: shopActor, step: 'bill', totalCents, number: body.number.trim() })
  await sendReceipts(services, db, { lease, voucher, body, totalCents })
  return billPage(services, at)
}

interface Billed {
  readonly lease: ServicedLease
  readonly voucher: VoucherRecord
  readonly body: Body
  readonly totalCents: Cents
}

async function keepInvoice(services: Services, { db }: AtLink, { lease, voucher, body, totalCents }: Billed) {
  const { env } = services
  const vat = (await findVatOn(db, 'FI', body.issueDay)) ?? fail('NOT_FOUND')
  const number = body.number.trim()
  const description = `${bikeOf(lease)}, ${lease.agreement_number}: ${body.work.trim()}`
  const priced = priceLines([
    { purpose: 'OTHER' as const, description, grossCents: totalCents, vatBasisPoints: vat.basis_points },
  ])
  const id = await insertStoreInvoice(
    { db, env },
    { id: null, company_id: lease.company_id, bike_store_id: voucher.bike_store_id },
    {
      stage: 'RECEIVED',
      issueDay: body.issueDay,
      dueDay: addDays(body.issueDay, voucher.store_terms_days ?? 14),
      priced,
      given: {
        number,
        iban: voucher.store_iban,
        reference_number: body.referenceNumber?.replaceAll(' ', '') || null,
        agreement_id: lease.id,
      },
      unique: ownNumber(),
    },
  )
  await logEvent(db, env, shopActor, 'INVOICE_RECEIVED', {
    subject: { type: 'invoice', id },
    companyId: lease.company_id,
    shared: false,
    data: { number, totalCents },
  })
  return id
}

/** The store and the person each hear what was billed. */
async function sendReceipts(services: Services, db: Db, { lease, voucher, body, totalCents }: Billed): Promise<void> {
  const values = {
    bike: bikeOf(lease),
    store: voucher.store_name,
    work: body.work.trim(),
    sum: { cents: totalCents },
    number: body.number.trim(),
    day: formatDay(body.issueDay),
    due: formatDay(addDays(body.issueDay, voucher.store_terms_days ?? 14)),
  }
  await sendMail(db, services, {
    to: present(voucher.store_email),
    language: voucher.store_language ?? 'fi',
    template: 'bike-services:mail.receipt',
    companyId: lease.company_id,
    values,
  })
  await notify(db, services, [lease.owner_id], {
    type: 'GENERAL',
    template: 'bike-services:notice.billed',
    values,
    head: await headBeside(db, services, { agreementId: lease.id, isOwn: true }),
    link: `${pages.myBike}?osa=huolto`,
    companyId: lease.company_id,
    mail: true,
  })
}

/** The paper of the invoice, as long as nobody has checked it. */
export async function attachInvoice(services: Services, at: AtLink, uploaded: Buffer): Promise<BillPage> {
  const { db, token } = at
  const content = checkUploadedPdf(uploaded)
  const { agreement_id: leaseId } = (await voucherById(db, subjectOf(token))) ?? fail('NOT_FOUND')
  await lockServicedLease(db, scopeOfAll, leaseId)
  const voucher = (await voucherById(db, subjectOf(token))) ?? fail('NOT_FOUND')
  const invoiceId = voucher.invoice_id ?? fail('NOT_FOUND')
  if (voucher.invoice_stage !== 'RECEIVED')
    throw new AppError('INVOICE_STEP_NOT_ALLOWED', { details: { status: voucher.invoice_status } })
  const file = await keepFile(db, services, {
    companyId: voucher.company_id,
    parentType: 'invoice',
    parentId: invoiceId,
    label: `lasku-${voucher.invoice_number}.pdf`,
    contentType: 'application/pdf',
    content,
  })
  await db
    .updateTable('invoices')
    .set((eb) => ({ file_id: file.id, version: eb('version', '+', 1), updated_at: services.env.now() }))
    .where('id', '=', invoiceId)
    .execute()
  return billPage(services, at)
}
