import { pages } from '#platform/contract/pages.ts'
import { messageLine } from '#platform/web/figures/acts.ts'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { Instant } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { type Event, useFactWords, useSubjectWords } from './event-words.ts'

/** One event: what changed, who did it, and behind a fold what proves it. */
export function EventPanel({ event }: { event: Event }) {
  const t = useTexts('event-log')
  const { isReadable, factRows } = useFactWords()
  const subjectOf = useSubjectWords()
  const rows: [string, React.ReactNode][] = [
    [t('columns.at'), <Instant key="at" at={event.at} />],
    [t('columns.subject'), subjectOf(event)],
    [t('columns.who'), event.actorName ?? t(`actors.${event.actor}`)],
    [t('panel.shared'), t(event.shared ? 'states.yes' : 'states.no')],
  ]
  const notGone = { KEPT: t('notGone.KEPT'), DEAD: t('notGone.DEAD') }
  const readable = event.facts.filter(isReadable)
  const technical: [string, React.ReactNode][] = [
    ...factRows(event.facts.filter((fact) => !isReadable(fact))),
    [t('panel.position'), event.position],
    [t('panel.id'), <code key="id">{event.subjectId}</code>],
    [t('panel.hash'), <code key="hash">{event.hash}</code>],
  ]
  return (
    <div className="stack-md">
      <Changes event={event} />
      <Facts rows={rows} />
      {readable.length > 0 && (
        <section className="stack-sm">
          <h3>{t('panel.data')}</h3>
          <Facts rows={factRows(readable)} />
        </section>
      )}
      {event.messages.length > 0 && (
        <section className="stack-sm">
          <h3>{t('panel.messages')}</h3>
          <ul className="sm">
            {event.messages.map((message) => (
              <li key={message.messageId} lang={message.language}>
                {messageLine(message, notGone).text}
              </li>
            ))}
          </ul>
        </section>
      )}
      {event.orderId && (
        <p>
          <Link to={pages.adminOrder} params={{ orderId: event.orderId }}>
            {t('panel.openOrder', { order: event.orderNumber })}
          </Link>
        </p>
      )}
      <details>
        <summary>{t('panel.technical')}</summary>
        <Facts rows={technical} />
      </details>
    </div>
  )
}

/** What became different, each fact from what to what. */
function Changes({ event }: { event: Event }) {
  const t = useTexts('event-log')
  const { nameText, changeText } = useFactWords()
  if (event.changes.length === 0) return null
  return (
    <section className="stack-sm">
      <h3>{t('panel.changes')}</h3>
      <Facts rows={event.changes.map((change) => [nameText(change.name), changeText(change)])} />
    </section>
  )
}
