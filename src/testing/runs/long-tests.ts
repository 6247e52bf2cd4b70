/**
 * Which tests a run takes, as LONG_TESTS says: `npm test` leaves the long ones out ("0"), `npm run test:long` runs them
 * alone ("only"), and a file that is run by itself is run whole.
 */
export const isShortRun = process.env.LONG_TESTS === '0'
export const isLongRun = process.env.LONG_TESTS === 'only'
