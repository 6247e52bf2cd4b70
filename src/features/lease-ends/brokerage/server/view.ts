import { priceAtEndOf, transferDay } from '#features/pricing/leasing/rules/passing-on.ts'
import { regimeOf } from '#features/pricing/tax/rules/benefit-regime.ts'
import { allowedSteps, type Mover } from '#platform/process/plan.ts'
import { awaitedIn } from '#platform/process/turns.ts'
import { isStaff, permissionsOver, type SignedIn } from '#platform/server/database/scope.ts'
import { moverOver } from '#platform/server/process/mover.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import type { CaseRow, CaseView } from '../contract.ts'
import { brokerageProcess } from '../rules/table.ts'
import type { BrokerageWords } from '../rules/words.ts'
import type { TransferParty } from '../rules.ts'
import { type BrokerageRecord, factsOf, isNamed, leaseToPass, signersOf } from './record.ts'

const agreeing = (user: SignedIn, companyId: string) =>
  permissionsOver(user, { companyId, ownerId: null }).has('brokerage:accept-transfer')

/** Whether somebody may sign for an employer: an admin of it, or an editor whom the company has named. */
const mayRepresent = (user: SignedIn, companyId: string, signers: readonly string[] | null) =>
  user.assignments.some(
    ({ role, companyIds }) =>
      companyIds.includes(companyId) && (role.name === 'EMPLOYER_ADMIN' || role.name === 'EMPLOYER_GROUP_ADMIN'),
  ) || (signers ?? []).includes(user.userId)

/** The parties for which somebody may sign; nobody does for an employer towards a bicycle of their own. */
export function partiesOfUser(user: SignedIn, row: BrokerageRecord): TransferParty[] {
  const isOne = row.company_id === row.taker_company_id
  const signers = signersOf(row)
  if (row.owner_id === user.userId && signers.includes('SELLER')) return ['SELLER']
  if (row.taker_user_id === user.userId) return ['TAKER']
  const gives = !isOne && agreeing(user, row.company_id) && mayRepresent(user, row.company_id, row.signer_user_ids)
  const takes =
    row.taker_company_id !== null &&
    agreeing(user, row.taker_company_id) &&
    mayRepresent(user, row.taker_company_id, row.taker_signer_user_ids)
  return [...(gives ? (['SELLER_EMPLOYER'] as const) : []), ...(takes ? (['TAKER_EMPLOYER'] as const) : [])]
}

/** As whom somebody reads an offer; nobody is staff or employer towards a bicycle of their own. */
function sideOf(user: SignedIn, row: BrokerageRecord): CaseView['side'] {
  if (row.owner_id === user.userId) return 'SELLER'
  if (row.taker_user_id === user.userId || isNamed(user, row)) return 'TAKER'
  if (isStaff(user)) return 'STAFF'
  // Employers read a transfer alone. Whoever has just given a reservation back is nobody who reads the giver.
  if (row.transfer_by === null) return 'TAKER'
  return agreeing(user, row.company_id) ? 'SELLER_EMPLOYER' : 'TAKER_EMPLOYER'
}

/** In which capacities a user acts on an offer: over the rider's side, over the taker's, or as anybody with a benefit. */
export function moverOf(user: SignedIn, row: BrokerageRecord): Mover<BrokerageWords['capacity']> {
  const isPerson = row.owner_id === user.userId || row.taker_user_id === user.userId || isNamed(user, row)
  const over = moverOver(user, { companyId: row.company_id, ownerId: row.owner_id })
  const own = permissionsOver(user, { companyId: row.company_id, ownerId: user.userId })
  const capacities = new Set<BrokerageWords['capacity']>()
  // Of a bicycle that somebody gives or takes, they decide for no other side.
  for (const capacity of isPerson ? (['SELF'] as const) : (['STAFF', 'SUPER'] as const))
    if (over.capacities.has(capacity)) capacities.add(capacity)
  if (own.has('brokerage:reserve')) capacities.add('RIDER')
  if (isNamed(user, row)) capacities.add('NAMED')
  if (row.taker_user_id === user.userId) capacities.add('TAKER')
  if (!isPerson && agreeing(user, row.company_id)) capacities.add('SELLER_EMPLOYER')
  const taking = row.taker_company_id
  if (!isPerson && taking !== null && agreeing(user, taking)) capacities.add('TAKER_EMPLOYER')
  const ofTaker = taking === null ? [] : permissionsOver(user, { companyId: taking, ownerId: row.taker_user_id })
  return { capacities, permissions: new Set([...over.permissions, ...own, ...ofTaker]) }
}

/** What the new lease's tax becomes by today's signature, where it is another. */
function taxChangeOf(row: BrokerageRecord, now: Date): CaseView['taxChange'] {
  const to = regimeOf(helsinkiDay(now))
  return row.present_regime !== null && row.present_regime !== to ? { from: row.present_regime, to } : null
}

/** The parties read each other as they are addressed, registers as they are sorted. */
const nameFor = (side: CaseView['side'], first: string | null, last: string | null) => {
  if (first === null) return null
  return side === 'SELLER' || side === 'TAKER' ? `${first} ${last}` : `${last} ${first}`
}

/** An offer as a list shows it. Until the transfer neither side reads who the other is. */
export function caseRow(row: BrokerageRecord, user: SignedIn, side = sideOf(user, row)): CaseRow {
  const isOpen = row.transfer_by !== null
  const readsSeller = side !== 'TAKER' || isOpen
  // Whoever is asked by name reads who asks.
  const readsName = readsSeller || row.step === 'OFFERED'
  const readsNext = row.taker_user_id === user.userId || side === 'STAFF' || side === 'TAKER_EMPLOYER'
  const readsTaker = side !== 'SELLER' || isOpen
  return {
    bikeBrokerageId: row.id,
    version: row.version,
    step: row.step,
    status: row.status as CaseRow['status'],
    side,
    bike: row.bike,
    municipality: row.municipality,
    leasingAgreementId: readsSeller ? row.agreement_id : null,
    agreementNumber: readsSeller ? row.agreement_number : null,
    sellerName: readsName ? nameFor(side, row.first_name, row.last_name) : null,
    sellerCompany: readsName ? row.company_name : null,
    takerName: readsTaker ? nameFor(side, row.taker_first_name, row.taker_last_name) : null,
    namedEmail: side === 'SELLER' || side === 'STAFF' ? row.named_email : null,
    takerCompany: readsTaker ? (row.taker_company_name ?? row.buyer_name) : null,
    expiresOn: row.expires_on,
    reservedUntil: row.reserved_until,
    waitingFor: awaitedIn<BrokerageWords>(brokerageProcess, row.step, factsOf(row, new Date(0))),
    newAgreementId: readsNext ? row.new_agreement_id : null,
    createdAt: row.created_at.toISOString(),
  }
}

/** The company outside the service that buys, and its price: what it was billed, or would be today. */
const buyerOf = (row: BrokerageRecord, now: Date): CaseView['buyer'] =>
  row.buyer_name === null
    ? null
    : {
        name: row.buyer_name,
        businessId: row.buyer_business_id!,
        address: row.buyer_address!,
        email: row.buyer_email!,
        agreedBy: row.buyer_agreed_by,
        price: eurosFromCents(
          row.price_cents ?? priceAtEndOf(leaseToPass(row), addDays(transferDay(helsinkiDay(now)), -1)),
        ),
        invoiceNumber: row.invoice_number,
        dueDay: row.invoice_due_day,
      }

/** An offer as a party or the staff read it. */
export const caseView = (row: BrokerageRecord, user: SignedIn, now: Date, side = sideOf(user, row)): CaseView => ({
  ...caseRow(row, user),
  side,
  description: row.description,
  kind: row.bike_kind,
  frameSize: row.frame_size,
  instalment: eurosFromCents(row.monthly_cents),
  residual: eurosFromCents(row.residual_cents),
  leaseEndDay: row.lease_end_day,
  photoIds: row.photo_ids,
  closedReason: row.closed_reason,
  lessor: row.lessor_name,
  lessorReference: row.lessor_reference,
  lessorDay: row.lessor_day,
  giverAgreed: row.giver_agreed_at !== null,
  takerAgreed: row.taker_agreed_at !== null,
  transferBy: row.transfer_by,
  startsOn: row.starts_on,
  newAgreementNumber: row.new_agreement_number,
  documentSha256: row.document_sha256?.toString('hex') ?? null,
  hasTitleDocument: row.invoice_id !== null && row.document_file_id !== null,
  unsigned: row.new_agreement_id === null ? [] : [...factsOf(row, now).unsigned],
  signsAs: partiesOfUser(user, row),
  buyer: buyerOf(row, now),
  taxChange: taxChangeOf(row, now),
  allowedSteps: allowedSteps(brokerageProcess, factsOf(row, now), row.step, moverOf(user, row)),
})
