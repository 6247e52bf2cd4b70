import { voidAgreement } from '#features/leases/agreements/server/agreements.ts'
import { clearEnd, closeEnding, openEnding, setEnd } from '#features/leases/agreements/server/endings.ts'
import { openTransferred, setDocument, signTransferred } from '#features/leases/agreements/server/transferred.ts'
import { transferDay } from '#features/pricing/leasing/rules/passing-on.ts'
import { regimeOf } from '#features/pricing/tax/rules/benefit-regime.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Actor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { leaseFrom } from '../rules/transfer.ts'
import { TRANSFER_DAYS } from '../rules.ts'
import { takerTotal } from './cost.ts'
import { keepDraft, sealTransfer } from './document.ts'
import { type BrokerageColumns, type BrokerageRecord, leaseToPass } from './record.ts'
import { creditBuyer } from './sale.ts'
import { signaturesOf } from './signatures.ts'

type Changes = Partial<BrokerageColumns>

/** B6: a transfer excludes every other end of the lease. Each try is an ending of its own. */
export async function beginTransfer(db: Db, services: Services, row: BrokerageRecord): Promise<Changes> {
  const endingId = services.env.id()
  const of = { endingId, companyId: row.company_id, agreementId: row.agreement_id }
  await openEnding(db, services, { ...of, kind: 'TRANSFER' })
  return { ending_id: endingId, transfer_by: addDays(helsinkiDay(services.env.now()), TRANSFER_DAYS) }
}

/**
 * B8: nothing is left of a transfer that has come to nothing but its row of endings and its void agreement, or the bill of a
 * company outside the service and what credits it.
 */
export async function dropTransfer(
  db: Db,
  services: Services,
  row: BrokerageRecord,
  { actor, reason }: { readonly actor: Actor; readonly reason: string },
): Promise<Changes> {
  if (row.invoice_id && row.invoice_credited_cents! < row.invoice_total_cents!)
    await creditBuyer(db, services, { invoiceId: row.invoice_id, actor, reason })
  await clearEnd(db, services, row.ending_id!)
  await closeEnding(db, services, row.ending_id!)
  if (row.new_agreement_id) await voidAgreement(db, services, row.new_agreement_id)
  return {
    ending_id: null,
    transfer_by: null,
    giver_agreed_at: null,
    taker_agreed_at: null,
    lessor_reference: null,
    lessor_day: null,
    new_agreement_id: null,
    document_file_id: null,
    document_sha256: null,
    end_tax_cents: null,
    starts_on: null,
  }
}

/** Everybody has said yes: opens the next agreement and the document that all sign. */
export async function prepareTransfer(db: Db, services: Services, row: BrokerageRecord): Promise<Changes> {
  const today = helsinkiDay(services.env.now())
  const startsOn = transferDay(today)
  const { id, agreementNumber } = await openTransferred(db, services, {
    previousId: row.agreement_id,
    companyId: row.taker_company_id!,
    employeeId: row.taker_employee_id!,
    benefitModel: row.taker_benefit_model,
    lease: leaseFrom(leaseToPass(row), startsOn),
  })
  const { mostTaxCents } = await takerTotal(db, row, { today, startsOn })
  const file = await keepDraft(db, services, { ...row, end_tax_cents: mostTaxCents }, { id, agreementNumber })
  await setDocument(db, services, { agreementId: id, file })
  return {
    new_agreement_id: id,
    document_file_id: file.id,
    document_sha256: file.sha256,
    end_tax_cents: mostTaxCents,
  }
}

/** Another document takes the place of the one that is out, and is signed from the beginning. */
export async function redraftTransfer(db: Db, services: Services, row: BrokerageRecord): Promise<Changes> {
  await voidAgreement(db, services, row.new_agreement_id!)
  return prepareTransfer(db, services, row)
}

/** B7: all have signed. The old lease ends, the new one begins the day after, and its tax is judged by today. */
export async function moveLease(db: Db, services: Services, row: BrokerageRecord): Promise<Changes> {
  const today = helsinkiDay(services.env.now())
  const startsOn = transferDay(today)
  const given = await signaturesOf(db, row)
  await setEnd(db, services, {
    endingId: row.ending_id!,
    companyId: row.company_id,
    agreementId: row.agreement_id,
    endsOn: addDays(startsOn, -1),
    endsAs: 'TRANSFERRED',
  })
  await signTransferred(db, services, {
    agreementId: row.new_agreement_id!,
    previousId: row.agreement_id,
    companyId: row.taker_company_id!,
    startDay: startsOn,
    endDay: row.lease_end_day,
    commitmentDay: today,
    taxRegime: regimeOf(today),
    lease: leaseFrom(leaseToPass(row), startsOn),
    signatures: given
      .filter(({ party }) => party === 'TAKER' || party === 'TAKER_EMPLOYER')
      .map(({ party, ...one }) => ({
        ...one,
        party: party === 'TAKER' ? ('EMPLOYEE' as const) : ('EMPLOYER' as const),
      })),
  })
  await sealTransfer(db, services, row, { startsOn, day: today, given })
  return { starts_on: startsOn }
}
