import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './Spinner.module.css'

/** The loading indicator, a turning crank. It appears after 300 ms. */
export function Spinner({ label }: { label?: string }) {
  const t = useTexts()
  return (
    <div className={styles.place} role="status">
      <svg viewBox="0 0 64 64" width="56" height="56" aria-hidden="true">
        <circle cx="32" cy="32" r="15" fill="none" stroke="var(--illu-ink)" strokeWidth="4" />
        <circle
          cx="32"
          cy="32"
          r="19"
          fill="none"
          stroke="var(--line-strong)"
          strokeWidth="2"
          strokeDasharray="2.4 2.57"
        />
        <g className={styles.turning}>
          <path d="M32 32L32 56" stroke="var(--illu-ink)" strokeWidth="4" strokeLinecap="round" />
          <path className={styles.level} d="M24 56H40" stroke="var(--accent)" strokeWidth="5" strokeLinecap="round" />
        </g>
        <circle cx="32" cy="32" r="3" fill="var(--bg)" stroke="var(--illu-ink)" strokeWidth="2" />
      </svg>
      <span className="vh">{label ?? t('states.loading')}</span>
    </div>
  )
}
