import { nameOfBike } from '#features/pricing/leasing/rules/bike-name.ts'
import type { MailHead } from '#platform/server/messages/messages.ts'
import { type Stage, stageOf, type Viewer } from '../../rules/stage.ts'
import type { OrderStatus } from '../../rules.ts'
import type { OrderRecord } from './record.ts'

/** The stages of which a mail speaks in words of its own: it asks for what they ask for, or tells that they have come. */
const ownWords: Readonly<Record<string, readonly Stage[]>> = {
  'orders:notice.started': ['choose'],
  'orders:notice.package': ['choose'],
  'orders:notice.answers': ['answers'],
  'orders:notice.sign': ['sign'],
  'orders:notice.confirm': ['confirm'],
  'orders:notice.deliver': ['handover'],
  'orders:notice.leaseDay': ['leaseSoon'],
  'orders:notice.ACTIVE_LEASING': ['riding'],
  'orders:notice.CANCELLED': ['cancelled'],
  'orders:notice.WAITING_FOR_CUSTOMER_COMMENT': ['question'],
  'orders:employerNotice.sign': ['sign'],
  // What stands in the way of an order goes before where it stands.
  'orders:employerNotice.cannotGoOn': ['answers', 'confirm', 'ordered', 'orderedOnline'],
  'orders:employerNotice.orderLimit': ['choose'],
  'orders:mail.ready': ['pickup'],
  'orders:mail.readyWithHours': ['pickup'],
  'orders:mail.deliveryEmployee': ['handover'],
}

const iso = (at: Date | null) => (at ? at.toISOString() : null)

interface HeadOf {
  readonly viewer: Viewer
  /** The mail's own template. */
  readonly template: string
  /** The status that the step leads to, where the mail is written before its row is. */
  readonly to?: OrderStatus | undefined
}

/**
 * The head of an order beside the own subject of a mail about it: the sentence that its page opens with, and whose order
 * or which bicycle it is.
 */
export function orderHead({ order, related: s }: OrderRecord, { viewer, template, to }: HeadOf): MailHead {
  const stage = stageOf(
    {
      orderStatus: to ?? order.status,
      resumeStatus: order.resume_status,
      isOnlineOrder: order.is_online_order,
      pickupReadyAt: iso(order.pickup_ready_at),
      deliveryDay: order.delivery_day,
      agreement: s.agreement_lease_state && {
        employeeSignedAt: iso(s.employee_signed_at),
        employerSignedAt: iso(s.employer_signed_at),
        leaseState: s.agreement_lease_state,
      },
    },
    viewer,
  )
  const person = `${s.first_name} ${s.last_name}`
  return {
    template: ownWords[template]?.includes(stage)
      ? null
      : `orders:${viewer === 'EMPLOYEE' ? 'own' : 'employer'}.${stage}.title`,
    values: { person },
    about: viewer === 'EMPLOYER' ? person : nameOfBike(order) || order.order_number,
    isBeside: true,
  }
}
