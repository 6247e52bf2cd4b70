import type { DocumentWords } from '#features/ground/documents/server/document-words.ts'
import { daysBetween, formatDay, helsinkiDay } from '#platform/values/days.ts'

/** By what a signature was confirmed. */
export interface Proof {
  readonly at: Date
  /** What came besides the password, and since when the signer had held it. */
  readonly proof?: 'PASSWORD' | 'SMS' | 'EMAIL' | 'TOTP'
  readonly proofSince?: Date | null
}

/** By what a signature was confirmed, and how old that was on the day. `t` has the agreements' texts. */
export function proofText({ proof = 'PASSWORD', proofSince, at }: Proof, t: DocumentWords['t']): string {
  if (!proofSince) return t(`pdf.proofs.${proof}`)
  const [since, signed] = [helsinkiDay(proofSince), helsinkiDay(at)]
  return t(`pdf.proofs.${proof}`, { day: formatDay(since), count: daysBetween(since, signed) })
}

/** A hash in lines short enough for a box. */
export function hashLines(hex: string): string {
  return hex.replace(/(.{32})(?=.)/g, '$1\n')
}
