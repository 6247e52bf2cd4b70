import { addDays, addMonths, type Day, laterDay } from '#platform/values/days.ts'

/** What a person may ask about their own data. */
export const requestKinds = ['ERASURE', 'CORRECTION', 'OBJECTION', 'RESTRICTION'] as const
export type RequestKind = (typeof requestKinds)[number]

export const requestStates = ['OPEN', 'ERASING', 'DONE', 'REFUSED', 'WITHDRAWN'] as const
export type RequestState = (typeof requestStates)[number]

/** Regulation (EU) 2016/679, article 12(3): an answer within a month, and two more where the person is told why. */
const ANSWER_MONTHS = 1
const EXTENSION_MONTHS = 2
/** Between the second yes and the erasure, in which the person may still take the request back. */
export const ERASE_AFTER_HOURS = 24
/** So long a request stays known once it was closed. */
export const KNOWN_DAYS = 365

export const answerBy = (today: Day): Day => addMonths(today, ANSWER_MONTHS)
export const extendedTo = (due: Day): Day => addMonths(due, EXTENSION_MONTHS)

interface Asked {
  readonly kind: RequestKind
  readonly state: RequestState
  readonly isExtended: boolean
}

/** Whether the staff may still ask for more time: once, before the answer. */
export const mayExtend = ({ state, isExtended }: Asked): boolean => state === 'OPEN' && !isExtended

/** Whether the person may take it back: before it is done, and later what limits the use of their data. */
export const mayWithdraw = ({ kind, state }: Asked): boolean =>
  state === 'OPEN' || state === 'ERASING' || (state === 'DONE' && limits(kind))

/** Whether a granted request keeps the person's data from being used for what is not necessary. */
export const limits = (kind: RequestKind): boolean => kind === 'OBJECTION' || kind === 'RESTRICTION'

/** The classes of docs/decisions/0075 of personal columns. */
export const columnClasses = [
  'account',
  'employment',
  'expiry',
  'contact-form',
  'message',
  'contract',
  'bookkeeping',
  'register',
  'event',
] as const
export type ColumnClass = (typeof columnClasses)[number]

/** What runs and keeps a person's data in use. */
export const runningThings = ['LEASE', 'ORDER', 'BILL', 'CLAIM', 'END', 'APPLICATION'] as const
export type RunningThing = (typeof runningThings)[number]

/** Why a class is kept. */
export const keepReasons = ['RUNNING', 'ROLE', 'LIMITATION', 'BOOKKEEPING', 'REGISTER', 'RECORD'] as const
type KeepReason = (typeof keepReasons)[number]

export interface PersonFacts {
  readonly running: readonly RunningThing[]
  /** Roles by which they act for a company or the service. */
  readonly hasRole: boolean
  /** The last day of what they had agreed on or were in dispute about. */
  readonly contractEnd: Day | null
  /** The last day of an invoice, a payment or a payroll row of theirs. */
  readonly moneyEnd: Day | null
}

export interface Keeping {
  readonly reason: KeepReason
  /** Until when, that day included; null while nobody knows the day. */
  readonly until: Day | null
}

/** Act 728/2003 on the limitation of debts: three years. */
export const LIMITATION_MONTHS = 36
/** Accounting Act 1336/1997, chapter 2, section 10: six years from the end of the year in which the financial year ended. */
const BOOKKEEPING_YEARS = 6

export const limitationEnd = (end: Day): Day => addMonths(end, LIMITATION_MONTHS)
export const bookkeepingEnd = (end: Day): Day => `${Number(end.slice(0, 4)) + BOOKKEEPING_YEARS}-12-31`

/** Why and until when a class of a person's data is kept today; null where nothing keeps it. */
export function keepingOf(of: ColumnClass, facts: PersonFacts, today: Day): Keeping | null {
  const running: Keeping | null = facts.running.length > 0 ? { reason: 'RUNNING', until: null } : null
  const until = (reason: KeepReason, day: Day | null): Keeping | null =>
    day !== null && day >= today ? { reason, until: day } : null
  switch (of) {
    case 'account':
      return running ?? (facts.hasRole ? { reason: 'ROLE', until: null } : null)
    case 'employment':
      return running
    case 'contract':
      return running ?? until('LIMITATION', facts.contractEnd && limitationEnd(facts.contractEnd))
    case 'bookkeeping': {
      const ends = [facts.moneyEnd, facts.contractEnd].filter((day) => day !== null)
      const end = ends.length > 0 ? ends.reduce(laterDay) : null
      return running ?? until('BOOKKEEPING', end && bookkeepingEnd(end))
    }
    case 'register':
      return { reason: 'REGISTER', until: null }
    case 'event':
      return { reason: 'RECORD', until: null }
    default:
      return null
  }
}

/** So many days ahead the report counts what goes. */
export const REPORT_AHEAD_DAYS = 30

/** How many rows of a class stand in a table. */
export type RetentionCounts = readonly {
  readonly class: ColumnClass
  readonly table: string
  readonly rows: number
}[]

/** The day of the next look at what is kept: tomorrow for what may end any day, else the day after the first that ends. */
export function nextLook(kept: readonly Keeping[], today: Day): Day | null {
  if (kept.some(({ reason }) => reason === 'RUNNING' || reason === 'ROLE')) return addDays(today, 1)
  const days = kept.flatMap(({ until }) => (until ? [until] : [])).sort()
  return days[0] ? addDays(days[0], 1) : null
}
