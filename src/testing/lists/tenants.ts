import { sql } from 'kysely'
import type { EndpointSpec } from '#platform/contract/contract.ts'
import { assignRole, buildGroup, buildUser } from '#testing/builders.ts'
import { buildCast, type Cast, journeyOf, startLeases } from '#testing/journey.ts'
import type { World } from '#testing/world.ts'
import {
  acceptedTerms,
  cancelledVoucher,
  endedPlan,
  inspectedReturn,
  openRedemption,
  openTransfer,
  photographFrame,
  refusedProposal,
  registrationLink,
  sentInvoice,
  withdrawnCancellation,
  withdrawnExit,
} from './tenant-cases.ts'

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
  | 'voucher'
  | 'brokerage'
  | 'exit'
  | 'plan'
  | 'proposal'
  | 'acceptance'
  | 'global'

export interface Tenant extends Cast {
  readonly ids: Record<Exclude<EntityKind, 'global'>, string>
}

/** Path patterns and the entity that their id names. An endpoint with an id and no line here fails the tests. */
const byPath: readonly (readonly [RegExp, EntityKind])[] = [
  [/^\/api\/beneficiary-employee\/companies\/:/, 'company'],
  [/^\/api\/(companies|places\/companies|bike-policy\/company|register-link\/company)\/:/, 'company'],
  [/^\/api\/places\/people\/:/, 'user'],
  [/^\/api\/places\/(stores|lessors)\/:/, 'global'],
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
  [/^\/api\/bike-services\/:/, 'agreement'],
  [/^\/api\/service-vouchers\/:/, 'voucher'],
  [/^\/api\/service-page\/:/, 'global'],
  [/^\/api\/bike-brokerage\/:/, 'brokerage'],
  [/^\/api\/company-exits\/:/, 'exit'],
  [/^\/api\/absence-plans\/:/, 'plan'],
  [/^\/api\/(life-event-options|lease-stories)\/:/, 'agreement'],
  [/^\/api\/redemption-payment\/:/, 'redemptionPayment'],
  [/^\/api\/insurance-claims\/(delete\/)?:/, 'claim'],
  [/^\/api\/user\/bonds\/:/, 'company'],
  [/^\/api\/user\/(invitations|identity-changes|copies|requests)\/:/, 'global'],
  [/^\/api\/personal-data\/(copies|requests)\/:/, 'global'],
  [/^\/api\/proposals\/:/, 'proposal'],
  [/^\/api\/bookkeeping\//, 'global'],
  [
    /^\/api\/(staff-tasks|list-views|reminders|turn-escalations|vat|terms|leasing-companies|lessor-files|lessor-differences|lessor-profiles|billing-table|bike-stores|bike-store-groups|contact-forms|received-e-invoices|e-invoices|bank-files|bank-statements|bank-doubts|bank-entries|intake|payment-orders|payment-files|payroll-months|online-refunds|outbox|province-tax-table|tax-table|state-income-tax-table|taxpayer-deductions-table|tax-years|sessions|roles|permissions|user-roles)\//,
    'global',
  ],
]

/** The entity that an endpoint's path names, or null when it names none. */
export function entityOf(spec: EndpointSpec): EntityKind | null {
  if (!spec.path.includes(':') || spec.path.includes(':token')) return null
  const found = byPath.find(([pattern]) => pattern.test(spec.path))
  if (!found) throw new Error(`say in src/testing/lists/tenants.ts whose id ${spec.path} takes`)
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
  acceptanceId: 'acceptance',
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
      if (name === 'month') return [name, '2026-01']
      if (index === 0) return [name, id]
      return [name, idForField(tenant, name) ?? id]
    }),
  )
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
  await photographFrame(world, { companyId: cast.companyId, orderId })
  return {
    ...cast,
    ids: {
      ...(await withdrawnCancellation(world, { orderId, fileId })),
      company: cast.companyId,
      acceptance: await acceptedTerms(world, {
        companyId: cast.companyId,
        userId: cast.employer.userId,
        fileId,
      }),
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
      voucher: await cancelledVoucher(world, cast),
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
    BOOKKEEPING_READER: await as('BOOKKEEPING_READER'),
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
