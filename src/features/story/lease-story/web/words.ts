import { formatMonth, monthOf } from '#platform/values/days.ts'
import type { Holder } from '#platform/web/parts/StatusPill.tsx'
import { useEuros } from '#platform/web/table/Amounts.tsx'
import { formatDayIn } from '#platform/web/words/formats.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import type { LeaseStory } from '../contract.ts'
import type { AwaitedParty, SituationKey } from '../rules/situation.ts'

export const monthName = (day: string) => formatMonth(monthOf(day))

/** What stands in a sentence about a lease besides its words. */
export function useSituationValues() {
  const language = useLanguage()
  const euros = useEuros()
  return ({ situation, employeeName }: LeaseStory) => ({
    name: employeeName,
    day: situation.day ? formatDayIn(situation.day, language) : '',
    sum: situation.sum === null ? '' : euros(situation.sum),
    store: situation.store ?? '',
  })
}

/** Says to the person themselves what goes on with their lease: the head's sentence and what stands below it. */
export function useOwnWords() {
  const t = useTexts('lease-story')
  const valuesOf = useSituationValues()
  return (story: LeaseStory) => {
    const words = { bike: story.bike ?? t('bike'), ...valuesOf(story) }
    const key = `situations.${story.situation.key}`
    return { title: t(`${key}.title`, words), lead: t(`${key}.lead`, words) }
  }
}

const holderOf: Record<AwaitedParty, Holder> = {
  EMPLOYEE: 'employee',
  EMPLOYER: 'employer',
  STAFF: 'staff',
  STORE: 'store',
  INSURER: 'lessor',
  TAKER: 'none',
  BUYER: 'none',
}

const endings: ReadonlySet<SituationKey> = new Set([
  'overChoose',
  'overEmployer',
  'returned',
  'passedOn',
  'insured',
  'cancelled',
  'ended',
  'soldToEmployer',
])

/** Who holds the lease now, as the pill says it; who is awaited nowhere holds nothing. */
export function pillOf({ situation, isOwn }: LeaseStory): { readonly holder: Holder; readonly text: string } {
  const { awaited, key } = situation
  if (awaited) {
    const isReader = awaited === 'EMPLOYEE' && isOwn
    return { holder: holderOf[awaited], text: `pill.${isReader ? 'you' : awaited}` }
  }
  if (key === 'owned' || key === 'ownedWithdrawable')
    return { holder: 'running', text: isOwn ? 'pill.owned' : 'pill.ownedOf' }
  if (key === 'buyOutPaid') return { holder: 'running', text: 'pill.paid' }
  return endings.has(key) ? { holder: 'none', text: 'pill.over' } : { holder: 'running', text: 'pill.running' }
}
