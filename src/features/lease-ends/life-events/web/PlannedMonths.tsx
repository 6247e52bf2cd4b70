import { employerDaysOf } from '#features/lease-ends/absence-plans/rules/months.ts'
import { absencePayers } from '#features/payroll/reporting/rules/absence-months.ts'
import { monthsFrom } from '#features/payroll/reporting/rules/months.ts'
import { addMonths, type Day, formatMonth, parseDayInput } from '#platform/values/days.ts'
import { useForm } from '#platform/web/form/form-context.ts'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'

/** Who pays which month of an absence, drawn as its last day is typed, before the plan is sent. */
export function PlannedMonths({ from, isOwn }: { from: Day; isOwn: boolean }) {
  const t = useTexts('life-events')
  const { inputOf } = useForm()
  const to = parseDayInput(String(inputOf('toDay', 'day')))
  if (!to || from > to || to >= addMonths(from, 24)) return null
  const employerDays = employerDaysOf(inputOf('kind', 'select') === 'LAY_OFF' ? 'LAY_OFF' : 'OTHER')
  const months = absencePayers({ from, to, employerDays }).flatMap((period) =>
    monthsFrom(period.from, period.to ?? period.from).map((month) => ({ month, payer: period.payer })),
  )
  const person = isOwn ? 'ownEMPLOYEE' : 'EMPLOYEE'
  return (
    <div role="status">
      <Facts
        rows={months.map(({ month, payer }): [string, string] => [
          formatMonth(month),
          t(`payers.${payer === 'EMPLOYEE' ? person : 'EMPLOYER'}`),
        ])}
      />
    </div>
  )
}
