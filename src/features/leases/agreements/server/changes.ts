/** What a change of a running lease writes on its agreement. The caller has locked the row in its scope. */
import { sql } from 'kysely'
import { paymentTerms, tellTerms } from '#features/pricing/leasing/server/told-terms.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { Day } from '#platform/values/days.ts'

/** Shows a payment as the one that is paid from now on. */
export async function setPayment(
  db: Db,
  { env }: Pick<Services, 'env'>,
  payment: {
    readonly agreementId: string
    readonly serviceShareCents: number
    readonly instalmentCents: number
    readonly lastInstalmentCents: number
    /** The rate that the payment follows; left out, it stays. */
    readonly vatBasisPoints?: number | null
  },
): Promise<void> {
  await db
    .updateTable('leasing_agreements')
    .set((eb) => ({
      service_share_cents: payment.serviceShareCents,
      instalment_cents: payment.instalmentCents,
      last_instalment_cents: payment.lastInstalmentCents,
      ...(payment.vatBasisPoints == null ? {} : { vat_basis_points: payment.vatBasisPoints }),
      updated_at: env.now(),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', payment.agreementId)
    .execute()
  await tellTerms(db, { env }, [payment.agreementId], paymentTerms)
}

/** Raises the agreement's version: what hangs on it has changed. */
export async function touchAgreement(db: Db, { env }: Pick<Services, 'env'>, agreementId: string): Promise<void> {
  await db
    .updateTable('leasing_agreements')
    .set((eb) => ({ updated_at: env.now(), version: eb('version', '+', 1) }))
    .where('id', '=', agreementId)
    .execute()
}

/** Marks an agreement whose exemption a change may have ended; what was marked before stays in sight. */
export async function markTaxReview(
  db: Db,
  { env }: Pick<Services, 'env'>,
  { agreementId, reason }: { readonly agreementId: string; readonly reason: string },
): Promise<void> {
  await db
    .updateTable('leasing_agreements')
    .set((eb) => ({
      tax_regime_review: sql<string>`concat_ws(E'\n', tax_regime_review, ${reason}::text)`,
      tax_regime_review_at: sql<Date>`coalesce(tax_regime_review_at, ${env.now()}::timestamptz)`,
      updated_at: env.now(),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', agreementId)
    .execute()
}

/** Puts another bicycle into a running agreement: that of an order, which its person has. */
export async function setBicycle(
  db: Db,
  { env }: Pick<Services, 'env'>,
  { agreementId, orderId }: { readonly agreementId: string; readonly orderId: string },
): Promise<void> {
  await db
    .updateTable('leasing_agreements')
    .set((eb) => ({
      order_id: orderId,
      bike_at: 'EMPLOYEE' as const,
      updated_at: env.now(),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', agreementId)
    .execute()
}

/** Takes the mark away; an exemption that the review has found lost ends on the day given. */
export async function closeTaxReview(
  db: Db,
  { env }: Pick<Services, 'env'>,
  { agreementId, exemptUntil }: { readonly agreementId: string; readonly exemptUntil: Day | null },
): Promise<void> {
  await db
    .updateTable('leasing_agreements')
    .set((eb) => ({
      tax_regime_review: null,
      tax_regime_review_at: null,
      ...(exemptUntil === null ? {} : { exempt_until: exemptUntil }),
      updated_at: env.now(),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', agreementId)
    .execute()
  if (exemptUntil !== null) await tellTerms(db, { env }, [agreementId], ['exemptUntil'])
}
