/** How long what one person alone has changed waits, and how long signing stays closed after a change by somebody else. */
export const SLOW_HOURS = 72
