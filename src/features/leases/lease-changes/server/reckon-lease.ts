import { markTaxReview, setPayment } from '#features/leases/agreements/server/changes.ts'
import type { Db } from '#platform/server/database/db.ts'
import { systemActor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { TextValue } from '#platform/server/runtime/texts.ts'
import { type Day, firstOfMonth, formatMonth, helsinkiDay, monthOf } from '#platform/values/days.ts'
import { exemptionIn } from '../rules/change-guard.ts'
import {
  type Payment,
  type ReckonedChange,
  reckonChanges,
  type SetPayment,
  type WantedChange,
} from '../rules/reckon.ts'
import { earlierColumns, inWords, logChange, makeChange, tell } from './make-change.ts'
import { changesThatStand, guardedOf, nextNumber, type RunningLease } from './record.ts'

type ChangeRow = Awaited<ReturnType<typeof changesThatStand>>[number]

/** A change that a lease is to have: one that it has, or one that follows a rate and is to be made. */
export type LeaseChange = WantedChange & { readonly row?: ChangeRow; readonly day?: Day }

const paymentOf = (row: ChangeRow): Payment => ({
  instalmentCents: row.instalment_cents,
  lastInstalmentCents: row.last_instalment_cents,
  serviceShareCents: row.service_share_cents,
})

const earlierOf = (row: ChangeRow): Payment => ({
  instalmentCents: row.earlier_instalment_cents,
  lastInstalmentCents: row.earlier_last_instalment_cents,
  serviceShareCents: row.earlier_service_share_cents,
})

/** What was agreed before all changes of a locked lease, and the changes as the rules see them. */
export async function changesOfLease(
  db: Db,
  lease: RunningLease,
): Promise<{ agreed: SetPayment; changes: LeaseChange[] }> {
  const rows = await changesThatStand(db, lease)
  const firstRate = rows.find((row) => row.vat_basis_points !== null)
  const basisPoints = firstRate?.earlier_vat_basis_points ?? lease.vat_basis_points
  const payment = rows[0]
    ? earlierOf(rows[0])
    : {
        instalmentCents: lease.instalment_cents,
        lastInstalmentCents: lease.last_instalment_cents,
        serviceShareCents: lease.service_share_cents,
      }
  let rate = basisPoints
  const changes = rows.map((row): LeaseChange => {
    const from = monthOf(row.from_day)
    if (row.vat_basis_points === null)
      return { row, from, to: (row.agreed as SetPayment | null) ?? { payment: paymentOf(row), basisPoints: rate } }
    rate = row.vat_basis_points
    return { row, from, to: rate }
  })
  return { agreed: { payment, basisPoints }, changes }
}

const isSame = (one: Payment, other: Payment) =>
  one.instalmentCents === other.instalmentCents &&
  one.lastInstalmentCents === other.lastInstalmentCents &&
  one.serviceShareCents === other.serviceShareCents

interface Rewriting {
  readonly agreed: SetPayment
  readonly changes: readonly LeaseChange[]
  readonly wanted: readonly LeaseChange[]
  readonly reasonOf: (of: ReckonedChange<LeaseChange>) => string | TextValue
  /** Why a change that is withdrawn no longer holds. */
  readonly withdrawnReason: TextValue
}

/**
 * Gives a locked lease the changes that it is to have: those that hold no more are withdrawn, new ones are made, and what
 * follows them is counted anew. A change that comes out otherwise is withdrawn and made again, with an annex of its own.
 * @returns whether anything changed
 */
export async function rewriteChanges(db: Db, services: Services, lease: RunningLease, to: Rewriting): Promise<boolean> {
  const reckoned = reckonChanges(to.agreed, to.wanted)
  const stands = ({ change: { row }, after }: ReckonedChange<LeaseChange>) => row && isSame(paymentOf(row), after)
  const standing = reckoned.filter(stands).map(({ change }) => change.row!.id)
  const withdrawn = to.changes.flatMap(({ row }) => (row && !standing.includes(row.id) ? [row] : []))
  const made = reckoned.filter((one) => !stands(one))
  if (withdrawn.length === 0 && made.length === 0) return false
  await withdraw(db, services, withdrawn)
  for (const one of reckoned.filter(stands)) await keepEarlier(db, services, one)
  for (const one of made) await makeReckoned(db, services, lease, { one, reason: to.reasonOf(one) })
  const remade = new Set(made.map(({ change }) => change.row?.id))
  for (const row of withdrawn.filter(({ id }) => !remade.has(id)))
    await notifyWithdrawn(db, services, lease, { row, reckoned, ...to })
  await showPayment(db, services, lease, { reckoned, agreed: to.agreed })
  return true
}

async function withdraw(db: Db, { env }: Services, rows: readonly ChangeRow[]): Promise<void> {
  for (const { id, company_id: companyId } of rows)
    await db
      .updateTable('payment_changes')
      .set((eb) => ({ withdrawn_at: env.now(), updated_at: env.now(), version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .where('company_id', '=', companyId)
      .execute()
}

/** What a change that stays took the place of, which may be another payment or rate now. */
async function keepEarlier(db: Db, { env }: Services, one: ReckonedChange<LeaseChange>): Promise<void> {
  const row = one.change.row!
  const earlierRate = row.vat_basis_points === null ? null : one.rateBefore
  if (isSame(earlierOf(row), one.before) && row.earlier_vat_basis_points === earlierRate) return
  await db
    .updateTable('payment_changes')
    .set((eb) => ({
      ...earlierColumns(one.before),
      earlier_vat_basis_points: earlierRate,
      updated_at: env.now(),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', row.id)
    .where('company_id', '=', row.company_id)
    .execute()
}

async function makeReckoned(
  db: Db,
  services: Services,
  lease: RunningLease,
  { one, reason }: { one: ReckonedChange<LeaseChange>; reason: string | TextValue },
): Promise<void> {
  const { change, before, after, rateBefore } = one
  const exemption = exemptionIn(guardedOf(lease), change.from)
  if (exemption !== null)
    await markTaxReview(db, services, {
      agreementId: lease.id,
      reason: `${formatMonth(change.from)}: ${inWords(services, lease, reason)}`,
    })
  await makeChange(db, services, lease, {
    before,
    after,
    number: await nextNumber(db, lease),
    from: change.from,
    reason,
    exemption,
    isNow: firstOfMonth(change.from) <= helsinkiDay(services.env.now()),
    ...(typeof change.to === 'number'
      ? { vat: { to: change.to, from: rateBefore } }
      : { vat: null, agreed: change.to }),
    actor: systemActor,
  })
}

/** Tells of a change that holds no more, where the month is paid otherwise without it. */
async function notifyWithdrawn(
  db: Db,
  services: Services,
  lease: RunningLease,
  of: {
    row: ChangeRow
    reckoned: readonly ReckonedChange<LeaseChange>[]
    agreed: SetPayment
    withdrawnReason: TextValue
  },
): Promise<void> {
  const from = monthOf(of.row.from_day)
  const before = paymentOf(of.row)
  const after = of.reckoned.findLast(({ change }) => change.from <= from)?.after ?? of.agreed.payment
  if (isSame(before, after)) return
  await logChange(db, services, lease, { before, after, from, actor: systemActor })
  const told = { before, after, from, reason: of.withdrawnReason, exemption: null }
  await tell(db, services, lease, told, 'withdrawn')
}

/** The agreement shows what is paid today. */
async function showPayment(
  db: Db,
  services: Services,
  lease: RunningLease,
  { reckoned, agreed }: { reckoned: readonly ReckonedChange<LeaseChange>[]; agreed: SetPayment },
): Promise<void> {
  const today = helsinkiDay(services.env.now())
  const now = reckoned.findLast(({ change }) => firstOfMonth(change.from) <= today)
  await setPayment(db, services, {
    agreementId: lease.id,
    ...(now?.after ?? agreed.payment),
    vatBasisPoints: now?.rate ?? agreed.basisPoints,
  })
}
