import { phoneHint } from '#features/ground/sessions/rules/second-factor.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { countingProof, type Proof, signingClosedUntil } from '../rules.ts'

export interface HeldProof extends Proof {
  /** The number or address itself. */
  readonly to: string
}

const columns = [
  'phone_number',
  'phone_verified_at',
  'phone_proof_from',
  'personal_email',
  'personal_email_verified_at',
  'personal_email_proof_from',
  'totp_confirmed_at',
  'identity_changed_at',
  'recovered_at',
] as const

/** What a person holds to confirm a signature with, and until when signing is closed to them. */
export async function signingState(db: Db, userId: string, now: Date) {
  const row = await db.selectFrom('users').select(columns).where('id', '=', userId).executeTakeFirstOrThrow()
  const held = [
    { via: 'SMS' as const, to: row.phone_number, since: row.phone_verified_at, countsFrom: row.phone_proof_from },
    {
      via: 'EMAIL' as const,
      to: row.personal_email,
      since: row.personal_email_verified_at,
      countsFrom: row.personal_email_proof_from,
    },
  ].filter((proof): proof is HeldProof => proof.to !== null && proof.since !== null && proof.countsFrom !== null)
  const closedUntil = signingClosedUntil(
    {
      changedAt: row.identity_changed_at,
      recoveredAt: row.recovered_at,
      proofsFrom: [...held.map((proof) => proof.countsFrom), row.totp_confirmed_at].filter((from) => from !== null),
    },
    now,
  )
  return {
    proofs: held,
    closedUntil,
    // As the table's trigger has it: after somebody else's change, and after a recovery, a new proof counts later.
    newOnesWait: row.identity_changed_at !== null || row.recovered_at !== null,
    phoneNumber: row.phone_number,
    personalEmail: row.personal_email,
  }
}

/** @throws SIGNING_CLOSED with `details.until` */
export function requireOpen({ closedUntil }: { closedUntil: Date | null }) {
  if (closedUntil) throw new AppError('SIGNING_CLOSED', { details: { until: closedUntil.toISOString() } })
}

/** The proof that a signature is confirmed by. @throws SIGNING_PROOF_NEEDED with `details.countsFrom` when one will count */
export function requireProof(held: readonly HeldProof[], now: Date): HeldProof {
  const proof = countingProof(held, now)
  if (proof) return proof
  const first = Math.min(...held.map(({ countsFrom }) => countsFrom.getTime()))
  throw new AppError('SIGNING_PROOF_NEEDED', {
    details: { countsFrom: Number.isFinite(first) ? new Date(first).toISOString() : null },
  })
}

/** A number's last figures; of an address the first letter and where it is. */
export const hintOf = ({ via, to }: Pick<HeldProof, 'via' | 'to'>) =>
  via === 'SMS' ? phoneHint(to) : `${to[0]}…${to.slice(to.indexOf('@'))}`
