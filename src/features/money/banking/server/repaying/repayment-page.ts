import { employerUserIds, notify } from '#features/ground/notifications/server/notify.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import { systemActor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { payeeIban } from '#platform/server/http/identifier-fields.ts'
import { type LinkToken, subjectOf } from '#platform/server/http/link-tokens.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import type { PaymentOrderState } from '../../rules.ts'
import { lockInvoiceOf } from '../paying/payment-orders.ts'
import { shortAccount } from './approve-account.ts'
import { logOrder } from './repay.ts'

function repaymentOf(db: Db, link: LinkToken) {
  return db
    .selectFrom('payment_orders as o')
    .innerJoin('invoices as i', 'i.id', 'o.invoice_id')
    .select(['o.id', 'o.version', 'o.state', 'o.amount_cents', 'o.company_id', 'o.needs_approval', 'o.invoice_id'])
    .select(['i.number', 'i.beneficiary_employee_id'])
    .where('o.id', '=', subjectOf(link))
}

type Order = Awaited<ReturnType<ReturnType<typeof repaymentOf>['executeTakeFirstOrThrow']>>

type Shown = Pick<Order, 'state' | 'number' | 'amount_cents' | 'needs_approval'>

const view = (row: Shown, payer: string) => ({
  state: row.state as PaymentOrderState,
  number: row.number,
  amount: eurosFromCents(row.amount_cents),
  payer,
  needsApproval: row.needs_approval,
})

/** What the payer sees of a repayment: how much, of which invoice, and whether an account is still wanted. */
export async function repaymentPage(db: Db, { brand }: Services, link: LinkToken) {
  return view((await repaymentOf(db, link).executeTakeFirst()) ?? fail('NOT_FOUND'), brand.legalName)
}

/** Tells the person which account was named, as the link may have come into other hands; asks a company's admins for their word. */
async function tellPayer(db: Db, services: Services, order: Order, account: string): Promise<void> {
  const person = order.beneficiary_employee_id
    ? await db
        .selectFrom('beneficiary_employees')
        .select('user_id')
        .where('id', '=', order.beneficiary_employee_id)
        .where('company_id', '=', order.company_id)
        .executeTakeFirstOrThrow()
    : null
  await notify(db, services, person ? [person.user_id] : await employerUserIds(db, order.company_id), {
    type: 'GENERAL',
    template: person ? 'banking:notice.accountGiven' : 'banking:notice.employerAccountGiven',
    link: person ? pageUrl('myBike', {}) : pageUrl('ownInvoices', {}, { open: order.invoice_id }),
    companyId: order.company_id,
    mail: true,
    ...(order.needs_approval
      ? { priority: 'HIGH', turn: { subjectId: order.id, awaited: 'EMPLOYER', action: 'approveAccount' } }
      : {}),
    values: {
      number: order.number,
      amount: { cents: order.amount_cents },
      account: shortAccount(account),
    },
  })
}

/**
 * The payer names the account for a repayment, once; a company's admin approves it, and a member of staff looks at it
 * before the money leaves. The payer is told of it by a notice, in case somebody else had the link.
 * @throws PAYMENT_ORDER_STEP_NOT_ALLOWED when no account is wanted (any more)
 */
export async function giveAccount(db: Db, services: Services, link: LinkToken, iban: string) {
  const { env, brand } = services
  await lockInvoiceOf(db, subjectOf(link))
  const order = (await repaymentOf(db, link).forUpdate('o').executeTakeFirst()) ?? fail('NOT_FOUND')
  if (order.state !== 'ASKED') throw new AppError('PAYMENT_ORDER_STEP_NOT_ALLOWED', { details: { state: order.state } })
  const account = payeeIban(iban, services)
  await db
    .updateTable('payment_orders')
    .set({ state: 'TO_CONFIRM', payee_iban: account, version: order.version + 1, updated_at: env.now() })
    .where('id', '=', order.id)
    .execute()
  await logOrder(db, services, systemActor, { id: order.id, to: 'TO_CONFIRM' })
  await tellPayer(db, services, order, account)
  return view({ ...order, state: 'TO_CONFIRM' }, brand.legalName)
}
