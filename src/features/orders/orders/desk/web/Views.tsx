import { useAddressState } from '#platform/web/router/address-state.ts'
import styles from './Desk.module.css'

interface View {
  key: string
  text: string
  count?: number | undefined
  /** What the view puts into the address; every view names the same keys. */
  values: Readonly<Record<string, string | null>>
}

/** Ready-made views over a list, as buttons above it; a view is a part of the address. */
export function Views({ label, views }: { label: string; views: readonly View[] }) {
  const [at, setAt] = useAddressState()
  const isNow = ({ values }: View) => Object.entries(values).every(([name, value]) => (at[name] ?? null) === value)
  return (
    <nav className={styles.views} aria-label={label}>
      {views.map((view) => (
        <button
          key={view.key}
          type="button"
          aria-current={isNow(view) ? 'true' : undefined}
          onClick={() => setAt({ ...view.values, page: null, open: null })}
        >
          {view.text}
          {view.count !== undefined && <span className={`n ${styles.count}`}>{view.count}</span>}
        </button>
      ))}
    </nav>
  )
}
