import { type Day, formatDay, helsinkiDay } from '#platform/values/days.ts'

/** The day in Finland. */
export const today = (): Day => helsinkiDay(new Date())

/** The day as the field of the commitment holds it. */
export const todayAsTyped = (): string => formatDay(today())
