import { sql } from 'kysely'
import type { Tenant } from '#testing/lists/tenants.ts'

/*
 * Who may know and who may move what of one company and its employee, told apart from the application: it names parties,
 * what is planted in rows, which desks are the staff's and what stands in tables, and it knows no permission and no scope.
 */

export const hostileParties = [
  'EMPLOYER',
  'PERSON',
  'EDITOR',
  'REPORTING',
  'GROUP_ADMIN',
  'COLLEAGUE',
  'RIVAL',
  'STAFF',
  'STORE',
  'STRANGER',
] as const
export type HostileParty = (typeof hostileParties)[number]

/** What is planted in the victims' rows, and who may ever read it. */
export const planted: Record<string, { readonly text: string; readonly readers: readonly HostileParty[] }> = {
  'absence reason': { text: 'SYY-7f3a-hoitovapaa', readers: ['EMPLOYER', 'PERSON'] },
  'security code': { text: '918273', readers: ['PERSON', 'STAFF'] },
  'employer’s note': { text: 'MUISTIO-51c9', readers: ['EMPLOYER', 'EDITOR', 'GROUP_ADMIN', 'STAFF'] },
  'private address': { text: 'oma.7f3a@koti.example', readers: ['EMPLOYER', 'PERSON', 'GROUP_ADMIN', 'STAFF'] },
  'last name': {
    text: 'Kätketty-7f3a',
    readers: ['EMPLOYER', 'PERSON', 'EDITOR', 'REPORTING', 'GROUP_ADMIN', 'STAFF', 'STORE'],
  },
  price: {
    text: '"totalAmount":4321.09',
    readers: ['EMPLOYER', 'PERSON', 'EDITOR', 'REPORTING', 'GROUP_ADMIN', 'STAFF', 'STORE'],
  },
}

/** The rows of the victims that an outsider finds by no call; a colleague finds the company's own ones. */
const keptRows = [
  'employee',
  'order',
  'agreement',
  'document',
  'invoice',
  'cancellation',
  'refund',
  'redemption',
] as const
const companyRows = ['company', 'group', 'unit', 'policy', 'user', 'link'] as const
const keptFrom: Partial<Record<HostileParty, readonly string[]>> = {
  COLLEAGUE: keptRows,
  RIVAL: [...keptRows, ...companyRows],
  STRANGER: [...keptRows, ...companyRows],
}

/** Where the staff keep the money, the registers and the mails of the service. */
const staffDesks =
  /^\/api\/(outbox|bank-(files|entries)|payment-(files|orders)|payments|(received-)?e-invoices|billing-(runs|table)|leasing-companies|bookkeeping|jobs|tax-years|(province-)?tax-table|state-income-tax-table|taxpayer-deductions-table)\b/

interface Answer {
  readonly path: string
  /** The kind of the victims' row that the call named. */
  readonly row: string | null
  readonly text: string
}

/** What a party got by a call that was answered, and may not have. */
export function unforeseen(party: HostileParty, victim: Tenant, { path, row, text }: Answer): string[] {
  const rows = keptFrom[party] ?? []
  return [
    ...Object.entries(planted)
      .filter(([, { text: secret, readers }]) => !readers.includes(party) && text.includes(secret))
      .map(([name]) => `read the ${name}`),
    ...(row && rows.includes(row) ? [`reached the ${row}`] : []),
    ...keptRows
      .filter((kind) => rows.includes(kind) && text.includes(victim.ids[kind]))
      .map((kind) => `read which ${kind}`),
    ...(party !== 'STAFF' && staffDesks.test(path) ? ['sat at a desk of the staff'] : []),
  ]
}

interface GuardedRows {
  readonly query: (victim: Tenant) => ReturnType<typeof sql>
  readonly movers: readonly HostileParty[]
}

const ofUser = (userId: string) =>
  sql`select email, personal_email, phone_number, password_hash, first_name, last_name, totp_secret_sealed
        from users where id = ${userId}`

/** What stands, and who may move it by a call of their own. */
export const standing: Record<string, GuardedRows> = {
  signatures: {
    query: ({ companyId }) =>
      sql`select party, user_id, signed_at from signatures where company_id = ${companyId} order by id`,
    movers: [],
  },
  'the person’s sign-in': { query: ({ employee }) => ofUser(employee.userId), movers: ['PERSON'] },
  'the employer’s sign-in': { query: ({ employer }) => ofUser(employer.userId), movers: ['EMPLOYER'] },
  'bank accounts': {
    query: () => sql`select id, iban from bike_stores where iban is not null order by id`,
    movers: [],
  },
  'second factor and signers': {
    query: ({ companyId }) => sql`select two_factor, signer_user_ids from companies where id = ${companyId}`,
    movers: [],
  },
  'payroll recipients': {
    query: ({ companyId }) => sql`select user_id from payroll_recipients where company_id = ${companyId} order by 1`,
    movers: [],
  },
  'health data': {
    query: ({ ids }) =>
      sql`select absence_from, absence_to, absence_reason, absence_other from beneficiary_employees where id = ${ids.employee}`,
    movers: ['EMPLOYER', 'EDITOR', 'GROUP_ADMIN', 'STAFF'],
  },
  'employer roles': {
    query: ({ companyId }) =>
      sql`select ur.user_id, r.name from user_roles ur join roles r on r.id = ur.role_id
           where ur.company_id = ${companyId} and r.name like 'EMPLOYER%' order by 1, 2`,
    movers: ['EMPLOYER', 'GROUP_ADMIN', 'STAFF'],
  },
  units: {
    query: ({ companyId }) => sql`select name from company_units where company_id = ${companyId} order by id`,
    movers: ['EMPLOYER', 'GROUP_ADMIN', 'STAFF'],
  },
  'money and registers': {
    query: ({ companyId, ids }) =>
      sql`select (select total_price_cents from orders where id = ${ids.order}) as price,
                 (select json_agg(i.* order by id) from invoices i where company_id = ${companyId}) as invoices,
                 (select count(*) from roles) as roles, (select count(*) from role_permissions) as permissions,
                 (select count(*) from vat_rates) as vat, (select count(*) from bike_stores) as stores,
                 (select count(*) from leasing_companies) as lessors, (select count(*) from companies) as companies,
                 (select count(*) from billing_tables) as tables, (select count(*) from payments) as payments`,
    movers: ['STAFF'],
  },
}
