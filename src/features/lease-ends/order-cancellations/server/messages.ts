import { employerReceivers, notify } from '#features/ground/notifications/server/notify.ts'
import { storeLink } from '#features/orders/orders/server/store/store-key.ts'
import { lessorLink } from '#features/pricing/leasing/server/lessor-link.ts'
import { headBeside } from '#features/story/lease-story/server/head.ts'
import { pages, pageUrl } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import { sendMail } from '#platform/server/messages/messages.ts'
import type { Day } from '#platform/values/days.ts'
import { formatEuros, sumCents } from '#platform/values/money.ts'
import type { CancellationTurn } from '../rules/process.ts'
import type { LineParty } from '../rules.ts'
import { storeLinesOf, turnFactsOf } from './facts.ts'
import type { CaseRecord, LineRow } from './record.ts'

interface NoticeContext {
  readonly db: Db
  readonly services: Services
  readonly row: CaseRecord
}

function valuesOf({ about }: CaseRecord) {
  return {
    name: about.first_name,
    buyer: `${about.first_name} ${about.last_name}`,
    order: about.order_number,
    bike: about.bike,
    company: about.company_name,
    store: about.store_name ?? '',
    lessor: about.lessor_name ?? '',
    agreement: about.agreement_number ?? '',
    frame: about.frame_number ?? '–',
  }
}

/** Where the lease of the order stands, where it has one and the cancellation is not its story. */
const headOfPerson = async (db: Db, services: Services, { about }: CaseRecord) =>
  about.agreement_id && about.lease_state
    ? headBeside(db, services, { agreementId: about.agreement_id, isOwn: true, kind: 'CANCELLATION' })
    : null

/** Tells the buyer, with the one action where there is one. */
async function notifyEmployee(
  { db, services, row }: NoticeContext,
  template: string,
  { values = {}, turn, due = null }: { values?: object; turn?: CancellationTurn; due?: Day | null } = {},
): Promise<void> {
  await notify(db, services, [row.about.owner_id], {
    type: 'ORDER_STATUS_CHANGE',
    template: `order-cancellations:notice.${template}`,
    link: pages.myBike,
    companyId: row.row.company_id,
    mail: true,
    head: await headOfPerson(db, services, row),
    values: { ...valuesOf(row), ...values },
    ...(turn ? { turn: { subjectId: row.row.id, awaited: turn.awaited, action: turn.action, due } } : {}),
  })
}

async function notifyEmployer(
  { db, services, row }: NoticeContext,
  template: string,
  values: object = {},
): Promise<void> {
  const recipients = await employerReceivers(db, row.row.company_id, 'order-cancellation:read')
  await notify(
    db,
    services,
    recipients.filter((userId) => userId !== row.about.owner_id),
    {
      type: 'EMPLOYEE_ORDER',
      template: `order-cancellations:employerNotice.${template}`,
      link: pageUrl('employerOrder', { orderId: row.row.order_id }),
      companyId: row.row.company_id,
      values: { ...valuesOf(row), ...values },
    },
  )
}

async function mailTo(
  { db, services, row }: NoticeContext,
  to: string | null,
  template: string,
  { link, due, language = 'fi' }: { link?: string; due?: Day | null; language?: 'fi' | 'en' | 'sv' } = {},
): Promise<void> {
  if (!to) return
  const { brand } = services
  const sum = sumCents(storeLinesOf(row).map(({ expected_cents }) => expected_cents))
  await sendMail(db, services, {
    to,
    language,
    template: `order-cancellations:mail.${template}`,
    ...(link ? { link } : {}),
    due,
    companyId: row.row.company_id,
    values: {
      ...valuesOf(row),
      sum: formatEuros(sum, language),
      invoices: storeLinesOf(row)
        .map(({ invoice_number }) => invoice_number ?? '–')
        .join(', '),
      operator: brand.legalName,
      iban: brand.iban,
      email: brand.email,
    },
  })
}

/** The store hears that the order is off; where it owes money, its turn says so instead. */
export async function notifyStore(context: NoticeContext): Promise<void> {
  if (!turnFactsOf(context.row).owesStore) await mailStore(context, 'storeCancelled')
}

/** Buyer and employer hear that the order is off; whoever has the bike hears of it as a turn. */
export async function notifyParties(context: NoticeContext): Promise<void> {
  if (!turnFactsOf(context.row).isBikeOut) await notifyEmployee(context, 'opened')
  await notifyEmployer(context, 'opened')
}

/** What a party gets back and pays, in its own lines. */
function sumsFor(record: CaseRecord, party: LineParty, to: 'fi' | 'en' | 'sv') {
  const own = record.lines.filter((line) => line.party === party && line.state === 'SETTLED')
  const sum = (direction: LineRow['direction']) =>
    formatEuros(sumCents(own.filter((line) => line.direction === direction).map((line) => line.settled_cents)), to)
  return { back: sum('FROM_US'), paid: sum('TO_US') }
}

export async function notifyCompleted(context: NoticeContext): Promise<void> {
  const { about } = context.row
  await notifyEmployee(context, 'completed', { values: sumsFor(context.row, 'PERSON', about.person_language) })
  await notifyEmployer(context, 'completed', sumsFor(context.row, 'EMPLOYER', about.company_language))
}

export async function notifyWithdrawn(context: NoticeContext): Promise<void> {
  await notifyEmployee(context, 'withdrawn')
  await notifyEmployer(context, 'withdrawn')
  await mailStore(context, 'storeWithdrawn')
}

/** The store hears how its order stands, with the link of the order, on which it tells that it has paid back. */
export async function mailStore(
  context: NoticeContext,
  template: 'storeRefund' | 'storeRefundAgain' | 'storeCancelled' | 'storeWithdrawn' = 'storeRefund',
  due: Day | null = null,
): Promise<void> {
  const { db, services, row } = context
  const { store_email: to, store_id: storeId } = row.about
  if (!to || !storeId) return
  const part = { purpose: 'store-refund', subjectId: row.row.id } as const
  const link = await storeLink(db, services, { orderId: row.row.order_id }, storeId, part)
  await mailTo(context, to, template, { link, due, language: row.about.store_language })
}

/** The lessor is asked for its consent, with the link of its page. */
async function mailLessor(context: NoticeContext, due: Day | null): Promise<void> {
  const { db, services, row } = context
  const { lessor_id: lessorId, lessor_email: to } = row.about
  if (to && lessorId)
    await mailTo(context, to, 'lessorConsent', { link: await lessorLink(db, services, { lessorId }), due })
}

/** Tells the person of a turn that it is theirs. */
export async function notifyTurn(
  db: Db,
  services: Services,
  row: CaseRecord,
  turn: CancellationTurn,
  { due }: { readonly due: Day | null },
): Promise<void> {
  const { awaited } = turn
  const context = { db, services, row }
  if (awaited === 'EMPLOYEE') await notifyEmployee(context, 'returnBike', { turn, due })
  if (awaited === 'STORE') await mailStore(context, 'storeRefund', due)
  if (awaited === 'LESSOR') await mailLessor(context, due)
}
