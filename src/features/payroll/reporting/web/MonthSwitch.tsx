import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { PayrollMonthView } from '#features/payroll/reporting/shapes.ts'
import { formatMonth } from '#platform/values/days.ts'
import { IconButton } from '#platform/web/controls/IconButton.tsx'
import { NativeSelect } from '#platform/web/controls/NativeSelect.tsx'
import { useAddressState } from '#platform/web/router/address-state.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './CompanyReport.module.css'

/** The month before, a list of all, the month after. */
export function MonthSwitch({ months, shown }: { months: readonly PayrollMonthView[]; shown: string }) {
  const t = useTexts('reporting')
  const [, setAddress] = useAddressState()
  const at = months.findIndex(({ month }) => month === shown)
  const go = (month: string | undefined) => month && setAddress({ month, event: null, page: null })
  const [earlier, later] = [months[at + 1]?.month, months[at - 1]?.month]
  return (
    <fieldset className={styles.months}>
      <legend className="vh">{t('month')}</legend>
      <IconButton outlined aria-label={t('previousMonth')} disabled={!earlier} onClick={() => go(earlier)}>
        <IconChevronLeft size={18} aria-hidden="true" />
      </IconButton>
      <NativeSelect
        aria-label={t('month')}
        value={shown}
        onChange={({ currentTarget }) => go(currentTarget.value)}
        data={months.map(({ month }) => ({ value: month, label: formatMonth(month) }))}
      />
      <IconButton outlined aria-label={t('nextMonth')} disabled={!later} onClick={() => go(later)}>
        <IconChevronRight size={18} aria-hidden="true" />
      </IconButton>
    </fieldset>
  )
}
