import { employerUserIds, notify } from '#features/ground/notifications/server/notify.ts'
import { pages, pageUrl } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { TakenBy } from '#platform/server/process/take-step.ts'
import { formatDay } from '#platform/values/days.ts'
import type { OrderTurn, OrderWords } from '../../rules/words.ts'
import { mailStore } from '../store/store-mail.ts'
import { bikeNameOf, tellOfPickup } from './effect-messages.ts'
import type { MoveTexts } from './move.ts'
import { orderHead } from './order-head.ts'
import type { OrderRecord } from './record.ts'

/** Who may sign for the employer, the buyer excepted: nobody signs for both sides. */
async function signersOf(db: Db, { order, related }: OrderRecord): Promise<string[]> {
  const named = await employerUserIds(db, order.company_id)
  return [...new Set([...named, ...related.signer_user_ids])].filter((id) => id !== related.owner_id)
}

/** Where an employer does what a turn asks. */
function employerLink({ action }: OrderTurn, { order }: OrderRecord): string {
  if (action === 'nameSigner' || action === 'changePolicy') return pages.companySettings
  if (action === 'changeEmployment') return `/tyonantaja?tab=manage&open=${order.beneficiary_employee_id}`
  return pageUrl('employerOrder', { orderId: order.id })
}

/** The message of a turn; a returned agreement says why. */
function templateOf(turn: OrderTurn, { step }: TakenBy<OrderWords, MoveTexts>): string | null {
  if (step?.name === 'rejectAgreement' && turn.awaited === 'EMPLOYEE') return 'orders:notice.rejected'
  return turn.notice !== null && turn.notice !== 'DESK' ? turn.notice.template : null
}

/** What whoever has just acted may still owe, as signer or as the company's only admin. */
const notifiesTheActor = new Set(['sign', 'nameSigner'])

/** Tells the person of a turn: notice and mail with the one action, never to the one who has just acted. */
export async function notifyTurn(
  db: Db,
  services: Services,
  record: OrderRecord,
  turn: OrderTurn,
  by: TakenBy<OrderWords, MoveTexts>,
): Promise<void> {
  const { order, related: s } = record
  const template = templateOf(turn, by)
  if (!template) return
  if (turn.action === 'pickUp') return tellOfPickup(db, services, record, { ...turn, due: by.due })
  if (turn.awaited === 'STORE') return mailStore(db, services, record, template, { due: by.due })
  const isEmployer = turn.awaited === 'EMPLOYER'
  const admins = turn.action === 'nameSigner' ? await employerUserIds(db, order.company_id) : null
  const recipients = isEmployer ? (admins ?? (await signersOf(db, record))) : [s.owner_id]
  await notify(
    db,
    services,
    recipients.filter((userId) => userId !== by.input.actor.userId || notifiesTheActor.has(turn.action)),
    {
      type: isEmployer ? 'EMPLOYEE_ORDER' : 'ORDER_STATUS_CHANGE',
      template,
      priority: isEmployer || by.step?.name === 'rejectAgreement' ? 'HIGH' : 'NORMAL',
      mail: true,
      head: orderHead(record, { viewer: isEmployer ? 'EMPLOYER' : 'EMPLOYEE', template }),
      sms: turn.action === 'confirm',
      turn: { subjectId: order.id, awaited: turn.awaited, action: turn.action, due: by.due },
      companyId: order.company_id,
      link: isEmployer ? employerLink(turn, record) : pages.myBike,
      values: {
        name: isEmployer ? `${s.first_name} ${s.last_name}` : s.first_name,
        bike: bikeNameOf(record),
        order: order.order_number,
        company: s.company_name,
        day: formatDay(s.last_working_day),
        question: by.input.extra?.question ?? order.hold_question ?? '',
        reason: by.input.reason ?? '',
      },
    },
  )
}
