import { sql } from 'kysely'
import { employerUserIds, notify } from '#features/ground/notifications/server/notify.ts'
import { refuseOwnInvoices } from '#features/money/invoices/ledger/server/own-invoice.ts'
import { invoiceView, lockInvoice } from '#features/money/invoices/server/queries.ts'
import { headOfBill } from '#features/story/lease-story/server/head.ts'
import { AppError, fail, failField } from '#platform/contract/errors.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Scope, scopeOf } from '#platform/server/database/scope.ts'
import { type Actor, actorOf, logEvent } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import type { Services, SignedInContext } from '#platform/server/http/context.ts'
import { payeeIban } from '#platform/server/http/identifier-fields.ts'
import { createLinkToken } from '#platform/server/http/link-tokens.ts'
import { requireStepUp } from '#platform/server/http/step-up.ts'
import { secondStaff } from '#platform/server/roles/second-staff.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { compactIban, isIban } from '#platform/values/identifiers.ts'
import type { Cents } from '#platform/values/money.ts'
import { ACCOUNT_LINK_DAYS, liveOrderStates, refundsUnderWay } from '../../rules.ts'
import { payingAccountOf } from '../matching/overpaid.ts'
import { findPaymentOrder, lockPaymentOrderView } from '../paying/queue.ts'

/** A repayment as somebody asks for it. */
export interface NewRepayment {
  readonly invoiceId: string
  /** Left out, the account from which the money came, or the payer is asked for one. */
  readonly iban?: string | null
  readonly scope: Scope
  readonly actor: Actor
  readonly userId: string
}

type Payable = NonNullable<Awaited<ReturnType<typeof lockInvoice>>>

/** The account from which at least so much came that still stands; null where nothing that proves it to the repayer tells of one. */
async function payingAccount(
  db: Db,
  { id: invoiceId }: Payable,
  amountCents: Cents,
  repayer: string,
): Promise<string | null> {
  const found = await payingAccountOf(sql`${invoiceId}`, sql`${amountCents}::bigint`, repayer).execute(db)
  const iban = found.rows[0]?.iban ?? ''
  return isIban(iban) ? compactIban(iban) : null
}

/** The account that the register has of the lessor who was billed; null without one. */
async function lessorAccount(db: Db, { party, leasing_company_id: id }: Payable): Promise<string | null> {
  if (party !== 'LESSOR' || !id) return null
  const row = await db.selectFrom('leasing_companies').select('iban').where('id', '=', id).executeTakeFirst()
  return row?.iban ?? null
}

/** Keeps the money of an invoice that the bank is paying from another way. @throws PAYMENT_ORDER_STEP_NOT_ALLOWED */
export async function refuseLiveOrder(db: Db, invoiceId: string): Promise<void> {
  const live = await db
    .selectFrom('payment_orders')
    .select('state')
    .where('invoice_id', '=', invoiceId)
    .where('state', 'in', [...liveOrderStates])
    .executeTakeFirst()
  if (live) throw new AppError('PAYMENT_ORDER_STEP_NOT_ALLOWED', { details: { state: live.state } })
}

/** What an invoice has too much and is not yet on its way back. @throws NOTHING_TO_PAY, PAYMENT_ORDER_STEP_NOT_ALLOWED */
async function repayableCents(db: Db, invoice: Payable): Promise<Cents> {
  const overpaid = -(invoice.open_cents ?? 0)
  if (invoice.direction !== 'SALES' || invoice.stage !== 'SENT' || overpaid <= 0) throw new AppError('NOTHING_TO_PAY')
  const { pending } = await db
    .selectFrom('paytrail_refunds')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amount_cents'), eb.lit(0)).as('pending'))
    .where('invoice_id', '=', invoice.id)
    .where('state', 'in', refundsUnderWay)
    .executeTakeFirstOrThrow()
  if (overpaid <= pending) throw new AppError('NOTHING_TO_PAY')
  await refuseLiveOrder(db, invoice.id)
  return overpaid - pending
}

/** The users who can name an account for what an invoice has too much. */
async function askable(db: Db, invoice: Payable): Promise<string[]> {
  if (invoice.party === 'EMPLOYER') return employerUserIds(db, invoice.company_id)
  if (invoice.party !== 'PERSON' || !invoice.beneficiary_employee_id) return []
  const found = await db
    .selectFrom('beneficiary_employees as e')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .select('u.id')
    .where('e.id', '=', invoice.beneficiary_employee_id)
    .where('u.deactivated_at', 'is', null)
    .where('u.invited', '=', false)
    .execute()
  return found.map(({ id }) => id)
}

/** Where the money goes, and whether a second person has to look at it. @throws VALIDATION for a wrong account, or none */
async function accountFor(
  { db, brand }: { readonly db: Db; readonly brand: Services['brand'] },
  invoice: Payable,
  { amountCents, named, repayer }: { amountCents: Cents; named: string | null; repayer: string },
) {
  const from = await payingAccount(db, invoice, amountCents, repayer)
  // Money that we have moved between accounts of our own tells of no payer.
  const paying = from === compactIban(brand.iban) ? null : from
  const known = await lessorAccount(db, invoice)
  const iban = named ? payeeIban(named, { brand }) : (paying ?? known)
  if (iban !== null && iban === paying)
    return { state: 'QUEUED', account_from: 'PAYING_ACCOUNT', payee_iban: iban } as const
  if (iban !== null && iban === known) return { state: 'QUEUED', account_from: 'REGISTER', payee_iban: iban } as const
  if (iban !== null) return { state: 'TO_CONFIRM', account_from: 'STAFF', payee_iban: iban } as const
  return { state: 'ASKED', account_from: 'PAYER', payee_iban: null } as const
}

/**
 * Orders what an invoice has too much back to its payer: to the account from which it came, or to another one that a
 * second person confirms, or the payer is asked for one by a link.
 * @returns the payment order's id
 * @throws NOT_FOUND, NOTHING_TO_PAY, PAYMENT_ORDER_STEP_NOT_ALLOWED while one is on its way, VALIDATION_ERROR at `iban`
 */
export async function openRepayment(db: Db, services: Services, repayment: NewRepayment): Promise<string> {
  const { env, texts } = services
  const invoice = (await lockInvoice(db, repayment.scope, repayment.invoiceId)) ?? fail('NOT_FOUND')
  const amountCents = await repayableCents(db, invoice)
  const account = await accountFor({ db, brand: services.brand }, invoice, {
    amountCents,
    named: repayment.iban ?? null,
    repayer: repayment.userId,
  })
  const asked = account.state === 'ASKED' ? await askable(db, invoice) : []
  if (account.state === 'ASKED' && asked.length === 0) failField('iban', 'REQUIRED', 'nobody can be asked for it')
  const buyer = invoice.buyer as { name?: string; language?: string } | null
  const id = env.id()
  await db
    .insertInto('payment_orders')
    .values({
      id,
      company_id: invoice.company_id,
      invoice_id: invoice.id,
      kind: 'REPAYMENT',
      ...account,
      // A link may be in other hands than those of the company's admins.
      needs_approval: account.state === 'ASKED' && invoice.party === 'EMPLOYER',
      payee_name: buyer?.name ?? invoiceView(invoice, helsinkiDay(env.now())).otherParty,
      amount_cents: amountCents,
      message: texts.t((buyer?.language ?? 'fi') as 'fi', 'banking:repayment.message', { number: invoice.number }),
      made_by: repayment.userId,
      created_at: env.now(),
      updated_at: env.now(),
    })
    .execute()
  await logOrder(db, services, repayment.actor, { id, to: account.state, invoiceId: invoice.id })
  if (account.state === 'ASKED') await askForAccount(db, services, { id, invoice, amountCents, userIds: asked })
  return id
}

async function askForAccount(
  db: Db,
  services: Services,
  { id, invoice, amountCents, userIds }: { id: string; invoice: Payable; amountCents: Cents; userIds: string[] },
): Promise<void> {
  const { token } = await createLinkToken(db, services.env, {
    purpose: 'repayment',
    days: ACCOUNT_LINK_DAYS,
    companyId: invoice.company_id,
    subjectId: id,
  })
  await notify(db, services, userIds, {
    type: 'GENERAL',
    template: 'banking:notice.accountAsked',
    link: pageUrl('repayment', { token }),
    companyId: invoice.company_id,
    mail: true,
    head: invoice.party === 'PERSON' ? await headOfBill(db, services, invoice.agreement_id) : null,
    priority: 'HIGH',
    values: { number: invoice.number, amount: { cents: amountCents } },
  })
}

/** Notes a change of a payment order for the event log. */
export async function logOrder(
  db: Db,
  { env }: Pick<Services, 'env'>,
  actor: Actor,
  { id, ...data }: { id: string } & Record<string, unknown>,
): Promise<void> {
  await logEvent(db, env, actor, 'PAYMENT_ORDER_CHANGED', { subject: { type: 'register', id }, shared: false, data })
}

/** Staff order a repayment. */
export async function queueRepayment(context: SignedInContext, body: { invoiceId: string; iban?: string }) {
  const { db, user } = context
  await refuseOwnInvoices(db, user.userId, [body.invoiceId])
  const id = await openRepayment(db, context, {
    invoiceId: body.invoiceId,
    iban: body.iban?.trim() || null,
    scope: scopeOf(user, 'invoice:read'),
    actor: actorOf(user),
    userId: user.userId,
  })
  return findPaymentOrder(db, id)
}

/**
 * A second person has looked at an account that is not the one from which the money came. Where there is none to whoever
 * named it, anybody confirms it; the release then takes 24 hours and a code.
 * @throws NOT_FOR_ONESELF, PAYMENT_ORDER_STEP_NOT_ALLOWED, STEP_UP_REQUIRED, ACCOUNT_NOT_APPROVED by the payer's company
 */
export async function confirmPayee(context: SignedInContext, id: string, body: { version: number }) {
  const { db, env, user } = context
  const order = await lockPaymentOrderView(db, id)
  requireVersion(body.version, order.view.version, order.view)
  if (order.view.state !== 'TO_CONFIRM')
    throw new AppError('PAYMENT_ORDER_STEP_NOT_ALLOWED', { details: { state: order.view.state } })
  if (order.view.awaitsCompany) throw new AppError('ACCOUNT_NOT_APPROVED')
  await refuseOwnInvoices(db, user.userId, [order.view.invoiceId])
  const asked = { permission: 'bank:pay' as const, proposer: order.madeBy, now: env.now() }
  const seconds = order.view.accountFrom === 'STAFF' ? await secondStaff(db, asked) : []
  if (seconds.length > 0 && !seconds.some(({ id: one }) => one === user.userId)) throw new AppError('NOT_FOR_ONESELF')
  await requireStepUp(context)
  await db
    .updateTable('payment_orders')
    .set({
      state: 'QUEUED',
      confirmed_by: user.userId,
      confirmed_at: env.now(),
      confirmed_alone: order.view.accountFrom === 'STAFF' && seconds.length === 0,
      version: order.view.version + 1,
      updated_at: env.now(),
    })
    .where('id', '=', id)
    .execute()
  await logOrder(db, context, actorOf(user), { id, to: 'QUEUED', confirmed: true })
  return findPaymentOrder(db, id)
}
