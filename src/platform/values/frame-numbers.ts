/** A frame number as it is compared: without spaces and hyphens, in capitals; `frame_key` of the database does the same. */
export const frameKey = (frameNumber: string): string => frameNumber.replace(/[\s-]/g, '').toUpperCase()

/** A frame number as it is kept: in the groups in which it was typed, in capitals. */
export const writtenFrameNumber = (typed: string): string => typed.trim().replace(/\s+/g, ' ').toUpperCase()

/**
 * What is kept when a bicycle's frame number is typed: one that stands there in other groups stays as it stands.
 * @param kept the one before, if there is one
 */
export const frameNumberOver = (kept: string | null, typed: string): string =>
  kept !== null && frameKey(kept) === frameKey(typed) ? kept : writtenFrameNumber(typed)
