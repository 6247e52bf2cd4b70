import { daysBetween, helsinkiDay } from '#platform/days.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { serviceDay } from '#platform/web/service-clock.ts'

/** How many Helsinki days ago something happened, in words. */
export function useDaysAgo() {
  const t = useTexts('employees')
  return (instant: string): string => {
    const days = Math.max(0, daysBetween(helsinkiDay(new Date(instant)), serviceDay()))
    return days === 0 ? t('ago.today') : t('ago.days', { count: days })
  }
}
