import { signedBy } from '#features/orders/orders/server/queries.ts'
import { maySignFor } from '#features/orders/orders/server/signers.ts'
import { nameOfBike } from '#features/pricing/leasing/rules/bike-name.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Scope, within } from '#platform/server/database/scope.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'

/** Agreements that wait for the caller's signature on the employer's side, the oldest first. */
export const agreementsToSign = (db: Db, scope: Scope, userId: string, limit: number) =>
  db
    .selectFrom('orders as o')
    .innerJoin('leasing_agreements as a', 'a.id', 'o.agreement_id')
    .innerJoin('beneficiary_employees as e', 'e.id', 'o.beneficiary_employee_id')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .innerJoin('companies as c', 'c.id', 'o.company_id')
    .select(['a.id', 'a.agreement_number', 'a.version', 'a.document_sha256', 'a.price_cents', 'a.instalment_cents'])
    .select(['a.lease_months', 'a.residual_cents', 'o.id as order_id', 'o.bike_brand', 'o.bike_model'])
    .select(['u.first_name', 'u.last_name', 'c.name as company_name', 'o.status_changed_at'])
    .where('o.status', '=', 'ALL_INFO_PROVIDED')
    .where('a.status', '=', 'PENDING')
    .where('a.document_sha256', 'is not', null)
    .where((eb) => eb.not(signedBy('EMPLOYER')))
    .where(maySignFor(userId))
    .where(within(scope, { company: 'o.company_id' }))
    .orderBy('o.status_changed_at')
    .orderBy('o.id')
    .limit(limit)
    .execute()

type ToSign = Awaited<ReturnType<typeof agreementsToSign>>[number]

export const toSignView = (row: ToSign) => ({
  leasingAgreementId: row.id,
  orderId: row.order_id,
  agreementNumber: row.agreement_number,
  version: row.version,
  documentSha256: present(row.document_sha256).toString('hex'),
  employeeName: `${row.last_name} ${row.first_name}`,
  companyName: row.company_name,
  bike: nameOfBike(row),
  totalAmount: eurosFromCents(row.price_cents),
  instalment: eurosFromCents(row.instalment_cents),
  leaseTimeMonths: row.lease_months,
  residual: eurosFromCents(row.residual_cents),
  since: row.status_changed_at.toISOString(),
})
