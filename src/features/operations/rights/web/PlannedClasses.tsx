import type { ReplyOf } from '#platform/contract/contract.ts'
import { formatDay } from '#platform/values/days.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import type { rights } from '../contract.ts'
import styles from './Rights.module.css'

type Planned = NonNullable<ReplyOf<typeof rights.details>['report']>['classes'][number]

/** What of each class goes, or why and until when it is kept; for the staff table by table. */
export function PlannedClasses({ classes, withTables = false }: { classes: readonly Planned[]; withTables?: boolean }) {
  const t = useTexts('rights')
  return (
    <ul className={styles.list}>
      {classes.map(({ class: name, kept, tables }) => (
        <li key={name} className="sm">
          <b>{t(`classes.${name}`)}</b>: <span>{kept ? t(`reasons.${kept.reason}`) : t('goes')}</span>{' '}
          {kept?.until && <span>{t('until', { day: formatDay(kept.until) })}</span>}
          {withTables && (
            <div className={`xs muted ${styles.tables}`}>
              {tables.map(({ table, rows }) => t('staff.rows', { table, count: rows })).join(' · ')}
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}
