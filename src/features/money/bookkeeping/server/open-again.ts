import type { ProposalView } from '#features/ground/proposals/contract.ts'
import type { ProposalKind, ProposalOf } from '#features/ground/proposals/server/kinds.ts'
import { propose } from '#features/ground/proposals/server/propose.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { logEvent } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { formatMonth, helsinkiDay, type Month, NO_LAST_DAY } from '#platform/values/days.ts'
import { type PeriodState, refusalOfOpening } from '../rules/periods.ts'
import { monthDetails } from './months.ts'
import { holdPosting, lockPeriod, readBooks } from './queries.ts'

interface Body {
  readonly month: Month
  readonly version: number
}

async function problemsOf(db: Db, { body }: ProposalOf<Body>, lock: boolean) {
  if (lock) await holdPosting(db)
  const query = db.selectFrom('bookkeeping_periods').select(['state', 'version']).where('month', '=', body.month)
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst()
  const isSame = row?.version === body.version
  const refusal = row && refusalOfOpening(body.month, row.state as PeriodState, await readBooks(db, NO_LAST_DAY))
  return isSame && refusal === null ? [] : (['OVERTAKEN'] as const)
}

/** Opening a closed month again: what was told by its files changes, so two people answer for it. */
export const periodOpeningKind: ProposalKind<Body> = {
  name: 'PERIOD_OPENING',
  permission: 'bookkeeping:close',
  needs: 'SECOND_STAFF',
  problems: problemsOf,
  async apply(db, { env }, { body, subject_id, why }, { actor }) {
    const opened = {
      state: 'OPEN' as const,
      checks: '[]',
      print: null,
      closed_by: null,
      closed_at: null,
      updated_at: env.now(),
    }
    await db
      .updateTable('bookkeeping_periods')
      .set((eb) => ({ ...opened, version: eb('version', '+', 1) }))
      .where('month', '=', body.month)
      .execute()
    await logEvent(db, env, actor, 'REGISTER_CHANGED', {
      subject: { type: 'register', id: subject_id },
      shared: false,
      data: { register: 'bookkeeping-month', change: 'opened', month: body.month, reason: why },
    })
  },
}

/** Proposes to open the last closed month again. @throws PERIOD_NOT_CLOSED, PERIOD_FILED, PERIOD_OUT_OF_ORDER */
export async function proposeOpening(
  context: SignedInContext,
  month: Month,
  { version, reason }: { version: number; reason: string },
): Promise<ProposalView> {
  const { db, env } = context
  const today = helsinkiDay(env.now())
  const row = (await lockPeriod(db, month)) ?? fail('NOT_FOUND')
  const refusal = refusalOfOpening(month, row.state as PeriodState, await readBooks(db, today))
  if (refusal) throw new AppError(refusal)
  requireVersion(version, row.version, await monthDetails(db, month, today))
  return propose(context, {
    kind: periodOpeningKind,
    key: month,
    subject: { type: 'register', id: row.id },
    body: { month, version },
    effect: { text: 'bookkeeping:proposal.open', values: { month: formatMonth(month) } },
    why: reason,
  })
}
