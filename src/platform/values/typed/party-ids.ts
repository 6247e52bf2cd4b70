/**
 * The one form of a Finnish company's id, `1234567-1`, in whatever way it is written: business id with or without hyphen,
 * VAT number, OVT (its unit left out), with blanks. Null where a text has no such form; whether its check digit is right is
 * for `isBusinessId` to say.
 */
export function businessIdOf(text: string | null | undefined): string | null {
  const compact = (text ?? '')
    .replace(/[\s\u200B-\u200F\u2060\uFEFF]/gu, '')
    .replace(/[\u2010-\u2015\u2212]/gu, '-')
    .toUpperCase()
  const digits =
    /^(?:FI)?(\d{6,7})-(\d)$/.exec(compact) ??
    /^(?:FI|0037)?(\d{7})-?(\d)$/.exec(compact) ??
    /^0037(\d{7})-?(\d)[0-9A-Z]{1,5}$/.exec(compact)
  return digits ? `${digits[1]!.padStart(7, '0')}-${digits[2]}` : null
}

/** A company's name as two spellings of it are compared: without capitals, marks and its form. */
export const companyNameKey = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\b(?:oyj|oy|abp|ab|osakeyhtio|aktiebolag|ltd)\b/gu, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, '')
