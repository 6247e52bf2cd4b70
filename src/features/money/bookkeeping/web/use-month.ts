import { addMonths, firstOfMonth, formatMonth, lastOfMonth, monthOf } from '#platform/values/days.ts'
import { serviceDay } from '#platform/web/api/service-clock.ts'
import { useAddressState } from '#platform/web/router/address-state.ts'

const MONTHS_SHOWN = 24

/** The month that the address names, the present one without, as a period and as the choice of a select. */
export function useMonth() {
  const [at, setAt] = useAddressState()
  const present = firstOfMonth(monthOf(serviceDay()))
  const months = Array.from({ length: MONTHS_SHOWN }, (_, ago) => monthOf(addMonths(present, -ago)))
  const month = at.month && months.includes(at.month) ? at.month : present
  const from = firstOfMonth(month)
  return {
    month,
    period: { from, to: lastOfMonth(from) },
    choice: {
      value: month,
      onChange: ({ currentTarget }: { currentTarget: { value: string } }) => setAt({ month: currentTarget.value }),
      data: months.map((value) => ({ value, label: formatMonth(value) })),
    },
  }
}
