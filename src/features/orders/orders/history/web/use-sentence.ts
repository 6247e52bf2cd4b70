import { formatDay } from '#platform/values/days.ts'
import { useBrand } from '#platform/web/shell/brand.ts'
import { hasText, useTexts } from '#platform/web/words/i18n.ts'
import { type HistoryItem, sentenceOf } from './history-lines.ts'

/** Says an item of a history in one sentence. */
export function useSentence() {
  const t = useTexts('history')
  const { name: us } = useBrand()
  return (item: HistoryItem) => {
    const { key, name } = sentenceOf(item)
    const who = name ?? t(`actor.${item.actor}`, { name: us })
    return t(hasText(key, 'history') ? key : 'event.OTHER', {
      name: who,
      day: item.day ? formatDay(item.day) : '',
    })
  }
}
