import { type ReactNode, useState } from 'react'
import { Button } from '#platform/web/controls/Button.tsx'
import { NativeSelect } from '#platform/web/controls/NativeSelect.tsx'
import styles from './Reveal.module.css'

interface Props<P extends string, V> {
  /** The text of the button; it names what is shown. */
  readonly ask: string
  /** What it may be read for; one alone is not asked. */
  readonly purposes: readonly { readonly value: P; readonly label: string }[]
  readonly label: string
  readonly busy: boolean
  readonly reveal: (purpose: P) => Promise<V>
  readonly children: (value: V) => ReactNode
}

/** Something that is read by a call of its own: shown once asked for, with its purpose, and gone with the page. */
export function Reveal<P extends string, V>({ ask, purposes, label, busy, reveal, children }: Props<P, V>) {
  const [shown, setShown] = useState<{ value: V } | null>(null)
  const [purpose, setPurpose] = useState(purposes[0]!.value)
  if (shown) return <div role="status">{children(shown.value)}</div>
  return (
    <div className={styles.reveal}>
      {purposes.length > 1 && (
        <NativeSelect
          size="sm"
          label={label}
          data={[...purposes]}
          value={purpose}
          onChange={(event) => setPurpose(event.currentTarget.value as P)}
        />
      )}
      <Button
        size="sm"
        loading={busy}
        onClick={() =>
          reveal(purpose).then(
            (value) => setShown({ value }),
            () => undefined,
          )
        }
      >
        {ask}
      </Button>
    </div>
  )
}
