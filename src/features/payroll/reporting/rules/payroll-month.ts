/**
 * A whole month of a company: the rows of its leases and the corrections of locked months. Person by person, because
 * all bicycles of a person share one exemption.
 */
import type { ExemptLimits } from '#features/pricing/tax/rules/benefit-regime.ts'
import { firstOfMonth, lastOfMonth, type Month } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'
import { correctionOf } from './corrections.ts'
import { earliestMonth, januaryOf, latestMonth, monthOfKnown, monthsFrom, shiftMonth } from './months.ts'
import type { PayrollAgreement, PayrollRow, PayrollSettings, PreviousRow } from './payroll-facts.ts'
import { basisOf, type ExemptUsed, exemptCentsIn, lastDayOf, payrollRow, regimeOfAgreement } from './payroll-row.ts'

export interface CompanyPayroll {
  readonly settings: PayrollSettings
  /** The limits of the exemption in a month, by the tax tables; the statutory ones when left out. */
  readonly exemptLimitsIn?: (month: Month) => ExemptLimits
  readonly agreements: readonly PayrollAgreement[]
  /** The first month that is not locked: corrections go there. Null while nothing has been locked. */
  readonly openMonth: Month | null
  /** The latest frozen row by agreement, corrections left aside. */
  readonly previous: ReadonlyMap<string, PreviousRow>
  /** The basis of the latest frozen row by agreement, corrections included. */
  readonly lockedBasis: ReadonlyMap<string, string>
  /** Every frozen row of the agreements whose basis has changed, and of the same persons' others. */
  readonly frozen: ReadonlyMap<string, readonly PayrollRow[]>
  /** The exempt share by employee and month as locked rows report it, corrections included. */
  readonly lockedExempt: ReadonlyMap<string, ReadonlyMap<Month, Cents>>
}

const byLease = (left: PayrollAgreement, right: PayrollAgreement) =>
  compareNumbers(left.startDay, right.startDay) || compareNumbers(left.agreementNumber, right.agreementNumber)

const compareFinnish = new Intl.Collator('fi').compare
const compareNumbers = new Intl.Collator().compare

function byPerson(agreements: readonly PayrollAgreement[]): PayrollAgreement[][] {
  return [...Map.groupBy(agreements, ({ person }) => person.employeeId).values()].map((own) => own.sort(byLease))
}

/** Whether locked months have to be looked at again for an agreement: it differs from what they were counted with. */
export function isBasisChanged(
  agreement: PayrollAgreement,
  company: Pick<CompanyPayroll, 'openMonth' | 'lockedBasis'>,
): boolean {
  if (company.openMonth === null || monthOfKnown(agreement.startDay) >= company.openMonth) return false
  return company.lockedBasis.get(agreement.agreementId) !== basisOf(agreement)
}

/** The settings of each month, which all rows of a company share. */
const settingsByMonth = new WeakMap<CompanyPayroll, Map<Month, PayrollSettings>>()

function settingsIn(month: Month, company: CompanyPayroll): PayrollSettings {
  const { settings, exemptLimitsIn } = company
  if (!exemptLimitsIn) return settings
  const known = settingsByMonth.get(company) ?? new Map<Month, PayrollSettings>()
  settingsByMonth.set(company, known)
  const found = known.get(month) ?? { ...settings, exemptLimits: exemptLimitsIn(month) }
  known.set(month, found)
  return found
}

/** What a locked month was counted with and no later change undoes: the settings, the model, an older instalment. */
function asCounted(agreement: PayrollAgreement, month: Month, company: CompanyPayroll) {
  const frozen = company.frozen
    .get(agreement.agreementId)
    ?.find((row) => row.month === month && row.correctsMonth === null)
  if (!frozen) return { agreement, settings: settingsIn(month, company) }
  const isOlderInstalment = agreement.instalmentFrom !== null && monthOfKnown(agreement.instalmentFrom) > month
  return {
    agreement: {
      ...agreement,
      benefitModel: frozen.benefitModel,
      ...(isOlderInstalment && frozen.instalmentCents > 0 ? { instalmentCents: frozen.instalmentCents } : {}),
    },
    settings: frozen.settings,
  }
}

const sumOf363 = (rows: readonly PayrollRow[]) => rows.reduce((sum, row) => sum + row.code363Cents, 0)

/** One person's rows of a month, each bicycle after the other, so that they share the exemption. */
function rowsOfPerson(
  own: readonly PayrollAgreement[],
  month: Month,
  yearCents: Cents,
  company: CompanyPayroll,
  previous: CompanyPayroll['previous'] = new Map(),
): PayrollRow[] {
  const rows: PayrollRow[] = []
  for (const lease of own) {
    const used: ExemptUsed = { yearCents, monthCents: sumOf363(rows) }
    const { agreement, settings } = asCounted(lease, month, company)
    const row = payrollRow(agreement, month, previous.get(lease.agreementId) ?? null, settings, used)
    if (row) rows.push(row)
  }
  return rows
}

/** The exempt share of one person's month, each bicycle after the other: most of a large month's work, so without rows. */
function exemptOfPerson(own: readonly PayrollAgreement[], month: Month, yearCents: Cents, company: CompanyPayroll) {
  let monthCents = 0
  for (const lease of own) {
    const { agreement, settings } = asCounted(lease, month, company)
    monthCents += exemptCentsIn(agreement, month, settings, { yearCents, monthCents })
  }
  return monthCents
}

/** The months that have gone by since the person's first lease should have reported, up to the open month. */
function replay(own: readonly PayrollAgreement[], company: CompanyPayroll, until: Month): Map<Month, PayrollRow[]> {
  const from = earliestMonth(own.map(({ startDay }) => monthOfKnown(startDay))) ?? until
  const rows = new Map<Month, PayrollRow[]>()
  let yearCents = 0
  for (const month of monthsFrom(januaryOf(from), shiftMonth(until, -1))) {
    if (month === januaryOf(month)) yearCents = 0
    const ofMonth = rowsOfPerson(own, month, yearCents, company)
    rows.set(month, ofMonth)
    yearCents += sumOf363(ofMonth)
  }
  return rows
}

/** The exempt share of the year's earlier months, given in their order: as locked, else as counted now. */
function usedBefore(own: readonly PayrollAgreement[], before: readonly Month[], company: CompanyPayroll): Cents {
  const locked = company.lockedExempt.get(own[0]?.person.employeeId ?? '')
  let yearCents = 0
  // Without an exemption in January there is none in the year: one that has run out does not come back.
  const isExempt = own.some((agreement) => before[0] && regimeOfAgreement(agreement, before[0]) !== 'TAXABLE')
  if (!isExempt && !locked) return 0
  for (const earlier of before) {
    const cents = locked?.get(earlier)
    if (cents !== undefined) yearCents += cents
    else if (isExempt) yearCents += exemptOfPerson(own, earlier, yearCents, company)
  }
  return yearCents
}

/** The months that may be wrong: those that the lease touches or has reported, before the open one. */
function monthsToLookAt(agreement: PayrollAgreement, frozen: readonly PayrollRow[], openMonth: Month): Month[] {
  const lockedMonths = frozen.map((row) => row.correctsMonth ?? row.month)
  const from = earliestMonth([monthOfKnown(agreement.startDay), ...lockedMonths]) ?? openMonth
  const until = latestMonth([shiftMonth(monthOfKnown(lastDayOf(agreement)), 1), ...lockedMonths]) ?? openMonth
  const first = latestMonth([from, agreement.reportedFrom]) ?? from
  return monthsFrom(first, earliestMonth([until, shiftMonth(openMonth, -1)]) ?? until)
}

function correctionsOf(
  own: readonly PayrollAgreement[],
  company: CompanyPayroll,
  openMonth: Month,
  expected: ReadonlyMap<Month, readonly PayrollRow[]>,
): PayrollRow[] {
  return own.flatMap((agreement) => {
    const frozen = company.frozen.get(agreement.agreementId) ?? []
    return monthsToLookAt(agreement, frozen, openMonth).flatMap((month) => {
      const now = expected.get(month)?.find((row) => row.agreementId === agreement.agreementId) ?? null
      const reported = frozen.filter((row) => (row.correctsMonth ?? row.month) === month)
      return correctionOf({ agreement, month, openMonth, expected: now, reported, settings: company.settings }) ?? []
    })
  })
}

/** The rows that a month shows while it is open, sorted by name; corrections follow the row that they belong to. */
export function payrollMonth(company: CompanyPayroll, month: Month): PayrollRow[] {
  const lastDay = lastOfMonth(firstOfMonth(month))
  const before = monthsFrom(januaryOf(month), shiftMonth(month, -1))
  const rows = byPerson(company.agreements.filter(({ startDay }) => startDay <= lastDay)).flatMap((own) => {
    const isCorrected = month === company.openMonth && own.some((agreement) => isBasisChanged(agreement, company))
    if (!isCorrected) return rowsOfPerson(own, month, usedBefore(own, before, company), company, company.previous)
    const expected = replay(own, company, month)
    const yearCents = before.reduce((sum, earlier) => sum + sumOf363(expected.get(earlier) ?? []), 0)
    return [
      ...rowsOfPerson(own, month, yearCents, company, company.previous),
      ...correctionsOf(own, company, month, expected),
    ]
  })
  return rows.sort(
    (left, right) =>
      compareFinnish(left.person.lastName, right.person.lastName) ||
      compareFinnish(left.person.firstName, right.person.firstName) ||
      compareNumbers(left.agreementNumber, right.agreementNumber) ||
      compareNumbers(left.correctsMonth ?? '', right.correctsMonth ?? ''),
  )
}

/** The first month that the company's leases report, null while it has none. */
export function firstMonthOf(agreements: readonly PayrollAgreement[]): Month | null {
  const firsts = agreements.map(
    ({ startDay, reportedFrom }) => latestMonth([monthOfKnown(startDay), reportedFrom]) ?? reportedFrom,
  )
  return earliestMonth(firsts)
}
