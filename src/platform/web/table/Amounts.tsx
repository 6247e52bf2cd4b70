import { helsinkiDay, NO_LAST_DAY } from '#platform/values/days.ts'
import { type Cents, centsFromEuros, formatEuros } from '#platform/values/money.ts'
import { formatDayIn, formatMoment } from '#platform/web/words/formats.ts'
import { useLanguage } from '#platform/web/words/i18n.ts'

/** An amount in the reader's language; give cents, or euros as they travel. Nothing known shows a dash. */
export function Money({ cents, euros }: { cents?: Cents | null; euros?: number | null }) {
  const language = useLanguage()
  const amount = cents ?? (euros === undefined || euros === null ? null : centsFromEuros(euros))
  return <span className="n">{amount === null ? '–' : formatEuros(amount, language)}</span>
}

/** Writes euros as they travel in the reader's language, for a sentence that holds an amount. Nothing known is zero. */
export function useEuros(): (euros: number | null | undefined) => string {
  const language = useLanguage()
  return (euros) => formatEuros(centsFromEuros(euros ?? 0), language)
}

/** A business day `YYYY-MM-DD`; the stored "no last working day" and nothing show a dash. */
export function Day({ day }: { day: string | null | undefined }) {
  const language = useLanguage()
  if (!day || day === NO_LAST_DAY) return <span className="n">–</span>
  return <time dateTime={day}>{formatDayIn(day, language)}</time>
}

/** A moment in Helsinki time; `dayOnly` leaves the clock out. */
export function Instant({ at, dayOnly = false }: { at: string | null | undefined; dayOnly?: boolean }) {
  const language = useLanguage()
  if (!at) return <span className="n">–</span>
  const text = dayOnly ? formatDayIn(helsinkiDay(new Date(at)), language) : formatMoment(at)
  return <time dateTime={at}>{text}</time>
}
