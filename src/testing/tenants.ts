import { sql } from 'kysely'
import { deliverInvoice } from '#features/money/invoices/ledger/server/deliver.ts'
import { issueInvoice, type NewInvoice } from '#features/money/invoices/ledger/server/issue.ts'
import type { EndpointSpec } from '#platform/contract/contract.ts'
import { systemActor } from '#platform/server/database/events.ts'
import { keepFile } from '#platform/server/documents/stored-files.ts'
import { assignRole, buildGroup, buildUser } from './builders.ts'
import { buildCast, type Cast, journeyOf, startLeases } from './journey.ts'
import type { World } from './world.ts'

/** What a path or a body may name by id. */
export type EntityKind =
  | 'company'
  | 'group'
  | 'unit'
  | 'employee'
  | 'order'
  | 'agreement'
  | 'document'
  | 'invoice'
  | 'user'
  | 'link'
  | 'notification'
  | 'policy'
  | 'cancellation'
  | 'refund'
  | 'redemption'
  | 'redemptionPayment'
  | 'claim'
  | 'return'
  | 'brokerage'
  | 'exit'
  | 'plan'
  | 'proposal'
  | 'global'

export interface Tenant extends Cast {
  readonly ids: Record<Exclude<EntityKind, 'global'>, string>
}

/** Path patterns and the entity that their id names. An endpoint with an id and no line here fails the tests. */
const byPath: readonly (readonly [RegExp, EntityKind])[] = [
  [/^\/api\/beneficiary-employee\/companies\/:/, 'company'],
  [/^\/api\/(companies|bike-policy\/company|register-link\/company)\/:/, 'company'],
  [/^\/api\/(group-companies|register-link\/group-company|payroll-report\/group)\/:/, 'group'],
  [/^\/api\/(payroll-report|billing-comparison)\/:companyId/, 'company'],
  [/^\/api\/company-unit\/:/, 'unit'],
  [/^\/api\/beneficiary-employee\/(details\/)?:/, 'employee'],
  [/^\/api\/orders\/:/, 'order'],
  [/^\/api\/order-cancellations\//, 'cancellation'],
  [/^\/api\/(refund|delete-refund)\/:/, 'refund'],
  [/^\/api\/leasing-agreements\/:/, 'agreement'],
  [/^\/api\/signed-documents\/:/, 'document'],
  [/^\/api\/(invoices|user-payment)\/:/, 'invoice'],
  [/^\/api\/(system-users|user-preferences\/user|user-roles\/users)\/:/, 'user'],
  [/^\/api\/(payments|billing-runs)\/:/, 'global'],
  [/^\/api\/register-link\/:/, 'link'],
  [/^\/api\/notifications\/:/, 'notification'],
  [/^\/api\/bike-redemption\/:/, 'redemption'],
  [/^\/api\/bike-returns\/:/, 'return'],
  [/^\/api\/bike-brokerage\/:/, 'brokerage'],
  [/^\/api\/company-exits\/:/, 'exit'],
  [/^\/api\/absence-plans\/:/, 'plan'],
  [/^\/api\/life-event-options\/:/, 'agreement'],
  [/^\/api\/redemption-payment\/:/, 'redemptionPayment'],
  [/^\/api\/insurance-claims\/(delete\/)?:/, 'claim'],
  [/^\/api\/user\/bonds\/:/, 'company'],
  [/^\/api\/user\/(invitations|identity-changes)\/:/, 'global'],
  [/^\/api\/proposals\/:/, 'proposal'],
  [
    /^\/api\/(vat|terms|leasing-companies|lessor-files|lessor-differences|lessor-profiles|billing-table|bike-stores|bike-store-groups|contact-forms|received-e-invoices|e-invoices|bank-files|bank-statements|bank-doubts|bank-entries|intake|payment-orders|payment-files|online-refunds|outbox|province-tax-table|tax-table|state-income-tax-table|taxpayer-deductions-table|tax-years|sessions|roles|permissions|user-roles)\//,
    'global',
  ],
]

/** The entity that an endpoint's path names, or null when it names none. */
export function entityOf(spec: EndpointSpec): EntityKind | null {
  if (!spec.path.includes(':') || spec.path.includes(':token')) return null
  const found = byPath.find(([pattern]) => pattern.test(spec.path))
  if (!found) throw new Error(`say in src/testing/tenants.ts whose id ${spec.path} takes`)
  return found[1]
}

const byField: Record<string, EntityKind> = {
  companyId: 'company',
  companyIds: 'company',
  groupCompanyId: 'group',
  beneficiaryEmployeeId: 'employee',
  orderId: 'order',
  leasingAgreementId: 'agreement',
  unitId: 'unit',
  invoiceId: 'invoice',
  userId: 'user',
  userIds: 'user',
  policyId: 'policy',
  orderCancellationId: 'cancellation',
  bikeRedemptionId: 'redemption',
  bikeRedemptionIds: 'redemption',
}

/** The tenant's id for a field of a body or a query, when the field names one of its entities. */
export function idForField(tenant: Tenant, field: string): string | undefined {
  const kind = byField[field]
  return kind && kind !== 'global' ? tenant.ids[kind] : undefined
}

/** Fills a path with the ids of a tenant; parameters that are no tenant's id get a plain value. */
export function paramsFor(spec: EndpointSpec, id: string, tenant: Tenant): Record<string, string> {
  const names = [...spec.path.matchAll(/:(\w+)/g)].map((match) => match[1]!)
  return Object.fromEntries(
    names.map((name, index) => {
      if (name === 'year') return [name, '2026']
      if (index === 0) return [name, id]
      if (name === 'month') return [name, '2026-01']
      return [name, idForField(tenant, name) ?? id]
    }),
  )
}

/** A sent invoice that bills the employer, or one of its people; nobody but its payer and staff reads it. */
export async function sentInvoice(world: World, companyId: string, employeeId: string | null = null): Promise<string> {
  const buyer = {
    name: 'T',
    businessId: null,
    address: null,
    eInvoiceAddress: null,
    email: null,
    language: 'fi' as const,
  }
  const invoice: NewInvoice = {
    companyId,
    purpose: 'FEE',
    party: employeeId ? 'PERSON' : 'EMPLOYER',
    employeeId,
    buyer,
    dueDay: '2100-01-01',
    lines: [{ purpose: 'FEE', description: 'T', grossCents: 1_500, vatBasisPoints: 2_550 }],
  }
  return world.services.database.transaction(async (db) => {
    const { id } = await issueInvoice(db, world.services, { actor: systemActor, invoice })
    await deliverInvoice(db, world.services, id)
    return id
  })
}

/** A withdrawn cancellation of an order, with a line and a file of the employer's. */
async function withdrawnCancellation(world: World, { orderId, fileId }: { orderId: string; fileId: string }) {
  const [cancellation, refund] = [world.env.id(), world.env.id()]
  await sql`with made as (insert into order_cancellations (id, company_id, order_id, beneficiary_employee_id, status, reason_code, reason,
        kept_order_status, settlement_file_id, employee_file_id, employer_file_id, opened_at, closed_at)
      select ${cancellation}, company_id, id, beneficiary_employee_id, 'CANCELLED', 'OTHER', 'T', 'CONFIRMED', ${fileId}::uuid, ${fileId}::uuid, ${fileId}::uuid, now(), now()
        from orders where id = ${orderId} returning id, company_id),
    kept as (insert into refund_uploads (id, company_id, order_cancellation_id, file_id, file_name, bytes, sha256, uploaded_at)
      select ${refund}, company_id, id, ${fileId}::uuid, 'T', 1, '\\x00', now() from made returning id, company_id, order_cancellation_id)
    insert into order_cancellation_lines (id, company_id, order_cancellation_id, position, payer_type, party, direction, expected_cents, refund_upload_id)
      select ${world.env.id()}, company_id, order_cancellation_id, 1, 'OTHER', 'EMPLOYER', 'FROM_US', 100, id from kept`.execute(
    world.services.database.primary,
  )
  return { cancellation, refund }
}

/** The files of a redemption: its transfer document and an offer. */
async function keepItsFiles(world: World, { companyId, redemption }: { companyId: string; redemption: string }) {
  const db = world.services.database.primary
  const { id: fileId } = await world.services.database.transaction((tx) =>
    keepFile(tx, world.services, {
      companyId,
      parentType: 'redemption',
      parentId: redemption,
      label: 'T',
      contentType: 'application/pdf',
      content: Buffer.from('T'),
    }),
  )
  await db.updateTable('redemptions').set({ transfer_file_id: fileId }).where('id', '=', redemption).execute()
  // A path's second id is its first where no field names another.
  await db
    .insertInto('redemption_offers')
    .values({ id: redemption, company_id: companyId, redemption_id: redemption, file_id: fileId, file_name: 'T' })
    .execute()
}

/** A redemption that has just been started, with a payment that nobody has sent, and a claim beside it. */
async function openRedemption(world: World, { companyId, employeeId }: Cast) {
  const db = world.services.database.primary
  const { id: agreementId } = await db
    .selectFrom('leasing_agreements')
    .select('id')
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  const [redemption, redemptionPayment] = [world.env.id(), world.env.id()]
  const ending = { id: redemption, company_id: companyId, agreement_id: agreementId }
  await db
    .insertInto('agreement_endings')
    .values({ ...ending, kind: 'REDEMPTION' })
    .execute()
  await db
    .insertInto('redemption_payments')
    .values({
      id: redemptionPayment,
      company_id: companyId,
      payment_method: 'INVOICE',
      due_day: '2100-01-01',
      amount_cents: 1_000,
    })
    .execute()
  await db
    .insertInto('redemptions')
    .values({
      ...ending,
      beneficiary_employee_id: employeeId,
      step: 'STARTED',
      reason: 'OWN_WISH',
      end_month: '2100-01',
      payment_method: 'INVOICE',
      redemption_payment_id: redemptionPayment,
    })
    .execute()
  await keepItsFiles(world, { companyId, redemption })
  return { redemption, redemptionPayment, claim: await openClaim(world, { companyId, employeeId }) }
}

/** A claim that has just been opened, with a photo. */
async function openClaim(world: World, { companyId, employeeId }: Pick<Cast, 'companyId' | 'employeeId'>) {
  const db = world.services.database.primary
  const { id: agreementId } = await db
    .selectFrom('leasing_agreements')
    .select('id')
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  const id = world.env.id()
  const ending = { id, company_id: companyId, agreement_id: agreementId }
  await db
    .insertInto('agreement_endings')
    .values({ ...ending, kind: 'CLAIM' })
    .execute()
  await db
    .insertInto('insurance_claims')
    .values({ ...ending, beneficiary_employee_id: employeeId, type: 'DAMAGE', step: 'OPEN' })
    .execute()
  const keep = (parentType: 'insurance-claim' | 'claim-receipt') =>
    world.services.database.transaction((tx) =>
      keepFile(tx, world.services, {
        companyId,
        parentType,
        parentId: id,
        label: 'T',
        contentType: 'image/png',
        content: Buffer.from('T'),
      }),
    )
  // A path's second id is its first where no field names another.
  await db
    .insertInto('insurance_claim_photos')
    .values({ id, company_id: companyId, claim_id: id, file_id: (await keep('insurance-claim')).id })
    .execute()
  const receipt = await keep('claim-receipt')
  await db.updateTable('insurance_claims').set({ receipt_file_id: receipt.id }).where('id', '=', id).execute()
  return id
}

/** A return whose bicycle has come, with a photo of it and a receipt. */
async function inspectedReturn(world: World, { companyId, employeeId }: Cast) {
  const db = world.services.database.primary
  const { id: agreementId } = await db
    .selectFrom('leasing_agreements')
    .select('id')
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  const id = world.env.id()
  const ending = { id, company_id: companyId, agreement_id: agreementId }
  await db
    .insertInto('agreement_endings')
    .values({ ...ending, kind: 'RETURN', closed_at: world.env.now() })
    .execute()
  const { id: fileId } = await world.services.database.transaction((tx) =>
    keepFile(tx, world.services, {
      companyId,
      parentType: 'return',
      parentId: id,
      label: 'T',
      contentType: 'application/pdf',
      content: Buffer.from('T'),
    }),
  )
  await db
    .insertInto('bike_returns')
    .values({
      ...ending,
      beneficiary_employee_id: employeeId,
      step: 'DONE',
      reason: 'OTHER',
      asked_by: 'EMPLOYEE',
      end_month: '2100-01',
      fee_cents: 0,
      transport_cents: 0,
      receipt_file_id: fileId,
    })
    .execute()
  // A path's second id is its first where no field names another.
  await db
    .insertInto('bike_return_photos')
    .values({ id, company_id: companyId, return_id: id, file_id: fileId })
    .execute()
  return id
}

/** A transfer that its employers and the lessor have to approve, with a photo and a document. */
async function openTransfer(world: World, { companyId, employeeId }: Cast) {
  const id = world.env.id()
  const file = await world.services.database.transaction((tx) =>
    keepFile(tx, world.services, {
      companyId,
      parentType: 'brokerage',
      parentId: id,
      label: 'T',
      contentType: 'image/png',
      content: Buffer.from('T'),
    }),
  )
  await sql`with made as (insert into bike_brokerages (id, company_id, beneficiary_employee_id, agreement_id, step, description, municipality, bike, monthly_cents, residual_cents, lease_end_day, transfer_by, document_file_id)
      select ${id}::uuid, ${companyId}::uuid, ${employeeId}::uuid, a.id, 'TRANSFER', 'T', 'T', 'T', 1, 1, '2100-01-31', '2100-01-31', ${file.id}::uuid from leasing_agreements a where a.company_id = ${companyId} limit 1 returning id, company_id)
    insert into bike_brokerage_photos (id, company_id, brokerage_id, file_id) select id, company_id, id, ${file.id}::uuid from made`.execute(
    world.services.database.primary,
  )
  return id
}

/** A plan that is over, with a reason that few may read. */
async function endedPlan(world: World, { companyId, employeeId }: Cast): Promise<string> {
  const db = world.services.database.primary
  const id = world.env.id()
  const { id: agreementId } = await db
    .selectFrom('leasing_agreements')
    .select('id')
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('absence_plans')
    .values({
      id,
      company_id: companyId,
      beneficiary_employee_id: employeeId,
      agreement_id: agreementId,
      state: 'ENDED',
      absence_kind: 'OTHER',
      absence_text: 'T',
      from_day: '2026-01-01',
      to_day: '2026-01-31',
      asked_by: 'EMPLOYEE',
      employer_days: 30,
    })
    .execute()
  return id
}

/** An exit that was taken back, so that orders and bills of the company go on. */
async function withdrawnExit(world: World, companyId: string): Promise<string> {
  const db = world.services.database.primary
  const id = world.env.id()
  await db
    .insertInto('company_exits')
    .values({
      id,
      company_id: companyId,
      kind: 'LEAVES',
      from_day: '2026-01-01',
      choose_until: '2026-01-31',
      reason: 'T',
      withdrawn_at: world.env.now(),
    })
    .execute()
  const { id: agreementId } = await db
    .selectFrom('leasing_agreements')
    .select('id')
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('company_exit_leases')
    .values({ id: world.env.id(), company_id: companyId, exit_id: id, agreement_id: agreementId, position: 0 })
    .execute()
  return id
}

/** A proposal of an exit that the company has refused, with its extract. */
async function refusedProposal(world: World, { companyId, employer }: Cast, exitId: string): Promise<string> {
  const db = world.services.database.primary
  const id = world.env.id()
  const file = await world.services.database.transaction((tx) =>
    keepFile(tx, world.services, {
      companyId,
      parentType: 'proposal',
      parentId: id,
      label: 'T',
      contentType: 'application/pdf',
      content: Buffer.from('T'),
    }),
  )
  const effect = JSON.stringify({ text: 'proposals:title', values: {} })
  await sql`with made as (insert into proposals (id, kind, subject_type, subject_id, key, company_id, body, effect, changes, file_id, state, made_by, closed_at, expires_at)
      values (${id}, 'COMPANY_EXIT', 'company-exit', ${exitId}, ${id}, ${companyId}, '{"kind":"LEAVES"}', ${effect}::jsonb, '[]', ${file.id}, 'REFUSED', ${employer.userId}, now(), '2100-01-01') returning id)
    insert into proposal_companies (proposal_id, company_id, made_by) select id, ${companyId}::uuid, ${employer.userId}::uuid from made`.execute(
    db,
  )
  return id
}

async function registrationLink(world: World, companyId: string): Promise<string> {
  const id = world.env.id()
  await world.services.database.primary
    .insertInto('link_tokens')
    .values({
      id,
      purpose: 'join',
      hash: world.env.random(32),
      company_id: companyId,
      expires_at: '2100-01-01T00:00:00Z',
    })
    .execute()
  return id
}

/** A company whose order waits for the first day of its lease, and one of every entity. */
async function buildTenant(world: World, ownGroup: string): Promise<Tenant> {
  const cast = await buildCast(world)
  const db = world.services.database.primary
  await db.updateTable('companies').set({ group_company_id: ownGroup }).where('id', '=', cast.companyId).execute()
  const orderId = await journeyOf(world, cast).toBilled()
  const one = async (query: Promise<{ rows: { id: string }[] }>) => (await query).rows[0]!.id
  const link = await registrationLink(world, cast.companyId)
  const fileId = await one(
    sql<{ id: string }>`select file_id as id from signed_documents where company_id = ${cast.companyId}`.execute(db),
  )
  const exit = await withdrawnExit(world, cast.companyId)
  return {
    ...cast,
    ids: {
      ...(await withdrawnCancellation(world, { orderId, fileId })),
      company: cast.companyId,
      group: ownGroup,
      employee: cast.employeeId,
      order: orderId,
      user: cast.employee.userId,
      link,
      unit: await one(
        sql<{ id: string }>`select id from company_units where company_id = ${cast.companyId}`.execute(db),
      ),
      agreement: await one(
        sql<{ id: string }>`select id from leasing_agreements where company_id = ${cast.companyId}`.execute(db),
      ),
      document: await one(
        sql<{ id: string }>`select id from signed_documents where company_id = ${cast.companyId}`.execute(db),
      ),
      invoice: await sentInvoice(world, cast.companyId),
      notification: await one(
        sql<{ id: string }>`select id from notifications where user_id = ${cast.employee.userId}`.execute(db),
      ),
      ...(await openRedemption(world, cast)),
      return: await inspectedReturn(world, cast),
      exit,
      plan: await endedPlan(world, cast),
      proposal: await refusedProposal(world, cast, exit),
      brokerage: await openTransfer(world, cast),
      policy: await one(
        sql<{ id: string }>`select id from bike_policies where company_id = ${cast.companyId}`.execute(db),
      ),
    },
  }
}

/** Two companies of one group and one outside it, each with a running lease, and somebody in every role. */
export async function buildTenants(world: World) {
  const { groupCompanyId } = await buildGroup(world)
  const other = await buildGroup(world)
  const built = [groupCompanyId, groupCompanyId, other.groupCompanyId].map((group) => buildTenant(world, group))
  const [own, sibling, foreign] = (await Promise.all(built)) as [Tenant, Tenant, Tenant]
  await startLeases(world)
  const as = async (role: Parameters<typeof assignRole>[2], of: Parameters<typeof assignRole>[3] = {}) => {
    const { userId } = await buildUser(world)
    await assignRole(world, userId, role, of)
    return world.signIn(userId)
  }
  const company = { companyId: own.companyId }
  const principals = {
    INTERNAL_ADMIN: await as('INTERNAL_ADMIN'),
    SUPER_ADMIN: await as('SUPER_ADMIN'),
    EMPLOYER_ADMIN: await as('EMPLOYER_ADMIN', company),
    EMPLOYER_EDITOR: await as('EMPLOYER_EDITOR', company),
    EMPLOYER_GROUP_ADMIN: await as('EMPLOYER_GROUP_ADMIN', { groupCompanyId }),
    EMPLOYER_REPORTING: await as('EMPLOYER_REPORTING', company),
    BIKE_BENEFICIARY: own.employee,
  }
  return { own, sibling, foreign, principals }
}

/** A fingerprint of everything that belongs to a company, to show that a refused call has changed nothing. */
export async function fingerprint(world: World, companyId: string): Promise<string> {
  const db = world.services.database.primary
  const tables = await sql<{ table_name: string }>`
    select table_name from information_schema.columns where table_schema = 'public' and column_name = 'company_id' order by table_name`.execute(
    db,
  )
  const parts = await Promise.all(
    tables.rows.map(async ({ table_name: table }) => {
      const result = await sql<{
        hash: string
      }>`select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as hash from ${sql.table(table)} t where company_id = ${companyId}`.execute(
        db,
      )
      return `${table}:${result.rows[0]!.hash}`
    }),
  )
  const company = await sql<{
    hash: string
  }>`select md5(t::text) as hash from companies t where id = ${companyId}`.execute(db)
  return [...parts, company.rows[0]!.hash].join('\n')
}
