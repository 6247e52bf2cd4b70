import { employerDaysOf, isSpan, payersByMonth } from '#features/lease-ends/absence-plans/rules/months.ts'
import { type Day, formatMonth, parseDayInput } from '#platform/values/days.ts'
import { useForm } from '#platform/web/form/form-context.ts'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'

/** Who pays which month of an absence, drawn as its last day is typed, before the plan is sent. */
export function PlannedMonths({ from, isOwn }: { from: Day; isOwn: boolean }) {
  const t = useTexts('life-events')
  const { inputOf } = useForm()
  const to = parseDayInput(String(inputOf('toDay', 'day')))
  if (!to || !isSpan(from, to)) return null
  const employerDays = employerDaysOf(inputOf('kind', 'select') === 'LAY_OFF' ? 'LAY_OFF' : 'OTHER')
  const months = payersByMonth({ from, to, employerDays })
  const person = isOwn ? 'ownEMPLOYEE' : 'EMPLOYEE'
  return (
    <div role="status">
      <Facts
        rows={months.map(({ month, payer }): [string, string] => [
          formatMonth(month),
          t(`payers.${payer === 'EMPLOYEE' ? person : payer}`),
        ])}
      />
    </div>
  )
}
