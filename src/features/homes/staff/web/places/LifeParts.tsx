import { ActHistory } from '#features/operations/event-log/web/ActHistory.tsx'
import type { PlacePartView } from '#features/operations/places/contract.ts'
import type { PlaceAt, PlaceName } from '#features/operations/places/web/links.ts'
import { PlacePart } from '#features/operations/places/web/PlacePart.tsx'
import styles from '#features/operations/places/web/Places.module.css'
import { useMay } from '#platform/web/api/user.ts'
import { useTexts } from '#platform/web/words/i18n.ts'

interface Props {
  readonly parts: readonly PlacePartView[]
  readonly of: PlaceName
  readonly at: PlaceAt
  /** The row of a register whose changes are told. */
  readonly registerId: string
}

/** The registers that have rows of a place, and what has been changed about it. */
export function LifeParts({ parts, of, at, registerId }: Props) {
  const t = useTexts('places')
  const may = useMay()
  return (
    <>
      {parts
        .filter(({ lines }) => lines.length > 0)
        .map((view) => (
          <PlacePart key={view.part} view={view} of={of} at={at} />
        ))}
      {may('event-log:read') && (
        <section className={styles.part} aria-labelledby="place-events">
          <h2 id="place-events">{t('events')}</h2>
          <ActHistory of={{ registerId }} />
        </section>
      )}
    </>
  )
}
