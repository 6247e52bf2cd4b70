import { bikeColumns, joinedBike } from '#features/story/lease-story/server/leased-bike.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Scope, within } from '#platform/server/database/scope.ts'

/** Signed agreements of a scope whose lease has its days, with their person, order and bicycle, for whoever would end them. */
export const agreementsToEnd = (db: Db, scope: Scope) =>
  db
    .selectFrom('leasing_agreements as a')
    .innerJoin('beneficiary_employees as e', 'e.id', 'a.beneficiary_employee_id')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .leftJoin('orders as o', 'o.id', 'a.order_id')
    .innerJoinLateral(joinedBike, (join) => join.onTrue())
    .where(within(scope, { company: 'a.company_id', employee: 'a.beneficiary_employee_id' }))
    .where('a.status', '=', 'SIGNED')
    .where('a.void_at', 'is', null)
    .where('a.start_day', 'is not', null)
    .where('a.end_day', 'is not', null)
    .select([
      'a.id',
      'a.company_id',
      'a.beneficiary_employee_id',
      'a.agreement_number',
      'a.lease_state',
      'a.end_reason',
      'a.start_day',
      'a.end_day',
      'a.end_prices',
      'a.kept_from',
      'e.last_working_day',
      'e.user_id',
      'u.first_name',
      'u.last_name',
      'o.order_number',
      ...bikeColumns,
    ])

type AgreementToEnd = ReturnType<typeof agreementsToEnd>

/** Which agreement is meant: the one of an id, or the only running one of a person. */
export interface MeantAgreement {
  readonly leasingAgreementId?: string | null | undefined
  readonly beneficiaryEmployeeId?: string | undefined
}

/**
 * The agreement that is meant, among those of a query, held until the end of the transaction.
 * @throws NOT_FOUND, AGREEMENT_CHOICE_NEEDED for a person with several
 */
export async function lockAgreementToEnd<Q extends AgreementToEnd>(
  query: Q,
  { leasingAgreementId: id, beneficiaryEmployeeId: employeeId }: MeantAgreement,
): Promise<Awaited<ReturnType<Q['execute']>>[number]> {
  if (!id && !employeeId) fail('NOT_FOUND')
  const found = await query
    .$if(!!id, (q) => q.where('a.id', '=', id!))
    .$if(!!employeeId, (q) => q.where('a.beneficiary_employee_id', '=', employeeId!))
    .$if(!id, (q) => q.where('a.lease_state', '=', 'ACTIVE'))
    .orderBy('a.id')
    .limit(2)
    .forUpdate('a')
    .execute()
  if (found.length > 1) throw new AppError('AGREEMENT_CHOICE_NEEDED')
  return found[0] ?? fail('NOT_FOUND')
}
