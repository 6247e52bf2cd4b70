import type { ReactNode } from 'react'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'

/** What a press brings about: whom it reaches, with which sum, and how many of what. */
export interface Reached {
  readonly to: ReactNode
  readonly euros?: number | null | undefined
  readonly count?: ReactNode
}

/** Stands before an act that sends or posts: receiver, sum and count, by what is read and not by what is meant. */
export function Reach({ to, euros, count }: Reached) {
  const t = useTexts()
  return (
    <Facts
      rows={[
        [t('asks.to'), to],
        [t('asks.sum'), euros == null ? null : <Money key="sum" euros={euros} />],
        [t('asks.count'), count],
      ]}
    />
  )
}
