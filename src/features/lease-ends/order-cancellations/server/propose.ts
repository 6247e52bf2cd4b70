import type { Db } from '#platform/server/database/db.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import type { Services } from '#platform/server/http/context.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { type ProposedLine, proposeLines, standingOf } from '../rules/settlement.ts'
import { type CaseRecord, type LineRow, lockCase } from './record.ts'

/**
 * Brings the lines of an open case in step with what has been paid and paid back: a line for each invoice whose money
 * goes back, settled once the ledger shows all of it. Lines made by hand, and those that are settled or waived, stand.
 * @returns the case as it stands now
 */
export async function proposeForCase(
  { db, env }: { readonly db: Db; readonly env: Services['env'] },
  record: CaseRecord,
): Promise<CaseRecord> {
  const proposals = proposeLines({ invoices: record.invoices, bikeAt: record.row.bike_at })
  let changed = false
  for (const proposal of proposals) {
    const line = record.lines.find(({ invoice_id }) => invoice_id === proposal.invoiceId)
    if (line?.state === 'SETTLED' || line?.state === 'WAIVED') continue
    const back = record.invoices.find(({ invoiceId }) => invoiceId === proposal.invoiceId)!.backCents
    const standing = standingOf(proposal, back)
    const settled = standing.state === 'SETTLED' ? { ...standing, settled_day: helsinkiDay(env.now()) } : standing
    changed = (await writeProposal(db, env, { record, line, proposal, settled })) || changed
  }
  const wanted = new Set(proposals.map(({ invoiceId }) => invoiceId))
  const idle = record.lines.filter((l) => l.is_proposed && l.state === 'OPEN' && !wanted.has(l.invoice_id ?? ''))
  if (idle.length > 0)
    await db
      .deleteFrom('order_cancellation_lines')
      .where(
        'id',
        'in',
        idle.map(({ id }) => id),
      )
      .execute()
  return changed || idle.length > 0 ? (await lockCase(db, scopeOfAll, record.row.id))! : record
}

interface Proposed {
  readonly record: CaseRecord
  readonly line: LineRow | undefined
  readonly proposal: ProposedLine
  readonly settled: ReturnType<typeof standingOf> & { settled_day?: string }
}

/** @returns whether anything was written */
async function writeProposal(
  db: Db,
  env: Services['env'],
  { record, line, proposal, settled }: Proposed,
): Promise<boolean> {
  if (line) {
    const stands = line.expected_cents === proposal.expectedCents && line.settled_cents === settled.settled_cents
    if (stands && settled.state === 'OPEN') return false
    await db
      .updateTable('order_cancellation_lines')
      .set((eb) => ({ expected_cents: proposal.expectedCents, ...settled, version: eb('version', '+', 1) }))
      .where('id', '=', line.id)
      .execute()
    return true
  }
  await db
    .insertInto('order_cancellation_lines')
    .values({
      id: env.id(),
      company_id: record.row.company_id,
      order_cancellation_id: record.row.id,
      // After the lines by hand, each proposal in the order of its invoice.
      position: 100 + record.invoices.findIndex(({ invoiceId }) => invoiceId === proposal.invoiceId),
      payer_type: proposal.payerType,
      party: proposal.party,
      direction: proposal.direction,
      expected_cents: proposal.expectedCents,
      invoice_id: proposal.invoiceId,
      is_proposed: true,
      ...settled,
    })
    .execute()
  return true
}
