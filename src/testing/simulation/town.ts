import type { Insertable } from 'kysely'
import { hashPassword } from '#features/ground/sessions/server/password-hash.ts'
import { leaseEnd } from '#features/pricing/leasing/rules/lease-period.ts'
import { leaseSchedule } from '#features/pricing/leasing/rules.ts'
import type { Tables } from '#platform/server/database/tables.generated.ts'
import { addMonths, type Day, firstOfMonth, monthOf } from '#platform/values/days.ts'
import {
  assignRole,
  buildCompany,
  buildEmployee,
  buildLessor,
  buildRunningLease,
  buildStore,
  buildUser,
  knownTerms,
  signedInAs,
  verifiedPhone,
} from '../builders.ts'
import { pick } from '../random.ts'
import type { World } from '../world.ts'

/** A company of the town, with who acts for it. */
export interface TownCompany {
  readonly companyId: string
  readonly unitId: string
  readonly leasingCompanyId: string
  readonly lessor: 'OPERATOR' | 'GRENKE'
  readonly adminId: string
}

/** Everybody who acts in a simulation. */
export interface Town {
  readonly password: string
  readonly passwordHash: string
  readonly staffId: string
  /** Releases what the first has made. */
  readonly secondId: string
  readonly superId: string
  readonly bikeStoreIds: readonly string[]
  readonly companies: readonly TownCompany[]
}

const LEASES_A_COMPANY = 40
const storeIban = 'FI2112345600000785'

/** The price at which a lease of the town's table is paid off in so many months. */
const prices = [150_000, 200_000, 250_000, 300_000, 350_000]

function scheduleOf(priceCents: number, from: Day) {
  const schedule = leaseSchedule(
    priceCents,
    {
      instalmentCents: knownTerms.instalment_cents,
      serviceShareCents: knownTerms.insurance_cents + knownTerms.service_cents,
      yearlyInterestBasisPoints: knownTerms.yearly_interest_basis_points,
      residualBasisPoints: knownTerms.residual_basis_points,
      adminFeeCents: knownTerms.admin_fee_cents,
      minMonths: knownTerms.min_months,
      maxMonths: knownTerms.max_months,
      minPriceCents: knownTerms.min_price_cents,
      maxPriceCents: knownTerms.max_price_cents,
    },
    { day: from },
  )
  if (!schedule.ok) throw new Error(`no lease of ${priceCents}`)
  return schedule
}

async function buildTownCompany(
  world: World,
  lessor: { kind: TownCompany['lessor']; leasingCompanyId: string },
): Promise<TownCompany> {
  const company = await buildCompany(
    world,
    { leasing_company_id: lessor.leasingCompanyId, contact_email: 'laskut@yritys.example' },
    { policy: { allows_return: true, allows_leave_before_end: true, allows_brokerage: true, order_count: 3 } },
  )
  const admin = await buildUser(world)
  await assignRole(world, admin.userId, 'EMPLOYER_ADMIN', { companyId: company.companyId })
  const { companyId, unitId, leasingCompanyId } = company
  return { companyId, unitId, leasingCompanyId, lessor: lessor.kind, adminId: admin.userId }
}

/** A running lease that began up to three years ago, and its person. */
async function buildTownLease(world: World, town: Town, parts: { random: () => number; today: Day }) {
  const { random, today } = parts
  const company = pick(random, town.companies)
  const priceCents = pick(random, prices)
  const schedule = scheduleOf(priceCents, today)
  const age = Math.floor(random() * Math.min(34, schedule.months - 1))
  const startDay = addMonths(firstOfMonth(monthOf(today)), -age)
  const agreement: Partial<Insertable<Tables['leasing_agreements']>> = {
    start_day: startDay,
    end_day: leaseEnd(startDay, schedule.months),
    original_end_day: leaseEnd(startDay, schedule.months),
    lease_months: schedule.months,
    price_cents: priceCents,
    instalment_cents: schedule.instalmentCents,
    last_instalment_cents: schedule.lastInstalmentCents,
    residual_cents: schedule.residualCents,
    buy_out_cents: [...schedule.buyOut],
    bike_at: 'EMPLOYEE',
    benefit_model: pick(random, ['FROM_SALARY', 'FROM_SALARY', 'ON_TOP', 'EMPLOYEE_PAYS'] as const),
    // The leases came into the service with the town: months before it were reported elsewhere.
    created_at: world.env.now(),
  }
  const person = await buildEmployee(world, company, {}, { password_hash: town.passwordHash, ...verifiedPhone(world) })
  const lease = await buildRunningLease(world, { company, employeeId: person.employeeId, agreement })
  await assignRole(world, person.userId, 'BIKE_BENEFICIARY')
  await world.services.database.primary
    .updateTable('orders')
    .set({
      bike_store_id: pick(random, town.bikeStoreIds),
      total_price_cents: priceCents,
      bike_price_cents: priceCents,
    })
    .where('id', '=', lease.orderId)
    .execute()
}

/** Companies of two lessors, their people and running leases, stores and staff. */
export async function buildTown(
  world: World,
  options: { leases: number; random: () => number; today: Day },
): Promise<Town> {
  const password = 'Kampiakseli-1893'
  const operator = await buildLessor(world, { kind: 'OPERATOR', name: 'Testivuokra' })
  const other = await buildLessor(world, { kind: 'GRENKE', invoice_email: 'lasku@rahoitus.example' })
  const companies: TownCompany[] = []
  for (let n = 0; n < Math.max(3, Math.ceil(options.leases / LEASES_A_COMPANY)); n += 1)
    companies.push(
      await buildTownCompany(
        world,
        n % 3 === 1
          ? { kind: 'GRENKE', leasingCompanyId: other.leasingCompanyId }
          : { kind: 'OPERATOR', leasingCompanyId: operator.leasingCompanyId },
      ),
    )
  const stores = [await buildStore(world, { iban: storeIban }), await buildStore(world, { iban: storeIban })]
  const [staff, second, superAdmin] = [
    await signedInAs(world, 'INTERNAL_ADMIN'),
    await signedInAs(world, 'INTERNAL_ADMIN'),
    await signedInAs(world, 'SUPER_ADMIN'),
  ]
  const town: Town = {
    password,
    passwordHash: await hashPassword(password),
    staffId: staff!.userId,
    secondId: second!.userId,
    superId: superAdmin!.userId,
    bikeStoreIds: stores.map(({ bikeStoreId }) => bikeStoreId),
    companies,
  }
  const admins = companies.map(({ adminId }) => adminId)
  await world.services.database.primary
    .updateTable('users')
    .set({ password_hash: town.passwordHash })
    .where('id', 'in', admins)
    .execute()
  for (let n = 0; n < options.leases; n += 1) await buildTownLease(world, town, options)
  return town
}
