import type { Selectable } from 'kysely'
import { WHOLE_LIST_MAX } from '#platform/contract/contract.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Scope } from '#platform/server/database/scope.ts'
import { within } from '#platform/server/database/scope.ts'
import type { Tables } from '#platform/server/database/tables.generated.ts'
import type { Day } from '#platform/values/days.ts'

export type VatRow = Selectable<Tables['vat_rates']>

export async function listVatRates(db: Db): Promise<VatRow[]> {
  return db
    .selectFrom('vat_rates')
    .selectAll()
    .orderBy('country')
    .orderBy('valid_from', 'desc')
    .limit(WHOLE_LIST_MAX + 1)
    .execute()
}

/** The standard rate of a country on a day: of the rates that are valid the one that began last. */
export async function findVatOn(db: Db, country: string, day: Day): Promise<VatRow | undefined> {
  return db
    .selectFrom('vat_rates')
    .selectAll()
    .where('country', '=', country)
    .where('valid_from', '<=', day)
    .where((or) => or.or([or('valid_to', 'is', null), or('valid_to', '>=', day)]))
    .orderBy('valid_from', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function findCompanyVatFields(db: Db, scope: Scope, companyId: string) {
  return db
    .selectFrom('companies as c')
    .select(['c.id', 'c.country', 'c.vat_basis_points'])
    .where('c.id', '=', companyId)
    .where('c.deleted_at', 'is', null)
    .where(within(scope, { company: 'c.id' }))
    .executeTakeFirst()
}

export async function findVatRate(db: Db, id: string): Promise<VatRow | undefined> {
  return db.selectFrom('vat_rates').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The rates of all countries, which nobody changes until the transaction ends. */
export async function lockVatRates(db: Db): Promise<VatRow[]> {
  return db.selectFrom('vat_rates').selectAll().orderBy('id').forUpdate().execute()
}
