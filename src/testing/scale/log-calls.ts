import { contactForms } from '#features/ground/contact-forms/contract.ts'
import { notifications } from '#features/ground/notifications/contract.ts'
import { outbox } from '#features/ground/outbox/contract.ts'
import { eventLog } from '#features/operations/event-log/contract.ts'
import { finder } from '#features/operations/finder/contract.ts'
import { type Calls, day, reading, staffCalls } from './reading.ts'
import { kinds, seededId } from './seed-statements.ts'

/** The number that the seeded rows give to the order of a place. */
const numberOfOrder = (n: number) =>
  `P-26-${((BigInt(n) * 2_654_435_761n) % 4_294_967_296n).toString(16).padStart(8, '0').toUpperCase()}`

export function eventCalls(): Calls {
  const event = reading(eventLog.list)
  return [
    ...(['staff', 'employer', 'group', 'beneficiary'] as const).map((as) => event(as, 'events')),
    ...(['staff', 'employer'] as const).flatMap((as) => [
      event(as, 'events, rare type', { query: { type: 'ORDER_PACKAGE_UPDATED' } }),
      event(as, 'events, common type', { query: { type: 'ORDER_STATUS_UPDATED' } }),
      event(as, 'events, type of none', { query: { type: 'BIKE_REDEMPTION_COMPLETED' } }),
      event(as, 'events, subject', { query: { subjectType: 'employee' } }),
      event(as, 'events, subject of none', { query: { subjectType: 'invoice' } }),
      event(as, 'events, subject and type', { query: { subjectType: 'order', type: 'EMPLOYEE_REGISTERED' } }),
      event(as, 'events, a month', { query: { from: day(430), to: day(400) } }),
      event(as, 'events, page 500', { query: { page: 500 } }),
      event(as, 'events, search, number', { query: { search: numberOfOrder(1) } }),
      event(as, 'events, search, number of none', { query: { search: 'P-26-00000000' } }),
    ]),
    ...Object.entries({
      common: 'tavallinen',
      rare: 'harvinainen',
      'two letters': 'ma',
      'who did most': 'vihahy leju',
    }).map(([name, search]) => event('staff', `events, search, ${name}`, { query: { search } })),
    event('staff', 'events, search and type', { query: { search: 'vihahy leju', type: 'ORDER_PACKAGE_UPDATED' } }),
    event('staff', 'events of a company', { query: { companyId: seededId(kinds.company, 0) } }),
  ]
}

export function logCalls(): Calls {
  const [message, notice, form] = [reading(outbox.list), reading(notifications.list), reading(contactForms.list)]
  return [
    message('staff', 'messages'),
    message('staff', 'messages, dead', { query: { status: 'DEAD' } }),
    message('staff', 'messages, dead texts', { query: { status: 'DEAD', channel: 'SMS' } }),
    message('staff', 'messages, waiting', { query: { status: 'PENDING' } }),
    message('staff', 'messages, kept', { query: { status: 'KEPT' } }),
    message('staff', 'messages, sent', { query: { status: 'SENT' } }),
    message('staff', 'messages, texts', { query: { channel: 'SMS' } }),
    message('staff', 'messages, recipient, common', { query: { search: 'tavallinen' } }),
    message('staff', 'messages, recipient, rare', { query: { search: 'harvinainen77' } }),
    message('staff', 'messages, recipient, two letters', { query: { search: 'ma' } }),
    message('staff', 'messages, page 500', { query: { page: 500 } }),
    ...(['staff', 'beneficiary'] as const).flatMap((as) => [
      notice(as, 'notifications'),
      notice(as, 'notifications, unread', { query: { unreadOnly: true } }),
      notice(as, 'notifications, urgent', { query: { priority: 'HIGH' } }),
      reading(notifications.checker)(as, 'notification poll', {
        query: { lastFetch: new Date(Date.now() - 30_000).toISOString() },
      }),
      reading(notifications.unreadCount)(as, 'unread count'),
    ]),
    form('staff', 'contact forms'),
    form('staff', 'contact forms, unchecked', { query: { checked: false } }),
    form('staff', 'contact forms, search', { query: { search: 'tavallinen' } }),
    form('staff', 'contact forms, search, rare', { query: { search: 'harvinainen' } }),
    form('staff', 'contact forms, search, two letters', { query: { search: 'ma' } }),
    reading(contactForms.uncheckedCount)('staff', 'unchecked count'),
    ...staffCalls(finder.find, {
      'everywhere, common': { search: 'tavallinen' },
      'everywhere, rare': { search: 'harvinainen' },
      'everywhere, two letters': { search: 'ma' },
      'everywhere, order number': { search: numberOfOrder(1) },
      'everywhere, sum': { search: '2 500,00' },
    }),
  ]
}
