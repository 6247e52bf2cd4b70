import { type ReactNode, useState } from 'react'
import { type PlaceLine, places } from '#features/operations/places/contract.ts'
import type { PlacePart } from '#features/operations/places/parts.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Button } from '#platform/web/controls/Button.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import type { PlaceAt } from './links.ts'
import styles from './Places.module.css'

interface Props {
  readonly at: PlaceAt
  readonly part: PlacePart
  readonly children: (line: PlaceLine) => ReactNode
}

/** What a place does not name at first, twenty lines a press, until all of them stand. */
export function MoreLines({ at, part, children }: Props) {
  const [last, setLast] = useState(1)
  const pages = Array.from({ length: last - 1 }, (_, n) => n + 2)
  return (
    <>
      {pages.map((page) => (
        <LinesOfPage key={page} at={at} part={part} page={page} next={page === last ? () => setLast(last + 1) : null}>
          {children}
        </LinesOfPage>
      ))}
      {last === 1 && <More part={part} press={() => setLast(2)} />}
    </>
  )
}

const calls = {
  person: [places.personLines, 'userId'],
  company: [places.companyLines, 'companyId'],
  store: [places.storeLines, 'bikeStoreId'],
  lessor: [places.lessorLines, 'leasingCompanyId'],
} as const

function useLines({ kind, id }: PlaceAt, query: { part: PlacePart; page: number }) {
  const [call, name] = calls[kind]
  // The four calls differ in nothing but the name of their place.
  return useApi(call as typeof places.personLines, { params: { [name]: id } as { userId: string }, query })
}

function LinesOfPage({ at, part, page, next, children }: Props & { page: number; next: (() => void) | null }) {
  const read = useLines(at, { part, page })
  return (
    <Loaded from={read}>
      {({ lines, isMore }) => (
        <>
          <ul className={styles.lines}>{lines.map(children)}</ul>
          {isMore && next && <More part={part} press={next} />}
        </>
      )}
    </Loaded>
  )
}

function More({ part, press }: { part: PlacePart; press: () => void }) {
  const t = useTexts('places')
  return (
    <div>
      <Button size="sm" aria-label={t('nextOf', { part: t(`parts.${part}`) })} onClick={press}>
        {t('next')}
      </Button>
    </div>
  )
}
