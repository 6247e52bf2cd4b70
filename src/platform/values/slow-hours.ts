/** How long what one person alone has changed waits, and how long signing stays closed after a change by somebody else. */
export const SLOW_HOURS = 72

const hourMs = 3_600_000
/** The same in the unit of a clock. */
export const SLOW_MS = SLOW_HOURS * hourMs
