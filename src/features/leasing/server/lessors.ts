import type { LeasingCompany, NewLeasingCompany } from '#features/leasing/shapes.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import { actorOf, logEvent } from '#platform/server/database/events.ts'
import type { SignedIn } from '#platform/server/database/scope.ts'
import { isUniqueViolation, requireVersion } from '#platform/server/http/changes.ts'
import type { Context } from '#platform/server/http/context.ts'
import { requireBusinessId, requireEmail, requireVatNumber } from '#platform/server/http/identifier-fields.ts'
import type { Brand } from '#platform/values/brand.ts'
import { type LessorRow, lockLessor } from './queries.ts'

type Writing = Pick<Context, 'db' | 'env' | 'brand'> & { readonly user: SignedIn }

/** A lessor as it travels; the operator's own row carries the name of the service's owner. */
export function lessorOf(row: LessorRow, brand: Brand): LeasingCompany {
  return {
    leasingCompanyId: row.id,
    companyName: row.kind === 'OPERATOR' ? brand.legalName : row.name,
    kind: row.kind,
    businessId: row.business_id,
    vatNumber: row.vat_number,
    country: row.country,
    eInvoiceAddress: row.e_invoice_address,
    operatorId: row.e_invoice_operator,
    invoiceEmail: row.invoice_email,
    streetAddress: row.street_address,
    postalCode: row.postal_code,
    city: row.city,
    paymentTermsDays: row.payment_terms_days,
    authorityReference: row.authority_reference,
    authorityDay: row.authority_day,
    active: row.active,
    version: row.version,
  }
}

function columnsOf(lessor: NewLeasingCompany) {
  requireBusinessId(lessor.businessId, lessor.country)
  requireVatNumber(lessor.vatNumber)
  requireEmail(lessor.invoiceEmail, 'invoiceEmail')
  return {
    name: lessor.companyName.trim(),
    business_id: lessor.businessId ?? null,
    vat_number: lessor.vatNumber ?? null,
    country: lessor.country ?? 'FI',
    e_invoice_address: lessor.eInvoiceAddress ?? null,
    e_invoice_operator: lessor.operatorId ?? null,
    invoice_email: lessor.invoiceEmail ?? null,
    street_address: lessor.streetAddress ?? null,
    postal_code: lessor.postalCode ?? null,
    city: lessor.city ?? null,
    payment_terms_days: lessor.paymentTermsDays ?? 14,
    authority_reference: lessor.authorityReference ?? null,
    authority_day: lessor.authorityDay ?? null,
    active: lessor.active ?? true,
  }
}

async function unlessNameTaken<R>(write: Promise<R>): Promise<R> {
  return write.catch((error: unknown) => {
    throw isUniqueViolation(error) ? new AppError('NAME_EXISTS') : error
  })
}

export async function addLessor(lessor: NewLeasingCompany, { db, env, user, brand }: Writing): Promise<LeasingCompany> {
  const insert = db
    .insertInto('leasing_companies')
    .values({ id: env.id(), kind: 'OTHER', created_at: env.now(), ...columnsOf(lessor) })
    .returningAll()
  const row = await unlessNameTaken(insert.executeTakeFirstOrThrow())
  await logEvent(db, env, actorOf(user), 'REGISTER_CHANGED', {
    subject: { type: 'register', id: row.id },
    data: { register: 'leasing-company', change: 'created' },
  })
  return lessorOf(row, brand)
}

export async function changeLessor(id: string, change: NewLeasingCompany & { version: number }, context: Writing) {
  const { db, env, user, brand } = context
  const before = (await lockLessor(db, id)) ?? fail('NOT_FOUND')
  requireVersion(change.version, before.version, lessorOf(before, brand))
  const update = db
    .updateTable('leasing_companies')
    .set({ ...columnsOf(change), version: before.version + 1, updated_at: env.now() })
    .where('id', '=', id)
    .returningAll()
  const row = await unlessNameTaken(update.executeTakeFirstOrThrow())
  await logEvent(db, env, actorOf(user), 'REGISTER_CHANGED', {
    subject: { type: 'register', id },
    data: { register: 'leasing-company', change: 'updated' },
  })
  return lessorOf(row, brand)
}
