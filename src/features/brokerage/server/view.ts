import { allowedSteps, type Mover } from '#platform/process/plan.ts'
import { awaitedIn } from '#platform/process/turns.ts'
import { isStaff, permissionsOver, type SignedIn } from '#platform/server/database/scope.ts'
import { moverOver } from '#platform/server/process/mover.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import type { CaseRow, CaseView } from '../contract.ts'
import { type BrokerageWords, brokerageProcess } from '../rules/table.ts'
import { type BrokerageRecord, factsOf } from './record.ts'

/** As whom somebody reads an offer; nobody is staff towards a bicycle of their own. */
const sideOf = (user: SignedIn, row: BrokerageRecord): CaseView['side'] => {
  if (row.owner_id === user.userId) return 'SELLER'
  // Whoever has just given a reservation back is no taker of the row any more, and still nobody who reads the seller.
  return row.taker_user_id !== user.userId && isStaff(user) ? 'STAFF' : 'TAKER'
}

/** In which capacities a user acts on an offer: over the rider's side, over the taker's, or as anybody with a benefit. */
export function moverOf(user: SignedIn, row: BrokerageRecord): Mover<BrokerageWords['capacity']> {
  const seller = moverOver(user, { companyId: row.company_id, ownerId: row.owner_id })
  const own = permissionsOver(user, { companyId: row.company_id, ownerId: user.userId })
  const capacities = new Set<BrokerageWords['capacity']>()
  for (const capacity of ['SELF', 'STAFF', 'SUPER'] as const)
    if (seller.capacities.has(capacity)) capacities.add(capacity)
  if (own.has('brokerage:reserve')) capacities.add('RIDER')
  if (row.taker_user_id === user.userId) capacities.add('TAKER')
  return { capacities, permissions: new Set([...seller.permissions, ...own]) }
}

const nameOf = (first: string | null, last: string | null) => (first === null ? null : `${first} ${last}`)

/** An offer as a list shows it. Until the transfer neither side reads who the other is. */
export function caseRow(row: BrokerageRecord, user: SignedIn): CaseRow {
  const side = sideOf(user, row)
  const readsSeller = side !== 'TAKER'
  const readsTaker = side !== 'SELLER'
  return {
    bikeBrokerageId: row.id,
    version: row.version,
    step: row.step,
    status: row.status as CaseRow['status'],
    bike: row.bike,
    municipality: row.municipality,
    leasingAgreementId: readsSeller ? row.agreement_id : null,
    agreementNumber: readsSeller ? row.agreement_number : null,
    sellerName: readsSeller ? nameOf(row.first_name, row.last_name) : null,
    sellerCompany: readsSeller ? row.company_name : null,
    takerName: readsTaker ? nameOf(row.taker_first_name, row.taker_last_name) : null,
    takerCompany: readsTaker ? row.taker_company_name : null,
    expiresOn: row.expires_on,
    reservedUntil: row.reserved_until,
    waitingFor: awaitedIn<BrokerageWords>(brokerageProcess, row.step, {}),
    createdAt: row.created_at.toISOString(),
  }
}

/** An offer as a party or the staff read it. */
export const caseView = (row: BrokerageRecord, user: SignedIn, now: Date): CaseView => ({
  ...caseRow(row, user),
  side: sideOf(user, row),
  description: row.description,
  kind: row.bike_kind,
  frameSize: row.frame_size,
  instalment: eurosFromCents(row.monthly_cents),
  residual: eurosFromCents(row.residual_cents),
  leaseEndDay: row.lease_end_day,
  photoIds: row.photo_ids,
  closedReason: row.closed_reason,
  allowedSteps: allowedSteps(brokerageProcess, factsOf(row, now), row.step, moverOf(user, row)),
})
