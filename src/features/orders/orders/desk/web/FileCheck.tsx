import { IconCheck, IconClock } from '@tabler/icons-react'
import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { fileCheck } from '../file-check.ts'
import styles from './Desk.module.css'

/** The exact list of what the lessor's file still lacks. */
export function FileCheck({ order }: { order: OrderViewType }) {
  const t = useTexts('desk')
  const papers = fileCheck(order)
  const missing = papers.filter(({ present }) => !present).length
  return (
    <div>
      <p className="sm">{missing === 0 ? t('file.complete') : t('file.missing', { count: missing })}</p>
      <ul className={styles.papers}>
        {papers.map(({ paper, present }) => (
          <li key={paper}>
            {present ? (
              <IconCheck size={16} className={styles.fits} aria-hidden="true" />
            ) : (
              <IconClock size={16} className={styles.differs} aria-hidden="true" />
            )}
            {t(`file.${present ? 'there' : 'lacking'}.${paper}`)}
          </li>
        ))}
      </ul>
    </div>
  )
}
