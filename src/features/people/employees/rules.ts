import type { EmployeeStatus } from '#features/ground/employment/rules.ts'
import type { ErrorCode } from '#platform/contract/errors.ts'
import { type RoleName, tierOfRole } from '#platform/contract/permissions.ts'
import { normaliseEmail } from '#platform/contract/validation.ts'
import { type Day, isFarFuture, NO_LAST_DAY } from '#platform/values/days.ts'

/** How long an application that led to nothing is kept at most, from its rejection or its last change. */
export const APPLICATION_DAYS = 365

/** Sairasloma, Vanhempainvapaa, Muu (specification §4). */
/** What somebody reads the reason of an absence for; it stands in the log beside who and when. */
export const absencePurposes = ['OWN', 'ABSENCE', 'PAYROLL', 'CHECK'] as const

export const absenceReasons = ['SICK_LEAVE', 'PARENTAL_LEAVE', 'OTHER'] as const

/** What the desk's list can be narrowed to: all, the specification's three lists of statuses, people without an order. */
export const orderFilterTypes = ['ALL', 'GENERAL', 'POST_PROCESSING', 'FROM_PROCESSED', 'NO_ORDER'] as const
export type OrderFilterType = (typeof orderFilterTypes)[number]

/** The role flags of a decision, each with the role that it gives. */
export const roleFlags = {
  isEmployerAdmin: 'EMPLOYER_ADMIN',
  isEmployerEditor: 'EMPLOYER_EDITOR',
  isEmployerGroupAdmin: 'EMPLOYER_GROUP_ADMIN',
  isEmployerReporting: 'EMPLOYER_REPORTING',
} as const satisfies Record<string, RoleName>
export type RoleFlag = keyof typeof roleFlags

/** The roles that the raised flags of a decision ask for. */
export function rolesOfFlags(flags: Partial<Record<RoleFlag, boolean>>): RoleName[] {
  return (Object.keys(roleFlags) as RoleFlag[]).filter((flag) => flags[flag] === true).map((flag) => roleFlags[flag])
}

/** Whether somebody whose highest role has this tier may give a role: only roles below their own. */
export function mayGive(ownTier: number, role: RoleName): boolean {
  return tierOfRole[role] < ownTier
}

/** Why a decision about a person cannot be made, or null. Nobody decides for themselves; a decision is made once. */
export function decisionRefusal(person: { status: EmployeeStatus; isOwn: boolean }): ErrorCode | null {
  if (person.isOwn) return 'NOT_FOR_ONESELF'
  return person.status === 'PENDING' ? null : 'DECISION_NOT_ALLOWED'
}

/** How long a decision can be undone; its mails wait so long, and a little more for the way of the request. */
const UNDO_SECONDS = 8
export const UNDO_MAILS_WAIT_SECONDS = UNDO_SECONDS + 2

export const remarkCodes = ['TRIAL_PERIOD', 'FIXED_TERM', 'LEASE_TOO_LONG', 'FAR_FUTURE_DAY', 'OWN_EMAIL'] as const
export interface Remark {
  readonly code: (typeof remarkCodes)[number]
  readonly day: Day | null
}

interface RemarkFacts {
  readonly jobTrialPeriodEndDate: Day | null
  readonly lastWorkingDayDate: Day
  readonly workEmail: string
  /** An address of the company itself, which shows its domain. */
  readonly companyEmail: string | null
  /** The shortest lease outlasts the employment. */
  readonly isLeaseTooLong: boolean
}

const domainOf = (email: string) => normaliseEmail(email).split('@')[1] ?? ''

/** What an employer should notice about a person before deciding; days 20 years ahead are probably slips (specification §5). */
export function remarksOn(person: RemarkFacts, today: Day): Remark[] {
  const { jobTrialPeriodEndDate: trialEnd, lastWorkingDayDate: lastDay } = person
  const far = [trialEnd, lastDay].find((day) => day !== null && isFarFuture(day, today))
  const remarks: Remark[] = []
  if (far) remarks.push({ code: 'FAR_FUTURE_DAY', day: far })
  if (trialEnd && trialEnd >= today && trialEnd !== far) remarks.push({ code: 'TRIAL_PERIOD', day: trialEnd })
  if (lastDay !== NO_LAST_DAY && lastDay !== far) remarks.push({ code: 'FIXED_TERM', day: lastDay })
  if (person.isLeaseTooLong) remarks.push({ code: 'LEASE_TOO_LONG', day: null })
  if (person.companyEmail && domainOf(person.companyEmail) !== domainOf(person.workEmail))
    remarks.push({ code: 'OWN_EMAIL', day: null })
  return remarks
}

/** Days in which an employer decides about an application. */
export const DECIDE_DAYS = 14

/** So many lines are read of one list of people. */
export const PEOPLE_MAX = 500

/** Why a line of a list of people invites nobody. */
export const leftOutReasons = [
  'NO_ADDRESS',
  'WRONG_ADDRESS',
  'NO_NAME',
  'WRONG_PHONE',
  'TOO_LONG',
  'TWICE_IN_LIST',
  'EMPLOYEE_EXISTS',
  'NOT_FOR_ONESELF',
  'INVITATIONS_USED_UP',
] as const
export type LeftOutReason = (typeof leftOutReasons)[number]
