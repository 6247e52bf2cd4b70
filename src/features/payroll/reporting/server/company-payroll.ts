import { sql } from 'kysely'
import { changesByAgreement } from '#features/pricing/leasing/server/payment-changes.ts'
import { exemptLimitsInYear } from '#features/pricing/tax/rules/tax-parameters.ts'
import { taxYearsFrom } from '#features/pricing/tax/server/tables.ts'
import type { PayerPeriod } from '#features/story/lease-story/rules/payer.ts'
import { isBought } from '#features/story/lease-story/rules/possession.ts'
import { awayByAgreement, possessionOfRow } from '#features/story/lease-story/server/possession.ts'
import type { Db } from '#platform/server/database/db.ts'
import { addDays, type Day, type Month, NO_LAST_DAY } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'
import { openMonthOf } from '../rules/month-steps.ts'
import { januaryOf } from '../rules/months.ts'
import type {
  CollectionAnswer,
  PayrollAgreement,
  PayrollPerson,
  PayrollRow,
  PayrollSettings,
  PreviousRow,
} from '../rules/payroll-facts.ts'
import { type CompanyPayroll, firstMonthOf, isBasisChanged } from '../rules/payroll-month.ts'
import type { ReportingCompany } from './months.ts'
import { isOutBeforeBilling } from './open-months.ts'

const settingsOf = (company: ReportingCompany): PayrollSettings => ({
  extraOperatingCents: company.extra_operating_cents,
  exemptAllocation: company.exempt_allocation as PayrollSettings['exemptAllocation'],
})

/** Matches a column with any of the ids; one id or many, the statement stays the same. */
export const anyOf = (ids: readonly string[]) => sql<string>`any(${ids}::uuid[])`

const agreementColumns = [
  'a.id',
  'a.company_id',
  'a.agreement_number',
  'a.lease_state',
  'a.end_reason',
  'a.start_day',
  'a.end_day',
  'a.original_end_day',
  'a.ended_day',
  'a.ends_on',
  'a.ends_as',
  'a.bike_at',
  'a.kept_from',
  'o.delivery_day',
  'a.lease_months',
  'a.instalment_cents',
  'a.last_instalment_cents',
  'a.instalment_from',
  'a.admin_fee_cents',
  'a.benefit_model',
  'a.commitment_day',
  'a.tax_regime',
  'a.tax_regime_review',
  'a.exempt_until',
  'p.changes',
  'y.payers',
  'k.collections',
  'w.claims',
  'w.received_day',
  'a.redemption_taxable_cents',
  'e.id as employee_id',
  'e.cost_unit',
  'e.employee_number',
  'e.pay_roll_other',
  'e.absence_from',
  'e.absence_to',
  'e.last_working_day',
  'n.name as unit',
  'u.last_name',
  'u.first_name',
  'u.work_email',
] as const

/** Who bears the months in which no pay runs, by agreement, to be joined. */
const payersByAgreement = (companyIds: readonly string[]) =>
  sql<{ agreement_id: string; payers: PayerPeriod[] | null }>`(
    select y.agreement_id, json_agg(json_build_object('from', y.from_month, 'to', y.to_month, 'payer', y.payer, 'paidCents', y.paid_cents, 'version', y.version)
             order by y.from_month) as payers
      from payroll_payers y where y.company_id = any(${companyIds}::uuid[]) group by y.agreement_id)`.as<'y'>(
    sql.ref('y'),
  )

/** What somebody has said of months outside the pay, by agreement, to be joined. */
const collectionsByAgreement = (companyIds: readonly string[]) =>
  sql<{ agreement_id: string; collections: CollectionAnswer[] | null }>`(
    select k.agreement_id, json_agg(json_build_object('month', k.month, 'isCollected', k.is_collected, 'version', k.version) order by k.month) as collections
      from payroll_collections k where k.company_id = any(${companyIds}::uuid[]) group by k.agreement_id)`.as<'k'>(
    sql.ref('k'),
  )

function agreementsQuery(db: Db, companyIds: readonly string[]) {
  return (
    db
      .selectFrom('leasing_agreements as a')
      .innerJoin('beneficiary_employees as e', 'e.id', 'a.beneficiary_employee_id')
      .innerJoin('users as u', 'u.id', 'e.user_id')
      .leftJoin('orders as o', 'o.id', 'a.order_id')
      .leftJoin('company_units as n', 'n.id', 'e.unit_id')
      .leftJoin(changesByAgreement(companyIds), (join) => join.onRef('p.agreement_id', '=', 'a.id'))
      .leftJoin(payersByAgreement(companyIds), (join) => join.onRef('y.agreement_id', '=', 'a.id'))
      .leftJoin(collectionsByAgreement(companyIds), (join) => join.onRef('k.agreement_id', '=', 'a.id'))
      .leftJoin(awayByAgreement(companyIds), (join) => join.onRef('w.agreement_id', '=', 'a.id'))
      .where('a.company_id', '=', anyOf(companyIds))
      .where('a.start_day', 'is not', null)
      .where('a.end_day', 'is not', null)
      // The benefit runs from the start day, whether or not the lessor has been billed.
      // A lease that was taken back to before its start stays in sight as long as locked rows speak of it.
      .where((eb) =>
        eb.or([
          eb('a.lease_state', '<>', 'NOT_STARTED'),
          isOutBeforeBilling('a'),
          eb.exists(eb.selectFrom('payroll_rows as r').select('r.id').whereRef('r.agreement_id', '=', 'a.id')),
        ]),
      )
      .select(agreementColumns)
      .select(isOutBeforeBilling('a').as('is_out_before_billing'))
      // The database knows Helsinki's days too, and tells those of a large company sooner.
      .select(sql<Month>`to_char(a.created_at at time zone 'Europe/Helsinki', 'YYYY-MM')`.as('reported_from'))
  )
}

type AgreementRow = Awaited<ReturnType<ReturnType<typeof agreementsQuery>['execute']>>[number]

const personOf = (row: AgreementRow): PayrollPerson => ({
  employeeId: row.employee_id,
  unit: row.unit,
  costUnit: row.cost_unit,
  employeeNumber: row.employee_number,
  lastName: row.last_name,
  firstName: row.first_name,
  workEmail: row.work_email,
  payrollOther: row.pay_roll_other,
  absenceFrom: row.absence_from,
  absenceTo: row.absence_to,
  lastWorkingDay: row.last_working_day === NO_LAST_DAY ? null : row.last_working_day,
})

function agreementOf(row: AgreementRow): PayrollAgreement {
  const startDay = row.start_day as Day
  const isStarted = row.lease_state !== 'NOT_STARTED' || row.is_out_before_billing
  return {
    agreementId: row.id,
    agreementNumber: row.agreement_number,
    person: personOf(row),
    startDay,
    endDay: row.end_day as Day,
    originalEndDay: row.original_end_day ?? (row.end_day as Day),
    deliveryDay: row.delivery_day,
    payers: row.payers ?? [],
    possession: possessionOfRow(row),
    ...(row.collections === null ? {} : { collections: row.collections }),
    endedDay: isStarted ? (row.ended_day ?? row.ends_on) : addDays(startDay, -1),
    // A bicycle that was still with the person after the term is redeemed later; the lease has ended as TERM.
    isRedeemed: isBought({ endReason: row.end_reason ?? row.ends_as, bikeAt: row.bike_at }),
    leaseMonths: row.lease_months,
    instalmentCents: row.instalment_cents,
    lastInstalmentCents: row.last_instalment_cents,
    instalmentFrom: row.instalment_from,
    ...(row.changes === null ? {} : { changes: row.changes }),
    adminFeeCents: row.admin_fee_cents,
    benefitModel: row.benefit_model as PayrollAgreement['benefitModel'],
    commitmentDay: row.commitment_day,
    taxRegime: row.tax_regime as PayrollAgreement['taxRegime'],
    exemptUntil: row.exempt_until,
    needsTaxReview: row.tax_regime_review !== null,
    ...(row.is_out_before_billing ? { isUnbilled: true } : {}),
    redemptionTaxableCents: row.redemption_taxable_cents,
    reportedFrom: row.reported_from,
  }
}

interface LatestRow {
  agreement_id: string
  basis: string
  has_previous: boolean
  instalment_cents: number
  benefit_model: PreviousRow['benefitModel']
  regime: PreviousRow['regime']
  unit: string | null
  cost_unit: string | null
  employee_number: string | null
}

const previousOf = (row: LatestRow): PreviousRow => ({
  instalmentCents: row.instalment_cents,
  benefitModel: row.benefit_model,
  regime: row.regime,
  person: { unit: row.unit, costUnit: row.cost_unit, employeeNumber: row.employee_number },
})

/** What the latest frozen row of each agreement says, and the facts that its latest row of any kind was counted with. */
async function readLatest(db: Db, companyIds: readonly string[]) {
  const { rows } = await sql<LatestRow>`
    select a.id as agreement_id, latest.facts ->> 'basis' as basis, own.facts is not null as has_previous,
           (own.facts ->> 'instalmentCents')::bigint as instalment_cents, own.facts ->> 'benefitModel' as benefit_model, own.facts ->> 'regime' as regime,
           own.facts #>> '{person,unit}' as unit, own.facts #>> '{person,costUnit}' as cost_unit, own.facts #>> '{person,employeeNumber}' as employee_number
      from leasing_agreements a
      cross join lateral (select r.facts, r.corrects_month from payroll_rows r where r.agreement_id = a.id order by r.month desc limit 1) latest
      left join lateral (select r.facts from payroll_rows r where latest.corrects_month is not null and r.agreement_id = a.id and r.corrects_month is null
                          order by r.month desc limit 1) older on true
      cross join lateral (select case when latest.corrects_month is null then latest.facts else older.facts end as facts) own
     where a.company_id = any(${companyIds}::uuid[])`.execute(db)
  return {
    previous: new Map(rows.flatMap((row) => (row.has_previous ? [[row.agreement_id, previousOf(row)] as const] : []))),
    lockedBasis: new Map(rows.map((row) => [row.agreement_id, row.basis])),
  }
}

/** The exempt share by employee and month, as locked rows of the open month's year report it. */
async function readLockedExempt(
  db: Db,
  open: readonly { readonly companyId: string; readonly openMonth: Month }[],
): Promise<Map<string, Map<Month, Cents>>> {
  if (open.length === 0) return new Map()
  const froms = open.map(({ openMonth }) => januaryOf(openMonth))
  const result = await sql<{ employee_id: string; cents: Record<Month, Cents> }>`
    select a.beneficiary_employee_id as employee_id, json_object_agg(own.month, own.cents) as cents
      from (select r.agreement_id, r.month, sum(r.cents) as cents
              from unnest(${open.map(({ companyId }) => companyId)}::uuid[], ${froms}::text[]) o (company_id, since)
              join payroll_months m on m.company_id = o.company_id and m.month >= o.since
              cross join lateral (select r.agreement_id, coalesce(r.corrects_month, r.month) as month, (r.facts ->> 'code363Cents')::bigint as cents
                                    from payroll_rows r where r.payroll_month_id = m.id offset 0) r
             where r.month >= o.since group by 1, 2) own
      join leasing_agreements a on a.id = own.agreement_id group by a.id`.execute(db)
  const byEmployee = new Map<string, Map<Month, Cents>>()
  for (const { employee_id, cents } of result.rows) {
    const months = byEmployee.get(employee_id) ?? new Map<Month, Cents>()
    byEmployee.set(employee_id, months)
    for (const [month, own] of Object.entries(cents)) months.set(month, (months.get(month) ?? 0) + own)
  }
  return byEmployee
}

async function readFrozen(db: Db, agreementIds: readonly string[]): Promise<Map<string, PayrollRow[]>> {
  if (agreementIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('payroll_rows')
    .select(['agreement_id', 'facts'])
    .where('agreement_id', '=', anyOf(agreementIds))
    .orderBy('month')
    .orderBy('position')
    .execute()
  const groups = Map.groupBy(rows, (row) => row.agreement_id)
  return new Map([...groups].map(([id, own]) => [id, own.map((row) => row.facts as PayrollRow)]))
}

interface CompanyRows {
  readonly company: ReportingCompany
  readonly agreements: readonly PayrollAgreement[]
  readonly first: Month | null
  readonly openMonth: Month | null
}

/** The agreements whose locked months are looked at again, and the same persons' others. */
function concernedOf({ agreements, openMonth }: CompanyRows, lockedBasis: ReadonlyMap<string, string>): string[] {
  const changed = new Set(
    agreements
      .filter((agreement) => isBasisChanged(agreement, { openMonth, lockedBasis }))
      .map(({ person }) => person.employeeId),
  )
  return agreements.flatMap(({ person, agreementId }) => (changed.has(person.employeeId) ? [agreementId] : []))
}

/**
 * Everything that the months of companies are counted from, as it stands now, by company: as many statements for one
 * company as for many. What is kept by agreement or by employee is shared by all of them.
 */
export async function readPayrolls(
  db: Db,
  given: readonly { readonly company: ReportingCompany; readonly lockedMonths: readonly Month[] }[],
): Promise<Map<string, CompanyPayroll & { first: Month | null }>> {
  const ids = given.map(({ company }) => company.id)
  const rows = Map.groupBy(await agreementsQuery(db, ids).execute(), (row) => row.company_id)
  const companies = given.map(({ company, lockedMonths }): CompanyRows => {
    const agreements = (rows.get(company.id) ?? []).map(agreementOf)
    const first = firstMonthOf(agreements)
    return { company, agreements, first, openMonth: openMonthOf({ first, locked: lockedMonths }) }
  })
  const latest = await readLatest(db, ids)
  const concerned = companies.flatMap((one) => concernedOf(one, latest.lockedBasis))
  const years = await taxYearsFrom(db)
  const frozen = await readFrozen(db, concerned)
  const lockedExempt = await readLockedExempt(
    db,
    companies.flatMap(({ company, openMonth }) => (openMonth ? [{ companyId: company.id, openMonth }] : [])),
  )
  const exemptLimitsIn = (month: Month) => exemptLimitsInYear(years, Number(month.slice(0, 4)))
  return new Map(
    companies.map(({ company, ...own }) => [
      company.id,
      { ...own, settings: settingsOf(company), exemptLimitsIn, ...latest, frozen, lockedExempt },
    ]),
  )
}
