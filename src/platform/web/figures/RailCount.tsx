import styles from '../shell/Layouts.module.css'

/** The number of things that wait, and for screen readers what they are. */
export function RailCount({ count, label }: { count: number; label: string }) {
  if (count === 0) return null
  return (
    <span className={styles.count}>
      <span aria-hidden="true">{count}</span>
      <span className="vh">{label}</span>
    </span>
  )
}
