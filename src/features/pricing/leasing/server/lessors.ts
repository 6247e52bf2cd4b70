import type { LeasingCompany, NewLeasingCompany } from '#features/pricing/leasing/shapes.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import { confirmAccount, pendingAccountOf, proposeAccount, refuseAccount } from '#platform/server/http/bank-accounts.ts'
import { isUniqueViolation, requireVersion } from '#platform/server/http/changes.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import {
  requireBusinessId,
  requireEmail,
  requireVatNumber,
  storedIban,
} from '#platform/server/http/identifier-fields.ts'
import { noteAddress } from '#platform/server/http/told-addresses.ts'
import { sendMail } from '#platform/server/messages/messages.ts'
import { lessorAccounts } from './bank-account.ts'
import { findLessor, type LessorRow, lockLessor } from './queries.ts'

/** A lessor as it travels. */
export function lessorOf(row: LessorRow): LeasingCompany {
  return {
    leasingCompanyId: row.id,
    companyName: row.name,
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
    iban: row.iban,
    pendingIban: pendingAccountOf(row),
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

async function logLessor({ db, env, user }: SignedInContext, id: string, change: string): Promise<void> {
  await logEvent(db, env, actorOf(user), 'REGISTER_CHANGED', {
    subject: { type: 'register', id },
    data: { register: 'leasing-company', change },
  })
}

/** Adds a lessor; an account that is given waits as a changed one does. @throws STEP_UP_REQUIRED with an account */
export async function addLessor(lessor: NewLeasingCompany, context: SignedInContext): Promise<LeasingCompany> {
  const { db, env } = context
  const iban = storedIban(lessor.iban, context)
  const insert = db
    .insertInto('leasing_companies')
    .values({ id: env.id(), kind: 'OTHER', created_at: env.now(), ...columnsOf(lessor) })
    .returningAll()
  const row = await unlessNameTaken(insert.executeTakeFirstOrThrow())
  await noteAddress(context, { register: lessorAccounts.name, id: row.id }, { before: null, after: row.invoice_email })
  await logLessor(context, row.id, 'created')
  if (iban === null) return lessorOf(row)
  const account = await proposeAccount(lessorAccounts, context, row, iban)
  await db.updateTable('leasing_companies').set(account).where('id', '=', row.id).execute()
  return lessorOf({ ...row, ...account })
}

async function lockAtVersion(id: string, version: number, { db }: SignedInContext): Promise<LessorRow> {
  const row = (await lockLessor(db, id)) ?? fail('NOT_FOUND')
  requireVersion(version, row.version, lessorOf(row))
  return row
}

export async function changeLessor(
  id: string,
  change: NewLeasingCompany & { version: number },
  context: SignedInContext,
) {
  const { db, env } = context
  const before = await lockAtVersion(id, change.version, context)
  // The operator's own row is called as the service's owner is, by its configuration.
  const columns = before.kind === 'OPERATOR' ? { ...columnsOf(change), name: before.name } : columnsOf(change)
  const iban = change.iban === undefined ? before.iban : storedIban(change.iban, context)
  const account = await proposeAccount(lessorAccounts, context, before, iban)
  const told = { register: lessorAccounts.name, id }
  await noteAddress(context, told, { before: before.invoice_email, after: columns.invoice_email })
  const update = db
    .updateTable('leasing_companies')
    .set({ ...columns, ...account, version: before.version + 1, updated_at: env.now() })
    .where('id', '=', id)
    .returningAll()
  const row = await unlessNameTaken(update.executeTakeFirstOrThrow())
  if (before.invoice_email && row.invoice_email !== before.invoice_email)
    await sendMail(db, context, {
      to: before.invoice_email,
      language: 'fi',
      template: 'leasing:mail.emailChanged',
      values: { name: before.name },
    })
  await logLessor(context, id, 'updated')
  return lessorOf(row)
}

async function readLessor(id: string, { db }: SignedInContext): Promise<LeasingCompany> {
  return lessorOf((await findLessor(db, id)) ?? fail('NOT_FOUND'))
}

/** A second staff member's yes to a changed account. @throws NOT_FOUND, NOT_FOR_ONESELF, STEP_UP_REQUIRED */
export async function confirmLessorAccount(id: string, version: number, context: SignedInContext) {
  await confirmAccount(lessorAccounts, context, await lockAtVersion(id, version, context))
  return readLessor(id, context)
}

/** Stops a change of an account. @throws NOT_FOUND */
export async function refuseLessorAccount(id: string, version: number, context: SignedInContext) {
  await refuseAccount(lessorAccounts, context, await lockAtVersion(id, version, context))
  return readLessor(id, context)
}
