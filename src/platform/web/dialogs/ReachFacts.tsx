import { Facts } from '#platform/web/parts/Facts.tsx'
import { Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import type { Reached } from './Reach.tsx'

/** Receiver, sum and count, one below the other. */
export function ReachFacts({ to, euros, count }: Reached) {
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
