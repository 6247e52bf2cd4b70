import type { PlaceLine, PlacePartView } from '#features/operations/places/contract.ts'
import { Link } from '#platform/web/router/Link.tsx'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { FoldedLines } from './FoldedLines.tsx'
import { useLineWords } from './line-words.ts'
import { linkOfLine, type PlaceAt, type PlaceName, registerOf } from './links.ts'
import { MoreLines } from './MoreLines.tsx'
import styles from './Places.module.css'

/** The newest rows of one register that are a place's own, the rest a press at a time, and the way to the register. */
export function PlacePart({ view, of, at }: { view: PlacePartView; of: PlaceName; at: PlaceAt }) {
  const t = useTexts('places')
  const { part, lines, isMore } = view
  const all = registerOf(part, of)
  const id = `part-${part}`
  return (
    <section aria-labelledby={id} className={styles.part}>
      <div className={styles.partHead}>
        <h2 id={id}>{t(`parts.${part}`)}</h2>
        {all && lines.length > 0 && (
          <Link to={all} className="sm">
            {t('register')}
          </Link>
        )}
      </div>
      {lines.length === 0 ? (
        <p className="sm t2">{t('none')}</p>
      ) : (
        <FoldedLines lines={lines} isMore={isMore}>
          {(line) => <LineRow key={line.id} line={line} part={part} of={of} />}
        </FoldedLines>
      )}
      {isMore && (
        <MoreLines at={at} part={part}>
          {(line) => <LineRow key={line.id} line={line} part={part} of={of} />}
        </MoreLines>
      )}
    </section>
  )
}

function LineRow({ line, part, of }: { line: PlaceLine; part: PlacePartView['part']; of: PlaceName }) {
  const t = useTexts('places')
  const words = useLineWords(part, line)
  const to = linkOfLine(part, line, of)
  return (
    <li>
      <p className={styles.name}>
        {to ? <Link to={to}>{words.title}</Link> : <span>{words.title}</span>}
        {words.detail && <small>{words.detail}</small>}
      </p>
      <p className={styles.state}>{words.state}</p>
      <p className="sm t2">
        {line.day && <Day day={line.day} />}
        {line.until && (
          <span>
            –<Day day={line.until} />
          </span>
        )}
      </p>
      <p className={styles.sum}>
        {line.amount !== null && <Money euros={line.amount} />}
        {line.open !== null && line.open !== 0 && (
          <small>
            {t(line.open < 0 ? 'overpaid' : 'open')} <Money euros={Math.abs(line.open)} />
          </small>
        )}
      </p>
    </li>
  )
}
