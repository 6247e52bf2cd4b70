/** What a lessor's list of running leases says otherwise than our agreements. */
import type { Day } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'

/** Differences between a list and ours, and what a lessor's answers bring. */
export const listKinds = ['NOT_ON_LIST', 'NOT_RUNNING', 'UNKNOWN', 'INSTALMENT', 'END_DAY'] as const
export const differenceKinds = [...listKinds, 'REJECTED', 'END_NOTICE'] as const
export type DifferenceKind = (typeof differenceKinds)[number]

/**
 * OPEN waits for the staff, TO_TELL for the next file to the lessor, TOLD for the lessor's next list. SETTLED by the
 * staff with a reason; GONE with a list that agrees.
 */
export const differenceStates = ['OPEN', 'TO_TELL', 'TOLD', 'SETTLED', 'GONE'] as const

export interface OurLease {
  readonly companyId: string
  readonly agreementId: string
  readonly number: string
  /** Whether it ran on the day of the list. */
  readonly runs: boolean
  readonly instalmentCents: Cents
  /** Its last day as it stands: the term's, or the one that a process has set. */
  readonly endDay: Day | null
}

export interface TheirLease {
  readonly number: string
  readonly instalmentCents: Cents
  readonly endDay: Day
}

export interface Difference {
  readonly kind: DifferenceKind
  readonly number: string
  readonly companyId: string | null
  readonly agreementId: string | null
  readonly ourCents: Cents | null
  readonly theirCents: Cents | null
  readonly ourDay: Day | null
  readonly theirDay: Day | null
  readonly theirWords: string | null
}

/** A difference of nothing yet, in an agreement of ours or in a number that we do not have. */
export function difference(
  kind: DifferenceKind,
  number: string,
  ours: Pick<OurLease, 'companyId' | 'agreementId'> | null,
  values: Partial<Difference>,
): Difference {
  return {
    ourCents: null,
    theirCents: null,
    ourDay: null,
    theirDay: null,
    theirWords: null,
    ...values,
    kind,
    number,
    companyId: ours?.companyId ?? null,
    agreementId: ours?.agreementId ?? null,
  }
}

function differencesOf(theirs: TheirLease, ours: OurLease | undefined): Difference[] {
  const { number, instalmentCents, endDay } = theirs
  if (!ours) return [difference('UNKNOWN', number, null, { theirCents: instalmentCents, theirDay: endDay })]
  if (!ours.runs)
    return [
      difference('NOT_RUNNING', number, ours, { ourDay: ours.endDay, theirCents: instalmentCents, theirDay: endDay }),
    ]
  return [
    ...(ours.instalmentCents === instalmentCents
      ? []
      : [difference('INSTALMENT', number, ours, { ourCents: ours.instalmentCents, theirCents: instalmentCents })]),
    ...(ours.endDay === endDay ? [] : [difference('END_DAY', number, ours, { ourDay: ours.endDay, theirDay: endDay })]),
  ]
}

/** Every difference between a lessor's list and our agreements with it, in the order of the list, ours after it. */
export function compareList(theirs: readonly TheirLease[], ours: readonly OurLease[]): Difference[] {
  const byNumber = new Map(ours.map((lease) => [lease.number, lease]))
  const listed = new Set(theirs.map(({ number }) => number))
  return [
    ...theirs.flatMap((lease) => differencesOf(lease, byNumber.get(lease.number))),
    ...ours
      .filter(({ runs, number }) => runs && !listed.has(number))
      .map((lease) =>
        difference('NOT_ON_LIST', lease.number, lease, { ourCents: lease.instalmentCents, ourDay: lease.endDay }),
      ),
  ]
}

/** What staff may do with an open difference: tell the lessor that ours is right, which needs an agreement of ours. */
export const mayTell = ({ kind, hasAgreement }: { kind: DifferenceKind; hasAgreement: boolean }) =>
  hasAgreement && kind !== 'END_NOTICE'
