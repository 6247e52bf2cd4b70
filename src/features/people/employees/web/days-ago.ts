import { daysBetween, helsinkiDay } from '#platform/values/days.ts'
import { serviceDay } from '#platform/web/api/service-clock.ts'
import { useTexts } from '#platform/web/words/i18n.ts'

/** How many Helsinki days ago something happened, in words. */
export function useDaysAgo() {
  const t = useTexts('employees')
  return (instant: string): string => {
    const days = Math.max(0, daysBetween(helsinkiDay(new Date(instant)), serviceDay()))
    return days === 0 ? t('ago.today') : t('ago.days', { count: days })
  }
}
