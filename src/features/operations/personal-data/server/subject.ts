import { sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'

/** Of whom data is looked for: the rows that are theirs, by their ids. */
export interface Subject {
  readonly userId: string | null
  readonly emails: readonly string[]
  readonly phones: readonly string[]
  readonly employees: readonly string[]
  readonly orders: readonly string[]
  readonly agreements: readonly string[]
  readonly cancellations: readonly string[]
  readonly redemptions: readonly string[]
  readonly returns: readonly string[]
  readonly claims: readonly string[]
  readonly brokerages: readonly string[]
  readonly invoices: readonly string[]
  readonly payments: readonly string[]
}

const ids = async (db: Db, query: ReturnType<typeof sql<{ id: string }>>) =>
  (await query.execute(db)).rows.map(({ id }) => id)

/** The rows of a person with an account, or of whoever wrote from an address. */
export async function subjectOf(
  db: Db,
  of: { readonly userId: string | null; readonly email: string | null },
): Promise<Subject> {
  const user = of.userId
    ? await db
        .selectFrom('users')
        .select(['email', 'personal_email', 'personal_email_verified_at', 'phone_number', 'phone_verified_at'])
        .where('id', '=', of.userId)
        .executeTakeFirst()
    : undefined
  // What somebody has written of themself and never proven would show them what is another's.
  const known = [user?.email, user?.personal_email_verified_at ? user.personal_email : null, of.email]
  const emails = [...new Set(known.filter((one) => one != null).map((one) => one.toLowerCase()))]
  const employees = await ids(db, sql`select id from beneficiary_employees where user_id = ${of.userId}::uuid`)
  const ofEmployee = (table: string) =>
    ids(db, sql`select id from ${sql.table(table)} where beneficiary_employee_id = any(${employees}::uuid[])`)
  const invoices = await ids(
    db,
    sql`select id from invoices where party = 'PERSON' and beneficiary_employee_id = any(${employees}::uuid[])`,
  )
  return {
    userId: of.userId,
    emails,
    phones: user?.phone_number && user.phone_verified_at ? [user.phone_number] : [],
    employees,
    orders: await ofEmployee('orders'),
    agreements: await ofEmployee('leasing_agreements'),
    cancellations: await ofEmployee('order_cancellations'),
    redemptions: await ofEmployee('redemptions'),
    returns: await ofEmployee('bike_returns'),
    claims: await ofEmployee('insurance_claims'),
    brokerages: await ofEmployee('bike_brokerages'),
    invoices,
    payments: await ids(
      db,
      sql`select id from payments where invoice_id = any(${invoices}::uuid[]) or payer_id = any(${employees}::uuid[])`,
    ),
  }
}
