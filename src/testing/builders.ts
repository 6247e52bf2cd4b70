import { FinnishBusinessIds } from 'finnish-business-ids'
import type { Insertable } from 'kysely'
import { generateSync } from 'otplib'
import { leaseEnd } from '#features/pricing/leasing/rules/lease-period.ts'
import type { RoleName } from '#platform/contract/permissions.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Tables } from '#platform/server/database/tables.generated.ts'
import { roleId } from '#platform/server/roles/role-ids.ts'
import { addMonths, firstOfMonth, helsinkiDay, monthOf } from '#platform/values/days.ts'
import type { World } from './world.ts'

type Row<T extends keyof Tables> = Partial<Insertable<Tables[T]>>

const writer = (world: World): Db => world.services.database.primary

let made = 0
/** Keeps names and addresses of one run apart. */
function next(): number {
  made += 1
  return made
}

/** A person who can sign in; without a role. */
export async function buildUser(world: World, values: Row<'users'> = {}) {
  const number = next()
  const email = values.email ?? `henkilo${number}@testi.example`
  const row = {
    id: world.env.id(),
    first_name: 'Testi',
    last_name: `Henkilö ${number}`,
    work_email: email,
    created_at: world.env.now(),
    ...values,
    email,
  }
  await writer(world).insertInto('users').values(row).execute()
  return { userId: row.id, email, firstName: row.first_name, lastName: row.last_name }
}

/** A number of the person's own that was verified long ago: what signing as an employee asks for. */
export function verifiedPhone(world: World) {
  return { phone_number: `04555${String(10_000 + next())}`, phone_verified_at: world.env.now() }
}

/** Gives a role, bound to a company or a group where the role wants one. */
export async function assignRole(
  world: World,
  userId: string,
  role: RoleName,
  of: { companyId?: string; groupCompanyId?: string } = {},
): Promise<void> {
  await writer(world)
    .insertInto('user_roles')
    .values({
      id: world.env.id(),
      user_id: userId,
      role_id: roleId(role),
      company_id: of.companyId ?? null,
      group_company_id: of.groupCompanyId ?? null,
      created_at: world.env.now(),
    })
    .execute()
}

/** A new person with one role, signed in. */
export async function signedInAs(
  world: World,
  role: RoleName,
  of: { companyId?: string; groupCompanyId?: string } = {},
  values: Row<'users'> = {},
) {
  const user = await buildUser(world, values)
  await assignRole(world, user.userId, role, of)
  return world.signIn(user.userId)
}

/** Lets a caller's sessions be as if the password had just been given once more. */
export async function stepUp<C extends { userId: string }>(world: World, caller: C): Promise<C> {
  await writer(world)
    .updateTable('sessions')
    .set({ stepped_up_at: world.env.now() })
    .where('user_id', '=', caller.userId)
    .execute()
  return caller
}

/** Gives a caller an authenticator app. @returns its code of this moment, which has not been used */
export async function freshCode(world: World, { userId }: { userId: string }): Promise<string> {
  const secret = 'KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU'
  await writer(world)
    .updateTable('users')
    .set({
      totp_secret_sealed: world.services.vault.seal(secret),
      totp_confirmed_at: world.env.now(),
      totp_last_step: null,
    })
    .where('id', '=', userId)
    .execute()
  return generateSync({ secret, epoch: Math.floor(world.env.now().getTime() / 1000) })
}

export async function buildGroup(world: World, values: Row<'group_companies'> = {}) {
  const row = { id: world.env.id(), name: `Testikonserni ${next()}`, created_at: world.env.now(), ...values }
  await writer(world).insertInto('group_companies').values(row).execute()
  return { groupCompanyId: row.id, name: row.name }
}

/** The billing table whose schedule is known to the cent: 100.00 a month, 22.00 of it service, 4.90 %, residual 5 %. */
export const knownTerms = {
  name: 'Yleinen hinnasto',
  instalment_cents: 10_000,
  insurance_cents: 1_200,
  service_cents: 1_000,
  yearly_interest_basis_points: 490,
  residual_basis_points: 500,
  admin_fee_cents: 1_500,
  min_months: 12,
  max_months: 60,
  min_price_cents: 50_000,
  max_price_cents: 450_000,
  valid_from: '2024-01-01',
} as const

/** A lessor with its general billing table. */
export async function buildLessor(
  world: World,
  values: Row<'leasing_companies'> = {},
  terms: Row<'billing_tables'> = {},
) {
  const row = {
    id: world.env.id(),
    name: `Testirahoitus ${next()}`,
    kind: 'GRENKE' as const,
    authority_reference: 'V-2023-01',
    authority_day: '2023-12-01',
    created_at: world.env.now(),
    ...values,
  }
  await writer(world).insertInto('leasing_companies').values(row).execute()
  const { billingTableId } = await buildBillingTable(world, { ...terms, leasing_company_id: row.id })
  return { leasingCompanyId: row.id, name: row.name, billingTableId }
}

async function buildBillingTable(world: World, values: Row<'billing_tables'> & { leasing_company_id: string }) {
  const row = { id: world.env.id(), created_at: world.env.now(), ...knownTerms, ...values }
  await writer(world).insertInto('billing_tables').values(row).execute()
  return { billingTableId: row.id }
}

const businessIds = new Set<string>()

/** A business id that no other company of the run has. */
export function newBusinessId(): string {
  const drawn = FinnishBusinessIds.generateBusinessId()
  if (businessIds.has(drawn)) return newBusinessId()
  businessIds.add(drawn)
  return drawn
}

interface CompanyParts {
  readonly policy?: Row<'bike_policies'>
  readonly lessor?: Row<'leasing_companies'>
  readonly terms?: Row<'billing_tables'>
}

/** A company that can order: a unit, a policy, a lessor with its billing table (one of its own unless one is named). */
export async function buildCompany(world: World, values: Row<'companies'> = {}, parts: CompanyParts = {}) {
  const db = writer(world)
  const now = world.env.now()
  await db
    .insertInto('vat_rates')
    .values({ id: world.env.id(), country: 'FI', basis_points: 2550, valid_from: '2024-09-01' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const leasingCompanyId =
    values.leasing_company_id ?? (await buildLessor(world, parts.lessor, parts.terms)).leasingCompanyId
  const row = {
    id: world.env.id(),
    name: `Testiyritys ${next()} Oy`,
    business_id: newBusinessId(),
    created_at: now,
    ...values,
    leasing_company_id: leasingCompanyId,
  }
  await db.insertInto('companies').values(row).execute()
  const unitId = world.env.id()
  await db
    .insertInto('company_units')
    .values({ id: unitId, company_id: row.id, name: 'Pääkonttori', created_at: now })
    .execute()
  const policyId = world.env.id()
  const policy = { id: policyId, number: 1, body: 'Pyörä on sinun ajettavaksi.', created_at: now, ...parts.policy }
  await db
    .insertInto('bike_policies')
    .values({ ...policy, company_id: row.id })
    .execute()
  return { companyId: row.id, name: row.name, businessId: row.business_id, unitId, policyId, leasingCompanyId }
}

/** An accepted beneficiary's row with its user and role; no order. */
export async function buildEmployee(
  world: World,
  company: { companyId: string; unitId?: string },
  values: Row<'beneficiary_employees'> = {},
  person: Row<'users'> = {},
) {
  const user = values.user_id ? { userId: values.user_id } : await buildUser(world, person)
  const row = {
    id: world.env.id(),
    company_id: company.companyId,
    user_id: user.userId,
    unit_id: company.unitId ?? null,
    employee_number: `${1000 + next()}`,
    status: 'ACCEPTED' as const,
    created_at: world.env.now(),
    ...values,
  }
  await writer(world).insertInto('beneficiary_employees').values(row).execute()
  await assignRole(world, user.userId, 'BIKE_BENEFICIARY', { companyId: company.companyId })
  return { employeeId: row.id, userId: user.userId }
}

export async function buildStore(world: World, values: Row<'bike_stores'> = {}) {
  const number = next()
  const row = {
    id: world.env.id(),
    name: `Testipyörä ${number}`,
    email: `tilaukset${number}@kauppa.example`,
    created_at: world.env.now(),
    ...values,
  }
  await writer(world).insertInto('bike_stores').values(row).execute()
  return { bikeStoreId: row.id, name: row.name }
}

interface LeaseParts {
  readonly company: { companyId: string; unitId: string; leasingCompanyId: string }
  /** A new person unless one is named. */
  readonly employeeId?: string
  readonly employee?: Row<'beneficiary_employees'>
  readonly person?: Row<'users'>
  readonly agreement?: Row<'leasing_agreements'>
}

/** An ordinary signed agreement of 1,200.00 for twelve months. */
const ordinaryAgreement = {
  status: 'SIGNED' as const,
  lease_state: 'ACTIVE' as const,
  price_cents: 120_000,
  instalment_cents: 10_000,
  last_instalment_cents: 5_000,
  service_share_cents: 2_200,
  admin_fee_cents: 1_500,
  residual_cents: 6_000,
  buy_out_cents: [],
  billing_table_version: 1,
  vat_basis_points: 2_550,
  benefit_model: 'FROM_SALARY' as const,
  tax_regime: 'TAXABLE' as const,
}

/** A running lease with its order and person, twelve months from the first of this month, 100.00 a month. */
export async function buildRunningLease(world: World, parts: LeaseParts) {
  const db = writer(world)
  const { companyId, leasingCompanyId } = parts.company
  const employeeId =
    parts.employeeId ?? (await buildEmployee(world, parts.company, parts.employee, parts.person)).employeeId
  const startDay = parts.agreement?.start_day ?? firstOfMonth(monthOf(todayIn(world)))
  const leaseMonths = parts.agreement?.lease_months ?? 12
  // An agreement is older than its lease.
  const createdAt = parts.agreement?.created_at ?? new Date(`${addMonths(startDay, -1)}T09:00:00Z`)
  const number = next()
  const order = {
    id: world.env.id(),
    company_id: companyId,
    beneficiary_employee_id: employeeId,
    order_number: `T-${number}`,
    status: 'ACTIVE_LEASING' as const,
  }
  await db
    .insertInto('orders')
    .values({ ...order, created_at: createdAt })
    .execute()
  const table = await db
    .selectFrom('billing_tables')
    .select('id')
    .where('leasing_company_id', '=', leasingCompanyId)
    .executeTakeFirstOrThrow()
  const agreement = {
    ...ordinaryAgreement,
    id: world.env.id(),
    company_id: companyId,
    beneficiary_employee_id: employeeId,
    order_id: order.id,
    leasing_company_id: leasingCompanyId,
    agreement_number: `SOP-${number}`,
    lease_months: leaseMonths,
    billing_table_id: table.id,
    commitment_day: addMonths(startDay, -1),
    start_day: startDay,
    end_day: leaseEnd(startDay, leaseMonths),
    created_at: createdAt,
    ...parts.agreement,
  }
  await db.insertInto('leasing_agreements').values(agreement).execute()
  await db.updateTable('orders').set({ agreement_id: agreement.id }).where('id', '=', order.id).execute()
  return { agreementId: agreement.id, agreementNumber: agreement.agreement_number, orderId: order.id, employeeId }
}

/** Today as the world's clock has it. */
const todayIn = (world: World) => helsinkiDay(world.env.now())
