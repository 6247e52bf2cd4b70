import { AppError } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Day, helsinkiDay } from '#platform/values/days.ts'
import { type AcceptanceState, acceptanceState, type EmployerTermsKind, employerTermsKinds, mayOpen } from '../rules.ts'
import { acceptancesOf, employerTermsInForce, waivedOf } from './queries.ts'

interface TermsState {
  readonly waived: boolean
  readonly mayOpen: boolean
  readonly states: Readonly<Record<EmployerTermsKind, AcceptanceState>>
}

/** How companies stand with what employers accept, by their ids. */
export async function termsStandings(
  db: Db,
  companyIds: readonly string[],
  today: Day,
): Promise<ReadonlyMap<string, TermsState>> {
  const inForce = await employerTermsInForce(db)
  const accepted = await acceptancesOf(db, companyIds)
  const waived = await waivedOf(db, companyIds)
  const stateOf = (companyId: string, kind: EmployerTermsKind) => {
    const now = inForce.find((row) => row.kind === kind)
    const newest = accepted.find((row) => row.company_id === companyId && row.kind === kind)
    return acceptanceState(now ? { number: now.number, acceptBy: now.accept_by } : null, newest?.number ?? null, today)
  }
  return new Map(
    companyIds.map((id) => {
      const states = {
        SERVICE: stateOf(id, 'SERVICE'),
        DATA_PROCESSING: stateOf(id, 'DATA_PROCESSING'),
      }
      const isWaived = waived.has(id)
      const opens = isWaived || mayOpen(employerTermsKinds.map((kind) => states[kind]))
      return [id, { waived: isWaived, mayOpen: opens, states }]
    }),
  )
}

/**
 * No link is handed out, and nobody is invited, for an employer that has not accepted what is in force.
 * @throws EMPLOYER_TERMS_MISSING
 */
export async function requireTermsAccepted(db: Db, companyIds: readonly string[], now: Date): Promise<void> {
  const standings = await termsStandings(db, companyIds, helsinkiDay(now))
  if ([...standings.values()].some((one) => !one.mayOpen)) throw new AppError('EMPLOYER_TERMS_MISSING')
}
