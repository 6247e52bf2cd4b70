/** The notification types of the specification, in its printed order. */
export const notificationTypes = [
  'EMPLOYEE_ORDER',
  'EMPLOYEE_REGISTRATION',
  'SYSTEM_UPDATE',
  'PAYMENT_REMINDER',
  'ORDER_STATUS_CHANGE',
  'GENERAL',
] as const
export type NotificationType = (typeof notificationTypes)[number]

const DECIDE_FOR_EMPLOYER = ['EMPLOYER_ADMIN', 'EMPLOYER_EDITOR', 'EMPLOYER_GROUP_ADMIN']
const STAFF = ['INTERNAL_ADMIN', 'SUPER_ADMIN', 'BOOKKEEPING_READER']

/** The kinds that can concern somebody with these roles; others are not offered as a choice. */
export function kindsFor(roles: readonly string[]): NotificationType[] {
  const isEmployer = roles.some((role) => DECIDE_FOR_EMPLOYER.includes(role))
  const isOnlyStaff = roles.length > 0 && roles.every((role) => STAFF.includes(role))
  return notificationTypes.filter((type) => {
    if (type === 'EMPLOYEE_ORDER' || type === 'EMPLOYEE_REGISTRATION') return isEmployer
    return type === 'ORDER_STATUS_CHANGE' ? !isOnlyStaff : true
  })
}

/** Whom a message about the service goes to. */
export const broadcastAudiences = ['EMPLOYERS', 'EVERYBODY'] as const
export type BroadcastAudience = (typeof broadcastAudiences)[number]

export const notificationPriorities = ['LOW', 'NORMAL', 'HIGH'] as const
export type NotificationPriority = (typeof notificationPriorities)[number]

/** Specification §9: how often an open page looks for something new. */
export const CHECK_EVERY_MS = 30_000
/** Specification §9: the dropdown shows this many of the first page of ten. */
export const DROPDOWN_SHOWN = 5
export const DROPDOWN_LIMIT = 10
export const LIST_LIMIT = 20
const PREVIEW_LENGTH = 100
const MINUTES_PER_HOUR = 60
const MINUTES_PER_DAY = 1440

/** The pause before the next look: 30 s, up to a tenth more or less, so that many pages do not ask at one moment. */
export function nextCheckMs(random: number): number {
  return Math.round(CHECK_EVERY_MS * (0.9 + 0.2 * random))
}

/** A message cut at 100 characters, with an ellipsis where something is left out. */
export function previewOf(message: string): string {
  const characters = [...message]
  return characters.length <= PREVIEW_LENGTH ? message : `${characters.slice(0, PREVIEW_LENGTH).join('').trimEnd()}…`
}

export interface Ago {
  readonly unit: 'now' | 'minutes' | 'hours' | 'days'
  readonly count: number
}

/** How long ago an instant was: under a minute, minutes up to 60, hours up to 1440 minutes, then days. */
export function agoOf(then: Date, now: Date): Ago {
  const minutes = Math.floor((now.getTime() - then.getTime()) / 60_000)
  if (minutes < 1) return { unit: 'now', count: 0 }
  if (minutes < MINUTES_PER_HOUR) return { unit: 'minutes', count: minutes }
  if (minutes < MINUTES_PER_DAY) return { unit: 'hours', count: Math.floor(minutes / MINUTES_PER_HOUR) }
  return { unit: 'days', count: Math.floor(minutes / MINUTES_PER_DAY) }
}

const EMPLOYER_SIDE: readonly string[] = [
  'EMPLOYER_ADMIN',
  'EMPLOYER_EDITOR',
  'EMPLOYER_GROUP_ADMIN',
  'EMPLOYER_REPORTING',
]

/** The bell is the employer admin's (specification §2). */
export const seesBell = (roles: ReadonlySet<string>): boolean => roles.has('EMPLOYER_ADMIN')

/** Looking for something new starts for everyone on the employer's side (specification §4). */
export const looksForNew = (roles: ReadonlySet<string>): boolean => EMPLOYER_SIDE.some((role) => roles.has(role))
