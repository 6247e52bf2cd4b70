import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insuranceClaims } from '#features/lease-ends/insurance-claims/contract.ts'
import { agreements } from '#features/leases/agreements/contract.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { orders } from '#features/orders/orders/contract.ts'
import { employees } from '#features/people/employees/contract.ts'
import { type RoleName, roleNames } from '#platform/contract/permissions.ts'
import { sentInvoice } from '#testing/lists/tenant-cases.ts'
import { buildTenants, type Tenant } from '#testing/lists/tenants.ts'
import { fieldsFor, leavesOf, seenIn, type View, visibleFields } from '#testing/lists/visible-fields.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'

let world: World
let own: Tenant
let personInvoice: string
let principals: Awaited<ReturnType<typeof buildTenants>>['principals']

beforeAll(async () => {
  world = await openWorld()
  const tenants = await buildTenants(world)
  own = tenants.own
  principals = tenants.principals
  personInvoice = await sentInvoice(world, own.companyId, own.employeeId)
  await fill(own)
}, 120_000)
afterAll(() => world.close())

/** Gives every field a value, so that what is missing in an answer was left out for its reader. */
async function fill({ ids, companyId }: Tenant) {
  const terms = sql`insert into terms_documents (id, kind, number, language, title, content, sha256, insurance, created_at)
    values (${world.env.id()}, 'INSURANCE', 1, 'fi', 'Ehdot', 'Ehdot', '\\x00', '{"deductibleCents": 20000, "limitCents": null}', now()) returning id`
  const statements = [
    sql`with terms as (${terms}) update orders set insurance_terms_id = (select id from terms), insurance_accepted_at = now() where id = ${ids.order}`,
    sql`update orders set status = 'CASE_X', resume_status = 'ACTIVE_LEASING', hold_question = 'Väri?', question_by = 'STORE', hold_answer = 'Musta', case_reason = 'Kesken', order_paid_day = '2026-01-01', delivery_address = 'Katu 1', pickup_day = '2026-11-24', pickup_ready_at = now(), bike_colour = 'musta', product_link = 'https://kauppa.example/1', bike_store_order_number = 'K-1' where id = ${ids.order}`,
    sql`update beneficiary_employees set unit_id = ${ids.unit}, cost_unit = 'KP', pay_roll_other = 'Ryhmä', absence_from = '2026-11-01', absence_to = '2099-12-01', absence_reason = 'OTHER', absence_other = 'Opintovapaa', job_trial_period_end = '2026-12-31', employer_note = 'Muistio', max_price_cents = 20000, benefit_model = 'FROM_SALARY', reject_reason = 'Syy', decided_at = now(), last_working_day = '2027-01-31' where id = ${ids.employee}`,
    sql`update users set personal_email = 'oma@koti.example', phone_number = '+358401234567' where id = ${ids.user}`,
    sql`update bike_stores set phone = '+358401234568', street_address = 'Katu 2', postal_code = '02100', city = 'Espoo', opening_hours = 'ma–pe 10–18'`,
    sql`update invoices set difference_reason = 'Rahti', difference_cents = 1, paid_day = '2026-11-01', iban = 'FI2112345600000785', reference_number = '1232', reason = 'Syy', billing_month = '2026-11', matched_at = now() where company_id = ${companyId} and stage <> 'INVOICED'`,
    sql`with kept as (insert into files (id, parent_type, parent_id, content_type, label) values (${world.env.id()}, 'order', ${ids.order}, 'application/pdf', 'todistus.pdf') returning id),
             ordered as (insert into documents_to_make (file_id, kind, facts, next_attempt_at, created_at) select id, 'CERTIFICATE', '{}', now(), now() from kept)
        update orders set certificate_file_id = (select id from kept) where id = ${ids.order}`,
    sql`update leasing_agreements set tax_regime_review = 'Kesken', tax_regime_review_at = now(), exempt_until = '2027-01-31', end_reason = 'TERM', void_at = now(), bike_at = 'EMPLOYEE', kept_from = '2027-02', lost_closed_at = now(), previous_agreement_id = ${world.env.id()} where id = ${ids.agreement}`,
    sql`update leasing_agreements a set ends_on = '2027-01-31', ends_as = 'REDEEMED', ends_by = e.id from agreement_endings e where e.agreement_id = a.id and a.id = ${ids.agreement}`,
    sql`update insurance_claims set step = 'DENIED', happened_day = '2026-11-01', place = 'Pasila', description = 'Kaatui', police_report_number = '5500', lock_used = 'U', third_party = 'Auto', waived_pieces = '{LOCK}', insurer_reference = 'V-1', denial_reason = 'Ei', denied_day = '2026-11-10', objection = 'Kyllä', decided_day = '2026-11-09', compensation_cents = 10000, repair_limit_cents = 20000, repair_cost_cents = 15000, deductible_cents = 5000, repair_store_id = (select id from bike_stores limit 1) where id = ${ids.claim}`,
    sql`insert into payments (id, company_id, payer_kind, payer_id, direction, amount_cents, paid_day, method, source) values (${world.env.id()}, ${companyId}, 'INSURER', ${ids.claim}, 'IN', 4000, '2026-11-10', 'BANK', 'claim:seen')`,
  ]
  for (const statement of statements) await statement.execute(world.services.database.primary)
}

/** The employee reads what bills them, everybody else what bills the employer. */
const invoiceFor = (as: Caller) => (as === principals.BIKE_BENEFICIARY ? personInvoice : own.ids.invoice)

type Read = (as: Caller) => Promise<{ status: number; body: unknown }>
const inList = (reply: { status: number; body: unknown }, key: string, id: string) => {
  const lists = Object.values((reply.body ?? {}) as object).filter(Array.isArray) as Record<string, unknown>[][]
  return { status: reply.status, body: lists.flat().find((row) => row[key] === id) }
}

/** Each view as it is read alone and in a list; a list shows a part of the fields, by the same rule. */
const reads: Record<View, Record<string, Read>> = {
  order: {
    alone: (as) => world.call(orders.get, { as, params: { orderId: own.ids.order } }),
  },
  orderRow: {
    'in the list': async (as) => inList(await world.call(orders.list, { as }), 'orderId', own.ids.order),
  },
  employee: {
    alone: async (as) => {
      const reply = await world.call(employees.details, { as, params: { id: own.ids.employee } })
      return { status: reply.status, body: reply.body.employee }
    },
    'in the list': async (as) =>
      inList(await world.call(employees.optimizedList, { as }), 'beneficiaryEmployeeId', own.ids.employee),
  },
  agreement: {
    alone: (as) => world.call(agreements.get, { as, params: { id: own.ids.agreement } }),
    'in the list': async (as) =>
      inList(await world.call(agreements.list, { as }), 'leasingAgreementId', own.ids.agreement),
  },
  document: {
    'in the list': async (as) =>
      inList(await world.call(agreements.documents, { as }), 'signedDocumentId', own.ids.document),
  },
  invoice: {
    // A sent invoice has no next step, and is no credit note of itself: some fields stay empty.
    'when sent': (as) => world.call(invoices.get, { as, params: { id: invoiceFor(as) } }),
    'in the list': async (as) => inList(await world.call(invoices.list, { as }), 'invoiceId', invoiceFor(as)),
  },
  claim: {
    // A claim is denied, repaired or ended, so some fields stay empty.
    'when denied': (as) => world.call(insuranceClaims.get, { as, params: { id: own.ids.claim } }),
    'in the list': async (as) => inList(await world.call(insuranceClaims.list, { as }), 'insuranceId', own.ids.claim),
  },
}

const cells = (Object.keys(reads) as View[]).flatMap((view) => roleNames.map((role) => ({ view, role })))

describe('what a role sees, field by field', () => {
  it.each(cells)('$view: $role', async ({ view, role }: { view: View; role: RoleName }) => {
    const wanted = fieldsFor(view, role)
    for (const [name, read] of Object.entries(reads[view])) {
      const reply = await read(principals[role])
      if (wanted.length === 0) expect(reply.status, name).toBe(403)
      else if (name === 'alone') expect(seenIn(reply.body)).toEqual(wanted)
      else expect(seenIn(reply.body).filter((field) => !wanted.includes(field))).toEqual([])
      if (wanted.length > 0) expect(seenIn(reply.body), name).not.toEqual([])
    }
  })

  it.each([
    ['order', orders.get.replies[200]],
    ['orderRow', orders.list.replies[200].properties.items.items],
    ['employee', employees.details.replies[200].properties.employee],
    ['agreement', agreements.get.replies[200]],
    ['invoice', invoices.get.replies[200]],
    ['claim', insuranceClaims.get.replies[200]],
  ] as const)('%s: every field of the contract is in the table', (view, schema) => {
    const named = Object.values(visibleFields[view]).flatMap((fields) => fields.split(/\s+/))
    expect(named.sort()).toEqual(leavesOf(schema))
  })
})
