import { type Day, formatMonth, parseDayInput } from '#platform/values/days.ts'
import { useForm } from '#platform/web/form/form-context.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { type AbsenceKind, absenceKinds, employerDaysOf, isSpan, payersByMonth } from '../rules/months.ts'
import styles from './TypedMonths.module.css'

const isKind = (value: unknown): value is AbsenceKind => absenceKinds.some((kind) => kind === value)

interface Given {
  /** What the form does not ask, because it is known. */
  from?: Day
  kind?: AbsenceKind
}

/** The days as they stand in the form; null until both are days of a plan that may be. */
function useTypedAbsence(given: Given) {
  const { inputOf } = useForm()
  const from = given.from ?? parseDayInput(String(inputOf('fromDay', 'day')))
  const to = parseDayInput(String(inputOf('toDay', 'day')))
  const kind = given.kind ?? inputOf('kind', 'select')
  if (!from || !to || !isSpan(from, to) || !isKind(kind)) return null
  return { from, to, employerDays: employerDaysOf(kind) }
}

/** Who pays which month, drawn as the days are typed, before the plan is sent. */
export function TypedMonths(given: Given) {
  const t = useTexts('absence-plans')
  const absence = useTypedAbsence(given)
  const months = absence ? payersByMonth(absence) : []
  return (
    <div role="status">
      {months.length > 0 && (
        <>
          <p className="sm t2">{t('months.title')}</p>
          <ol className={styles.months}>
            {months.map(({ month, payer }) => (
              <li key={month} data-payer={payer}>
                <b className="n">{formatMonth(month)}</b>
                <span>{t(`payer.${payer}`)}</span>
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  )
}
