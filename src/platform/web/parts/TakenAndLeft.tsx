import { Money } from '#platform/web/table/Amounts.tsx'
import styles from './TakenAndLeft.module.css'

interface Taken {
  readonly key: string
  readonly name: string
  /** Who gets the money, and what else tells it apart. */
  readonly about: string
  readonly euros?: number
}

interface Left {
  readonly key: string
  readonly name: string
  readonly reason: string
}

interface Props {
  /** How many and how much, above the list. */
  readonly summary: string
  readonly taken: readonly Taken[]
  readonly leftTitle?: string
  readonly left?: readonly Left[]
}

/** What an act over several rows takes, each with its sum where it has one, and what it leaves with the reason. */
export function TakenAndLeft({ summary, taken, leftTitle, left = [] }: Props) {
  return (
    <div className="stack-md">
      <p>{summary}</p>
      {taken.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls has to be reachable by keyboard.
        <ul className={styles.list} tabIndex={0} aria-label={summary}>
          {taken.map(({ key, name, about, euros }) => (
            <li key={key}>
              <span>
                {name}: {about}
              </span>
              {euros !== undefined && <Money euros={euros} />}
            </li>
          ))}
        </ul>
      )}
      {left.length > 0 && (
        <section className="stack-sm">
          <h3>{leftTitle}</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls has to be reachable by keyboard. */}
          <ul className={styles.list} tabIndex={0} aria-label={leftTitle}>
            {left.map(({ key, name, reason }) => (
              <li key={key}>
                <span>
                  {name}: {reason}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
