import { areTermsConsistent, usualEndPrices } from '#features/pricing/leasing/rules.ts'
import type { BillingTable, NewBillingTable } from '#features/pricing/leasing/shapes.ts'
import { endsToWire } from '#features/pricing/leasing/terms.ts'
import { AppError, fail, failField } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { SignedIn } from '#platform/server/database/scope.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import type { Context } from '#platform/server/http/context.ts'
import { billingTableOf, columnsOfBillingTable, termsOfRow } from './billing-table-rows.ts'
import { findBillingTable, findOverlap, isOutForSigning, lockBillingTable, lockLessor } from './queries.ts'

type Writing = Pick<Context, 'db' | 'env'> & { readonly user: SignedIn }
type Columns = ReturnType<typeof columnsOfBillingTable>

/** Everything that has to hold before a table is stored. The lessor's lock keeps two savings from overlapping. */
async function requireStorable(db: Db, columns: Columns, id: string): Promise<void> {
  if (!(await lockLessor(db, columns.leasing_company_id))) failField('leasingCompanyId', 'NOT_IN_LIST', 'is not known')
  if (columns.company_id && !(await companyExists(db, columns.company_id)))
    failField('companyId', 'NOT_IN_LIST', 'is not known')
  if (columns.valid_to !== null && columns.valid_to < columns.valid_from)
    failField('validTo', 'BEFORE_START', 'ends before it begins')
  const terms = termsOfRow({
    ...columns,
    id,
    version: 1,
    deleted_at: null,
    created_at: new Date(0),
    updated_at: new Date(0),
  })
  if (!areTermsConsistent(terms) || terms.minPriceCents < 1)
    throw new AppError('LEASING_CONFIGURATION_INVALID', { details: { reason: 'TERMS_INCONSISTENT' } })
  const other = await findOverlap(db, columns, id)
  if (other) throw new AppError('BILLING_TABLE_EXISTS', { details: { billingTableId: other } })
}

async function companyExists(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('companies')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

async function tableById(db: Db, id: string): Promise<BillingTable> {
  return billingTableOf((await findBillingTable(db, id)) ?? fail('NOT_FOUND'))
}

async function logTableChange({ db, env, user }: Writing, id: string, change: string, version: number) {
  await logEvent(db, env, actorOf(user), 'REGISTER_CHANGED', {
    subject: { type: 'register', id },
    data: { register: 'billing-table', change, version },
  })
}

export async function addBillingTable(table: NewBillingTable, context: Writing): Promise<BillingTable> {
  const { db, env } = context
  const id = env.id()
  const columns = columnsOfBillingTable(table)
  await requireStorable(db, columns, id)
  await db
    .insertInto('billing_tables')
    .values({ id, created_at: env.now(), ...columns })
    .execute()
  await logTableChange(context, id, 'created', 1)
  return tableById(db, id)
}

export async function changeBillingTable(id: string, table: NewBillingTable & { version?: number }, context: Writing) {
  const { db, env } = context
  await lockLessor(db, table.leasingCompanyId)
  const before = (await lockBillingTable(db, id)) ?? fail('NOT_FOUND')
  if (table.version !== before.version) requireVersion(table.version, before.version, await tableById(db, id))
  // A caller that says nothing of the ends or of the service leaves them as they are.
  const columns = columnsOfBillingTable({
    ...table,
    ends: table.ends ?? endsToWire(termsOfRow(before).ends ?? usualEndPrices),
    serviceRule: table.serviceRule === undefined ? (termsOfRow(before).service ?? null) : table.serviceRule,
  })
  await requireStorable(db, columns, id)
  const version = before.version + 1
  await db
    .updateTable('billing_tables')
    .set({ ...columns, version, updated_at: env.now() })
    .where('id', '=', id)
    .execute()
  await logTableChange(context, id, 'updated', version)
  return tableById(db, id)
}

export async function removeBillingTable(id: string, version: number | undefined, context: Writing): Promise<void> {
  const { db, env } = context
  const before = (await lockBillingTable(db, id)) ?? fail('NOT_FOUND')
  if (version !== before.version) requireVersion(version, before.version, await tableById(db, id))
  if (await isOutForSigning(db, id)) throw new AppError('IN_USE_NOT_ALLOWED')
  await db
    .updateTable('billing_tables')
    .set({ deleted_at: env.now(), version: before.version + 1 })
    .where('id', '=', id)
    .execute()
  await logTableChange(context, id, 'deleted', before.version + 1)
}
