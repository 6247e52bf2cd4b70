import { useTexts } from '#platform/web/words/i18n.ts'
import type { LeaseStory } from '../../contract.ts'
import { useOwnWords, useSituationValues } from '../../web/words.ts'

/** Says of somebody's lease what goes on with it, to whoever looks after it; to the person themselves in their own words. */
export function useSituationWords() {
  const t = useTexts('lease-of-others')
  const ownWords = useOwnWords()
  const valuesOf = useSituationValues()
  return (story: LeaseStory) => {
    if (story.isOwn) return ownWords(story)
    const words = { bike: story.bike ?? t('bike'), ...valuesOf(story) }
    const key = `situations.${story.situation.key}`
    return { title: t(`${key}.title`, words), lead: t(`${key}.lead`, words) }
  }
}
