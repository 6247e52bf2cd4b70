import { legalSentences } from '#features/public-pages/legal-sentences.ts'
import { useTexts } from '#platform/web/words/i18n.ts'

type Name = keyof typeof legalSentences
const names = Object.keys(legalSentences) as Name[]
const unreadFirst = names.toSorted(
  (a, b) => Number(legalSentences[a].source !== null) - Number(legalSentences[b].source !== null),
)

/** What public pages state as law: first what nobody has read at its source. */
export function LegalSentences() {
  const t = useTexts('maintenance')
  return (
    <section className="card stack-md">
      <h2>{t('legal.title')}</h2>
      <p>{t('legal.text')}</p>
      <ul className="stack-sm">
        {unreadFirst.map((name) => {
          const { source } = legalSentences[name]
          return (
            <li key={name}>
              {t(`legal.sentences.${name}`)}{' '}
              {source ? <a href={source}>{t('legal.source')}</a> : <strong>{t('legal.unread')}</strong>}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
