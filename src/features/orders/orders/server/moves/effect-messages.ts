import { employerReceivers, notify } from '#features/ground/notifications/server/notify.ts'
import { nameOfBike } from '#features/pricing/leasing/rules/bike-name.ts'
import { pages, pageUrl } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import { sendMail } from '#platform/server/messages/messages.ts'
import { addDays, type Day, helsinkiDay } from '#platform/values/days.ts'
import { mapLink } from '#platform/values/map-link.ts'
import { orderTurns } from '../../rules/turns.ts'
import type { OrderTurn } from '../../rules/words.ts'
import type { OrderStatus } from '../../rules.ts'
import { mailStore } from '../store/store-mail.ts'
import type { OrderEffectContext } from './move.ts'
import { orderHead } from './order-head.ts'
import type { OrderRecord, OrderRow } from './record.ts'

type Run = (context: OrderEffectContext) => Promise<void>

export const bikeNameOf = ({ order }: OrderRecord) => nameOfBike(order)

export const noticeToEmployee: Run = async ({ db, services, row: record, to, input }) => {
  const { order, related } = record
  // Whoever has the bicycle already need not hear that it has been ordered.
  if (to === 'PROCESSED' && order.delivery_day !== null) return
  const template = `orders:notice.${to}`
  await notify(db, services, [related.owner_id], {
    type: 'ORDER_STATUS_CHANGE',
    template,
    link: pages.myBike,
    companyId: order.company_id,
    mail: true,
    head: orderHead(record, { viewer: 'EMPLOYEE', template, to }),
    values: {
      bike: bikeNameOf(record),
      order: order.order_number,
      question: input.extra?.question ?? '',
      reason: input.reason ?? '',
    },
  })
}

export const noticeToEmployer: Run = async ({ db, services, row: record, to }) => {
  const { order, related } = record
  await notify(db, services, await employerReceivers(db, order.company_id, 'order:read'), {
    type: 'ORDER_STATUS_CHANGE',
    template: `orders:employerNotice.${to}`,
    link: pageUrl('employerOrder', { orderId: order.id }),
    companyId: order.company_id,
    values: { name: `${related.first_name} ${related.last_name}`, order: order.order_number },
  })
}

export const storeOrderMail: Run = ({ db, services, row, to }) =>
  mailStore(db, services, row, 'orders:mail.storeOrder', {
    due: dueDayOfAction('CONFIRMED', 'openOrder', services.env.now()),
    to,
  })

/** The last day of a turn that an effect tells of, as it begins. */
function dueDayOfAction(status: OrderStatus, action: string, since: Date): Day | null {
  const days = orderTurns[status].find((turn) => turn.action === action)?.dueDays
  return days ? addDays(helsinkiDay(since), days) : null
}

/** A store that asked hears what the buyer answers. */
export const answerToStore: Run = async ({ db, services, row, to, input }) => {
  if (row.order.question_by !== 'STORE') return
  await mailStore(db, services, row, 'orders:mail.storeAnswer', {
    values: { question: row.order.hold_question ?? '', answer: input.extra?.answer ?? '' },
    to,
  })
}

function confirmationOf(order: OrderRow): string {
  if (!order.bike_store_id) return 'orders:mail.confirmedOnlineShop'
  return order.is_online_order ? 'orders:mail.confirmedOnline' : 'orders:mail.confirmed'
}

/** What comes next, with the code that the buyer tells at the hand-over. */
export const confirmationMail: Run = async ({ db, services, row: record, to, changes }) => {
  const { order, related: s } = record
  const template = confirmationOf(order)
  await sendMail(db, services, {
    to: s.email,
    language: s.person_language,
    template,
    head: orderHead(record, { viewer: 'EMPLOYEE', template, to }),
    link: pages.myBike,
    userId: s.owner_id,
    companyId: order.company_id,
    values: {
      name: s.first_name,
      bike: bikeNameOf(record),
      order: order.order_number,
      store: s.store_name,
      address: s.store_address ?? '',
      ...(changes.security_code_sealed ? { code: services.vault.open(changes.security_code_sealed) } : {}),
    },
  })
}

const noticeUnlessOwn =
  (template: string): Run =>
  async ({ db, services, row: record, to, input }) => {
    const { order, related: s } = record
    if (input.actor.userId === s.owner_id) return
    await notify(db, services, [s.owner_id], {
      type: 'ORDER_STATUS_CHANGE',
      template,
      link: pages.myBike,
      companyId: order.company_id,
      mail: true,
      head: orderHead(record, { viewer: 'EMPLOYEE', template, to }),
      values: {
        bike: bikeNameOf(record),
        order: order.order_number,
        company: s.company_name,
        reason: input.reason || '–',
      },
    })
  }

export const noticeOfCancellation = noticeUnlessOwn('orders:notice.CANCELLED')
export const noticeOfWithdrawnQuestion = noticeUnlessOwn('orders:notice.questionWithdrawn')

/** The buyer's own link: needed where no store reports the hand-over. */
export const deliveryLinkMail: Run = async ({ db, services, row: record, to }) => {
  const { order, related: s } = record
  if (order.delivery_day !== null) return
  const link = await db
    .selectFrom('link_tokens')
    .select('sealed')
    .where('subject_id', '=', order.id)
    .where('purpose', '=', 'delivery')
    .where('user_id', '=', s.owner_id)
    .where('revoked_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!link?.sealed) return
  const template = order.bike_store_id ? 'orders:mail.deliveryByStore' : 'orders:mail.deliveryEmployee'
  await sendMail(db, services, {
    to: s.email,
    language: s.person_language,
    template,
    head: orderHead(record, { viewer: 'EMPLOYEE', template, to }),
    link: pageUrl('delivery', { token: services.vault.open(link.sealed) }),
    userId: s.owner_id,
    companyId: order.company_id,
    values: { order: order.order_number, bike: bikeNameOf(record), buyer: s.first_name, store: s.store_name },
  })
}

/** What the buyer needs at the shop, by the mail that may carry the code; the notice says it without. */
async function mailTheCode(
  db: Db,
  services: Services,
  record: OrderRecord,
  template: string,
  code: string,
  due: Day | null = null,
) {
  const { order, related: s } = record
  await sendMail(db, services, {
    to: s.email,
    language: s.person_language,
    template,
    head: orderHead(record, { viewer: 'EMPLOYEE', template }),
    link: pages.myBike,
    due,
    userId: s.owner_id,
    companyId: order.company_id,
    values: {
      name: s.first_name,
      bike: bikeNameOf(record),
      order: order.order_number,
      store: s.store_name,
      address: s.store_address ?? '',
      hours: s.store_opening_hours ?? '',
      way: mapLink(s.store_address ?? s.store_name ?? ''),
      code,
    },
  })
}

/** The bicycle can be picked up: where, when and with which code. */
export async function tellOfPickup(
  db: Db,
  services: Services,
  record: OrderRecord,
  { awaited, action, due }: Pick<OrderTurn, 'awaited' | 'action'> & { readonly due: Day | null },
): Promise<void> {
  const { order, related: s } = record
  await notify(db, services, [s.owner_id], {
    type: 'ORDER_STATUS_CHANGE',
    template: 'orders:notice.ready',
    link: pages.myBike,
    companyId: order.company_id,
    priority: 'HIGH',
    sms: true,
    turn: { subjectId: order.id, awaited, action, due },
    values: {
      bike: bikeNameOf(record),
      store: s.store_name,
      address: s.store_address ?? '',
      hours: s.store_opening_hours ?? '',
    },
  })
  const template = s.store_opening_hours ? 'orders:mail.readyWithHours' : 'orders:mail.ready'
  await mailTheCode(db, services, record, template, services.vault.open(order.security_code_sealed!), due)
}

/** Somebody has guessed: the buyer gets another code. */
export const tellOfNewCode = (db: Db, services: Services, record: OrderRecord, code: string) =>
  mailTheCode(db, services, record, 'orders:mail.newCode', code)
