import { listName } from '#platform/values/names.ts'
import { formatDayIn, formatPhone } from '#platform/web/words/formats.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import type { Employee } from '../shapes.ts'
import styles from './EmployerPage.module.css'

/** What to notice about a person before deciding; a dash when there is nothing. */
export function Remarks({ employee }: { employee: Employee }) {
  const t = useTexts('employees')
  const language = useLanguage()
  const remarks = employee.remarks ?? []
  if (remarks.length === 0) return <span className="muted">–</span>
  return remarks.map(({ code, day }) => (
    <span key={code} className={code === 'OWN_EMAIL' ? styles.info : styles.warn}>
      {t(`remark.${code}`, { day: day ? formatDayIn(day, language) : '' })}
    </span>
  ))
}

export const nameOf = ({ systemUser }: Pick<Employee, 'systemUser'>) => `${systemUser.firstName} ${systemUser.lastName}`

/** Name over work e-mail, for the first column of a list. */
export function NameCell({ employee }: { employee: Employee }) {
  return (
    <>
      {listName(employee.systemUser)}
      <small className={styles.email}>{employee.systemUser.workEmail}</small>
    </>
  )
}

/** How to reach a person: work e-mail, and the phone number where the reader may see it. */
export function Contact({ employee }: { employee: Pick<Employee, 'systemUser'> }) {
  const { workEmail, phoneNumber } = employee.systemUser
  return (
    <p className="sm t2">
      {workEmail}
      {phoneNumber && (
        <>
          <br />
          <span className="n">{formatPhone(phoneNumber)}</span>
        </>
      )}
    </p>
  )
}
