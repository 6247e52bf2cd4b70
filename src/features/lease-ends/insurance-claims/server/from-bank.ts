import { sql } from 'kysely'
import { matchEntryTo } from '#features/money/banking/server/matching/decide.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { scopeOf } from '#platform/server/database/scope.ts'
import { actorOf } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { moverBeside } from '#platform/server/process/mover.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import type { insuranceClaims } from '../contract.ts'
import { stepClaim } from './process.ts'
import { type ClaimRecord, findClaim, lockClaim, openCompensation } from './record.ts'
import { claimView } from './view.ts'

const PROPOSED_MAX = 10

/** Open movements that may be the insurer's money for a claim: their message names it, or they are just that sum. */
export async function movementsFor({ db, user }: SignedInContext, id: string) {
  const row = (await findClaim(db, scopeOf(user, 'insurance-claim:manage'), id)) ?? fail('NOT_FOUND')
  return { items: openCompensation(row) > 0 ? await proposedMovements(db, row) : [] }
}

async function proposedMovements(db: Db, row: ClaimRecord) {
  const open = openCompensation(row)
  const text = sql`concat_ws(' ', b.reference, b.message)`
  const names = sql`(strpos(${text}, ${row.agreement_number}) > 0 or strpos(${text}, ${row.insurer_reference ?? row.agreement_number}) > 0)`
  const { rows } = await sql<{ id: string; version: number; amount: number; day: string; from: string; why: string }>`
    select b.id, b.version, b.amount_cents as amount, b.booked_day as day, coalesce(b.counterparty_name, '–') as "from",
           concat_ws(' ', b.reference, b.message) as why
      from bank_entries b
     where b.state = 'OPEN' and b.direction = 'CREDIT' and not b.is_reversal and b.amount_cents <= ${open}
       and (b.amount_cents = ${open} or ${names})
     order by ${names} desc, b.booked_day desc, b.id limit ${PROPOSED_MAX}`.execute(db)
  return rows.map((entry) => ({
    bankEntryId: entry.id,
    entryVersion: entry.version,
    amount: eurosFromCents(entry.amount),
    bookedDay: entry.day,
    counterparty: entry.from,
    message: entry.why,
  }))
}

/**
 * Takes a movement in as the insurer's money for a claim.
 * @throws BANK_PARTS_DIFFER for a movement out or more than is open, CLAIM_STEP_NOT_PERMITTED for a claim of one's own
 */
export async function matchMovement(context: SignedInContext, id: string, body: BodyOf<typeof insuranceClaims.match>) {
  const { db, env, user } = context
  const scope = scopeOf(user, 'insurance-claim:manage')
  const row = (await lockClaim(db, scope, id)) ?? fail('NOT_FOUND')
  requireVersion(body.version, row.version, await claimView(db, row, user, env.now()))
  const open = openCompensation(row)
  await matchEntryTo(context, { id: body.bankEntryId, version: body.entryVersion }, async (entry) => {
    const isIn = entry.direction === 'CREDIT' && !entry.is_reversal
    if (!isIn || (open > 0 && entry.amount_cents > open))
      throw new AppError('BANK_PARTS_DIFFER', {
        details: {
          amount: eurosFromCents(isIn ? entry.amount_cents : -entry.amount_cents),
          parts: eurosFromCents(open),
        },
      })
    await stepClaim(db, context, row, {
      step: 'receive',
      mover: moverBeside(user, { companyId: row.company_id, ownerId: row.owner_id }),
      actor: actorOf(user, row.owner_id),
      extra: {
        received: {
          amountCents: entry.amount_cents,
          paidDay: entry.booked_day,
          entryId: entry.id,
          source: `bank:${entry.id}:${entry.version}:${row.id}`,
        },
      },
    })
    return { claim: row.id }
  })
  return claimView(db, (await findClaim(db, scope, id))!, user, env.now())
}
