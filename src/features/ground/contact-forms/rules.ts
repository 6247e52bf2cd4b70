import { addBankDays } from '#platform/values/bank-days.ts'
import type { Day } from '#platform/values/days.ts'

/** Bank days after the day on which somebody wrote by which they hear from us. */
const ANSWER_DAYS = 2

/** By when somebody who wrote on a day hears from us. */
export const answerBy = (today: Day): Day => addBankDays(today, ANSWER_DAYS)

/** The number of a message by which its writer and the staff speak of it: the last eight signs of its id. */
export const numberOf = (id: string): string => id.slice(-8).toUpperCase()
