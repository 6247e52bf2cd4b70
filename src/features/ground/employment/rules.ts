import type { Day } from '#platform/values/days.ts'

/** INVITED waits for the person's own yes; ENDED is a bond that the person has ended. */
export const employeeStatuses = ['INVITED', 'PENDING', 'ACCEPTED', 'REJECTED', 'ENDED'] as const
export type EmployeeStatus = (typeof employeeStatuses)[number]

export const employmentStates = ['ACTIVE', 'ON_ABSENCE', 'LEAVING', 'ENDED'] as const
export type EmploymentState = (typeof employmentStates)[number]

/** An employment with at most this many days left is ending. */
const LEAVING_DAYS = 60

interface EmploymentDates {
  readonly last_working_day: Day
  readonly absence_from: Day | null
  readonly absence_to: Day | null
}

/** The state of an employment on a day, derived from its dates; it is never stored. */
export function employmentOf(dates: EmploymentDates, today: Day): EmploymentState {
  if (dates.last_working_day < today) return 'ENDED'
  const { absence_from: from, absence_to: to } = dates
  if (from && from <= today && (!to || today <= to)) return 'ON_ABSENCE'
  const daysLeft = (Date.parse(dates.last_working_day) - Date.parse(today)) / 86_400_000
  return daysLeft <= LEAVING_DAYS ? 'LEAVING' : 'ACTIVE'
}
