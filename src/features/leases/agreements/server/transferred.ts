/** The agreement that goes on in another company when a lease is passed on: opened for signing, then signed by all. */
import type { Selectable } from 'kysely'
import { paymentTerms, tellTerms } from '#features/pricing/leasing/server/told-terms.ts'
import type { BenefitModel } from '#features/pricing/tax/rules/benefit-models.ts'
import type { TaxRegime } from '#features/pricing/tax/rules/benefit-regime.ts'
import type { Db } from '#platform/server/database/db.ts'
import { drawNumber } from '#platform/server/database/numbers.ts'
import type { Tables } from '#platform/server/database/tables.generated.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { Day } from '#platform/values/days.ts'

type With = Pick<Services, 'env'>

interface Remaining {
  readonly months: number
  readonly priceCents: number
  readonly buyOutCents: readonly number[]
}

/** What goes on unchanged in the next agreement of a chain. */
const goesOn = (before: Selectable<Tables['leasing_agreements']>) => ({
  leasing_company_id: before.leasing_company_id,
  instalment_cents: before.instalment_cents,
  last_instalment_cents: before.last_instalment_cents,
  service_share_cents: before.service_share_cents,
  admin_fee_cents: before.admin_fee_cents,
  residual_cents: before.residual_cents,
  end_prices: before.end_prices === null ? null : JSON.stringify(before.end_prices),
  service_terms: before.service_terms === null ? null : JSON.stringify(before.service_terms),
  billing_table_id: before.billing_table_id,
  billing_table_version: before.billing_table_version,
  vat_basis_points: before.vat_basis_points,
  terms_id: before.terms_id,
  chain_id: before.chain_id,
})

/** Opens the next agreement of a chain with the same lessor, prices and way; it has no order. */
export async function openTransferred(
  db: Db,
  { env }: With,
  input: {
    readonly previousId: string
    readonly companyId: string
    readonly employeeId: string
    readonly benefitModel: BenefitModel
    readonly lease: Remaining
  },
): Promise<{ id: string; agreementNumber: string }> {
  const before = await db
    .selectFrom('leasing_agreements')
    .selectAll()
    .where('id', '=', input.previousId)
    .executeTakeFirstOrThrow()
  const id = env.id()
  const agreementNumber = await drawNumber(env, 'S', async (number) => {
    const inserted = await db
      .insertInto('leasing_agreements')
      .values({
        id,
        company_id: input.companyId,
        beneficiary_employee_id: input.employeeId,
        order_id: null,
        agreement_number: number,
        status: 'PENDING',
        price_cents: input.lease.priceCents,
        lease_months: input.lease.months,
        buy_out_cents: [...input.lease.buyOutCents],
        benefit_model: input.benefitModel,
        ...goesOn(before),
        created_at: env.now(),
        updated_at: env.now(),
      })
      .onConflict((conflict) => conflict.column('agreement_number').doNothing())
      .returning('id')
      .executeTakeFirst()
    return inserted !== undefined
  })
  return { id, agreementNumber }
}

/** Names the document that an opened agreement is signed by. */
export async function setDocument(
  db: Db,
  { env }: With,
  { agreementId, file }: { readonly agreementId: string; readonly file: { id: string; sha256: Buffer } },
): Promise<void> {
  await db
    .updateTable('leasing_agreements')
    .set({ document_file_id: file.id, document_sha256: file.sha256, updated_at: env.now() })
    .where('id', '=', agreementId)
    .execute()
}

/** What the agreement before is paid with now. */
export const paymentColumns = [
  'instalment_cents',
  'last_instalment_cents',
  'service_share_cents',
  'vat_basis_points',
] as const
/** Who keeps the bicycle, where it is, and what a review has decided: a merger changes nothing of it. */
export const holderColumns = ['kept_from', 'exempt_until', 'bike_at'] as const

/** Takes over columns as they stand now in the agreement before. */
export async function copyFromBefore(
  db: Db,
  { env }: With,
  { agreementId, previousId }: { readonly agreementId: string; readonly previousId: string },
  columns: typeof paymentColumns | typeof holderColumns,
): Promise<void> {
  const before = await db
    .selectFrom('leasing_agreements')
    .select([...columns])
    .where('id', '=', previousId)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('leasing_agreements')
    .set((eb) => ({ ...before, updated_at: env.now(), version: eb('version', '+', 1) }))
    .where('id', '=', agreementId)
    .execute()
  await tellTerms(db, { env }, [agreementId], columns === paymentColumns ? paymentTerms : ['exemptUntil'])
}

export interface GivenSignature {
  readonly party: 'EMPLOYEE' | 'EMPLOYER'
  readonly userId: string
  readonly typedName: string
  readonly position: string | null
  readonly documentSha256: Buffer
  readonly ipAddress: string
  readonly signedAt: Date
  readonly proof: 'PASSWORD' | 'SMS' | 'EMAIL'
  readonly proofSince: Date | null
}

/** Makes an opened agreement signed: its days, its regime by the last signature, and the signatures of its two sides. */
export async function signTransferred(
  db: Db,
  { env }: With,
  input: {
    readonly agreementId: string
    readonly previousId: string
    readonly companyId: string
    readonly startDay: Day
    readonly endDay: Day
    readonly commitmentDay: Day
    readonly taxRegime: TaxRegime
    readonly lease: Remaining
    readonly signatures: readonly GivenSignature[]
  },
): Promise<void> {
  await db
    .updateTable('leasing_agreements')
    .set((eb) => ({
      status: 'SIGNED' as const,
      signed_at: env.now(),
      start_day: input.startDay,
      end_day: input.endDay,
      commitment_day: input.commitmentDay,
      tax_regime: input.taxRegime,
      previous_agreement_id: input.previousId,
      price_cents: input.lease.priceCents,
      lease_months: input.lease.months,
      buy_out_cents: [...input.lease.buyOutCents],
      updated_at: env.now(),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', input.agreementId)
    .execute()
  await tellTerms(db, { env }, [input.agreementId])
  if (input.signatures.length > 0) await keepSignatures(db, { env }, input)
}

async function keepSignatures(
  db: Db,
  { env }: With,
  input: { readonly agreementId: string; readonly companyId: string; readonly signatures: readonly GivenSignature[] },
): Promise<void> {
  await db
    .insertInto('signatures')
    .values(
      input.signatures.map((one) => ({
        id: env.id(),
        company_id: input.companyId,
        leasing_agreement_id: input.agreementId,
        party: one.party,
        user_id: one.userId,
        typed_name: one.typedName,
        position: one.position,
        document_sha256: one.documentSha256,
        ip_address: one.ipAddress,
        signed_at: one.signedAt,
        proof: one.proof,
        proof_since: one.proofSince,
      })),
    )
    .execute()
}

/** Files the sealed transfer among the signed documents of one of its two agreements. */
export async function fileTransfer(
  db: Db,
  { env }: With,
  input: {
    readonly companyId: string
    readonly employeeId: string
    readonly agreementId: string
    readonly kind: 'AGREEMENT' | 'OTHER'
    readonly title: string
    readonly fileId: string
    readonly day: Day
  },
): Promise<void> {
  await db
    .insertInto('signed_documents')
    .values({
      id: env.id(),
      company_id: input.companyId,
      beneficiary_employee_id: input.employeeId,
      leasing_agreement_id: input.agreementId,
      kind: input.kind,
      title: input.title,
      file_id: input.fileId,
      sealed: true,
      leasing_sign_day: input.day,
      created_at: env.now(),
      updated_at: env.now(),
    })
    .execute()
}
