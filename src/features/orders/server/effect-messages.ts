import { employerUserIds, notify } from '#features/notifications/server/notify.ts'
import { sendMail } from '#platform/server/database/messages.ts'
import { createLinkToken } from '#platform/server/http/link-tokens.ts'
import type { Effect } from './move.ts'

type Run = (effect: Effect) => Promise<void>

const bikeName = ({ order }: Effect['record']) => [order.bike_brand, order.bike_model].filter(Boolean).join(' ')

export const noticeToEmployee: Run = async ({ db, services, record, input }) => {
  const { order, surroundings } = record
  await notify(db, services, [surroundings.owner_id], {
    type: 'ORDER_STATUS_CHANGE',
    template: `orders:notice.${input.to}`,
    link: '/mybike',
    companyId: order.company_id,
    mail: true,
    values: {
      bike: bikeName(record),
      order: order.order_number,
      question: input.question ?? '',
      reason: input.reason ?? '',
    },
  })
}

export const noticeToEmployer: Run = async ({ db, services, record, input }) => {
  const { order, surroundings } = record
  await notify(db, services, await employerUserIds(db, order.company_id), {
    type: 'ORDER_STATUS_CHANGE',
    template: `orders:employerNotice.${input.to}`,
    link: `/tyonantaja/tilaus/${order.id}`,
    companyId: order.company_id,
    values: { name: `${surroundings.first_name} ${surroundings.last_name}`, order: order.order_number },
  })
}

/** Who may sign for the employer, the buyer excepted: nobody signs for both sides. */
async function signersOf({ db, record: { order, surroundings } }: Effect): Promise<string[]> {
  const named = await employerUserIds(db, order.company_id)
  return [...new Set([...named, ...surroundings.signer_user_ids])].filter((id) => id !== surroundings.owner_id)
}

export const signingMails: Run = async (effect) => {
  const { db, services, record } = effect
  const { order, surroundings: s } = record
  await sendMail(db, services, {
    to: s.email,
    language: s.person_language,
    template: 'orders:mail.signEmployee',
    link: '/mybike',
    userId: s.owner_id,
    companyId: order.company_id,
    values: { name: s.first_name, bike: bikeName(record), company: s.company_name },
  })
}

export const employeeOrderToEmployer: Run = async (effect) => {
  const { db, services, record } = effect
  const { order, surroundings: s } = record
  await notify(db, services, await signersOf(effect), {
    type: 'EMPLOYEE_ORDER',
    template: 'orders:employerNotice.sign',
    priority: 'HIGH',
    mail: true,
    companyId: order.company_id,
    link: `/tyonantaja/tilaus/${order.id}`,
    values: { name: `${s.first_name} ${s.last_name}`, bike: bikeName(record), order: order.order_number },
  })
}

export const reasonToEmployee: Run = async ({ db, services, record, input }) => {
  await notify(db, services, [record.surroundings.owner_id], {
    type: 'ORDER_STATUS_CHANGE',
    template: 'orders:notice.rejected',
    link: '/mybike',
    companyId: record.order.company_id,
    mail: true,
    priority: 'HIGH',
    values: { bike: bikeName(record), reason: input.reason ?? '' },
  })
}

export const storeOrderMail: Run = async ({ db, services, record }) => {
  const { order, surroundings: s } = record
  const fresh = await db
    .selectFrom('orders')
    .select('security_code_sealed')
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow()
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
    link: `/liike/${token}`,
    companyId: order.company_id,
    values: {
      order: order.order_number,
      bike: bikeName(record),
      buyer: `${s.first_name} ${s.last_name}`,
      code: services.vault.open(fresh.security_code_sealed!),
      store: s.store_name,
    },
  })
}

export const deliveryLinkMails: Run = async ({ db, services, record }) => {
  const { order, surroundings: s } = record
  const values = { order: order.order_number, bike: bikeName(record), buyer: s.first_name, store: s.store_name }
  const links = await db
    .selectFrom('link_tokens')
    .select(['user_id', 'sealed'])
    .where('subject_id', '=', order.id)
    .where('purpose', '=', 'delivery')
    .where('revoked_at', 'is', null)
    .execute()
  for (const { user_id: userId, sealed } of links) {
    const link = `/runkonumero-ja-toimitus/${services.vault.open(sealed!)}`
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
