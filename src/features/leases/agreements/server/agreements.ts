import type { OpenedAgreement } from '#features/orders/orders/server/moves/ports.ts'
import { leaseEnd } from '#features/pricing/leasing/rules/lease-period.ts'
import type { EndPrices, ServiceTerms } from '#features/pricing/leasing/rules.ts'
import { tellTerms } from '#features/pricing/leasing/server/told-terms.ts'
import type { BenefitModel } from '#features/pricing/tax/rules/benefit-models.ts'
import type { Db } from '#platform/server/database/db.ts'
import { drawNumber } from '#platform/server/database/numbers.ts'
import { keepFile } from '#platform/server/documents/stored-files.ts'
import { type Actor, logEvent } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { Day } from '#platform/values/days.ts'
import type { AgreementFacts } from './agreement-pdf.ts'
import { renderAgreementPdf } from './agreement-pdf.ts'
import { keepFacts } from './kept-facts.ts'

/** What an agreement is opened from: the order's price card and the document's facts. */
export interface NewAgreement {
  readonly companyId: string
  readonly employeeId: string
  readonly orderId: string
  readonly leasingCompanyId: string
  /** The leased price, and what the employee pays beside the lease. */
  readonly priceCents: number
  readonly excessCents: number
  readonly instalmentCents: number
  readonly lastInstalmentCents: number
  readonly serviceShareCents: number
  readonly adminFeeCents: number
  readonly residualCents: number
  readonly leaseMonths: number
  readonly buyOutCents: readonly number[]
  /** What the ways out cost, frozen with the agreement. */
  readonly endPrices: EndPrices | null
  /** Null where the terms promise no service. */
  readonly serviceTerms: ServiceTerms | null
  readonly billingTableId: string
  readonly billingTableVersion: number
  readonly vatBasisPoints: number
  readonly benefitModel: BenefitModel
  /** The general terms in force, whose version the agreement names. */
  readonly termsId: string | null
  /** What its document says, once its number is drawn. */
  readonly documentOf: (agreementNumber: string) => AgreementFacts
}

/** Opens an agreement for signing: its row and its document, whose hash is what both sides sign. */
export async function openAgreement(db: Db, services: Services, input: NewAgreement): Promise<OpenedAgreement> {
  const { env } = services
  const id = env.id()
  const agreementNumber = await drawNumber(env, 'S', async (number) => {
    const inserted = await db
      .insertInto('leasing_agreements')
      .values({ id, agreement_number: number, ...columnsOf(input), created_at: env.now(), updated_at: env.now() })
      .onConflict((conflict) => conflict.column('agreement_number').doNothing())
      .returning('id')
      .executeTakeFirst()
    return inserted !== undefined
  })
  const facts = input.documentOf(agreementNumber)
  const file = await keepFile(db, services, {
    companyId: input.companyId,
    parentType: 'agreement',
    parentId: id,
    label: `${agreementNumber}.pdf`,
    contentType: 'application/pdf',
    content: await renderAgreementPdf(facts),
  })
  await db
    .updateTable('leasing_agreements')
    .set({ document_file_id: file.id, document_sha256: file.sha256, ...(await keepFacts(db, services, facts)) })
    .where('id', '=', id)
    .execute()
  return { id, agreementNumber, documentSha256: file.sha256.toString('hex') }
}

const columnsOf = (input: NewAgreement) => ({
  company_id: input.companyId,
  beneficiary_employee_id: input.employeeId,
  order_id: input.orderId,
  leasing_company_id: input.leasingCompanyId,
  status: 'PENDING' as const,
  price_cents: input.priceCents,
  excess_cents: input.excessCents,
  instalment_cents: input.instalmentCents,
  last_instalment_cents: input.lastInstalmentCents,
  service_share_cents: input.serviceShareCents,
  admin_fee_cents: input.adminFeeCents,
  residual_cents: input.residualCents,
  lease_months: input.leaseMonths,
  buy_out_cents: [...input.buyOutCents],
  end_prices: input.endPrices && JSON.stringify(input.endPrices),
  service_terms: input.serviceTerms && JSON.stringify(input.serviceTerms),
  billing_table_id: input.billingTableId,
  billing_table_version: input.billingTableVersion,
  vat_basis_points: input.vatBasisPoints,
  benefit_model: input.benefitModel,
  terms_id: input.termsId,
})

/** Takes an agreement that was not signed by both out of use; its row and document stay as evidence. */
export async function voidAgreement(
  db: Db,
  services: Services,
  agreementId: string,
  reject?: { reason: string },
): Promise<void> {
  const now = services.env.now()
  await db
    .updateTable('leasing_agreements')
    .set((eb) => ({
      void_at: now,
      document_facts: null,
      updated_at: now,
      version: eb('version', '+', 1),
      ...(reject ? { status: 'REJECTED' as const, reject_reason: reject.reason } : {}),
    }))
    .where('id', '=', agreementId)
    .where('void_at', 'is', null)
    .execute()
}

/** Fixes the lease's first and last day once both delivery facts are known; they do not move when billing is late. */
export async function setLeasePeriod(
  db: Db,
  services: Services,
  agreementId: string,
  startDay: Day,
  endDay: Day,
): Promise<void> {
  await db
    .updateTable('leasing_agreements')
    .set((eb) => ({
      start_day: startDay,
      end_day: endDay,
      updated_at: services.env.now(),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', agreementId)
    .where('start_day', 'is', null)
    .execute()
  await tellTerms(db, services, [agreementId], ['startDay', 'endDay'])
}

/** The lease runs from its start day on. */
export async function startLease(
  db: Db,
  services: Services,
  lease: { agreementId: string; startDay: Day; months: number; actor: Actor },
): Promise<void> {
  const { env } = services
  const row = await db
    .updateTable('leasing_agreements')
    .set((eb) => ({
      lease_state: 'ACTIVE' as const,
      bike_at: 'EMPLOYEE' as const,
      start_day: lease.startDay,
      end_day: leaseEnd(lease.startDay, lease.months),
      updated_at: env.now(),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', lease.agreementId)
    .returning(['company_id', 'order_id', 'beneficiary_employee_id'])
    .executeTakeFirstOrThrow()
  await tellTerms(db, services, [lease.agreementId], ['startDay', 'endDay'])
  await logEvent(db, env, lease.actor, 'LEASING_AGREEMENT_STARTED', {
    subject: { type: 'agreement', id: lease.agreementId },
    companyId: row.company_id,
    orderId: row.order_id,
    employeeId: row.beneficiary_employee_id,
    data: { startDay: lease.startDay, months: lease.months },
  })
}
