import { COMMUTER_TICKET_YEAR_CENTS } from '#features/pricing/tax/rules/benefit-regime.ts'
import { outsideSources } from '#features/site/calculator/sources.ts'
import { legalSentences } from '#features/site/public-pages/legal-sentences.ts'
import { formatDay } from '#platform/values/days.ts'
import { formatCount } from '#platform/web/words/formats.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'

type Name = keyof typeof legalSentences
const sourceOf = (name: Name) => {
  const { source } = legalSentences[name]
  return source === null ? null : outsideSources[source]
}
const names = Object.keys(legalSentences) as Name[]
const unreadFirst = names.toSorted(
  (a, b) => Number(Boolean(sourceOf(a)?.readOn)) - Number(Boolean(sourceOf(b)?.readOn)),
)

/** What our texts state as law, with its source: first what nobody has read there. */
export function LegalSentences() {
  const t = useTexts('tax')
  const language = useLanguage()
  const values = { commuterTicketYearly: formatCount(COMMUTER_TICKET_YEAR_CENTS / 100, language) }
  return (
    <section className="card stack-md">
      <h2>{t('legal.title')}</h2>
      <p>{t('legal.text')}</p>
      <ul className="stack-sm">
        {unreadFirst.map((name) => (
          <li key={name}>
            {t(`legal.sentences.${name}`, values)} <Source name={name} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Source({ name }: { name: Name }) {
  const t = useTexts('tax')
  const source = sourceOf(name)
  if (!source?.readOn)
    return <strong>{source ? t('legal.unreadAt', { source: source.title }) : t('legal.unread')}</strong>
  const values = { source: source.title, day: formatDay(source.readOn) }
  const read = 'copyOf' in source ? t('legal.readCopy', { ...values, copy: source.copyOf }) : t('legal.readAt', values)
  return <a href={source.address}>{read}</a>
}
