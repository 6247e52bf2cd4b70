import { employerUserIds, notify } from '#features/notifications/server/notify.ts'
import { pages, pageUrl } from '#platform/contract/pages.ts'
import { sendMail } from '#platform/server/database/messages.ts'
import { createLinkToken } from '#platform/server/http/link-tokens.ts'
import type { OrderEffectContext } from './move.ts'
import type { OrderRecord } from './record.ts'

type Run = (context: OrderEffectContext) => Promise<void>

export const bikeNameOf = ({ order }: OrderRecord) => [order.bike_brand, order.bike_model].filter(Boolean).join(' ')

export const noticeToEmployee: Run = async ({ db, services, row: record, to, input }) => {
  const { order, surroundings } = record
  await notify(db, services, [surroundings.owner_id], {
    type: 'ORDER_STATUS_CHANGE',
    template: `orders:notice.${to}`,
    link: pages.myBike,
    companyId: order.company_id,
    mail: true,
    values: {
      bike: bikeNameOf(record),
      order: order.order_number,
      question: input.extra?.question ?? '',
      reason: input.reason ?? '',
    },
  })
}

export const noticeToEmployer: Run = async ({ db, services, row: record, to }) => {
  const { order, surroundings } = record
  await notify(db, services, await employerUserIds(db, order.company_id), {
    type: 'ORDER_STATUS_CHANGE',
    template: `orders:employerNotice.${to}`,
    link: pageUrl('employerOrder', { orderId: order.id }),
    companyId: order.company_id,
    values: { name: `${surroundings.first_name} ${surroundings.last_name}`, order: order.order_number },
  })
}

export const storeOrderMail: Run = async ({ db, services, row: record, changes }) => {
  const { order, surroundings: s } = record
  const { token } = await createLinkToken(db, services.env, {
    purpose: 'store-order',
    days: 180,
    companyId: order.company_id,
    subjectId: order.id,
  })
  await sendMail(db, services, {
    to: s.store_email!,
    language: 'fi',
    template: 'orders:mail.storeOrder',
    link: pageUrl('storeOrder', { token }),
    companyId: order.company_id,
    values: {
      order: order.order_number,
      bike: bikeNameOf(record),
      buyer: `${s.first_name} ${s.last_name}`,
      code: services.vault.open(changes.security_code_sealed!),
      store: s.store_name,
    },
  })
}

export const deliveryLinkMails: Run = async ({ db, services, row: record }) => {
  const { order, surroundings: s } = record
  const values = { order: order.order_number, bike: bikeNameOf(record), buyer: s.first_name, store: s.store_name }
  const links = await db
    .selectFrom('link_tokens')
    .select(['user_id', 'sealed'])
    .where('subject_id', '=', order.id)
    .where('purpose', '=', 'delivery')
    .where('revoked_at', 'is', null)
    .execute()
  for (const { user_id: userId, sealed } of links) {
    const link = pageUrl('delivery', { token: services.vault.open(sealed!) })
    if (userId)
      await sendMail(db, services, {
        to: s.email,
        language: s.person_language,
        template: 'orders:mail.deliveryEmployee',
        link,
        userId,
        companyId: order.company_id,
        values,
      })
    else if (s.store_email)
      await sendMail(db, services, {
        to: s.store_email,
        language: 'fi',
        template: 'orders:mail.deliveryStore',
        link,
        companyId: order.company_id,
        values,
      })
  }
}
