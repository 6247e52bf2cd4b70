import { Button } from '@mantine/core'
import { useState } from 'react'
import { companies } from '#features/companies/contract.ts'
import { eventLog } from '#features/event-log/contract.ts'
import { subjectTypes } from '#features/event-log/rules.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { pages } from '#platform/contract/pages.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useMay } from '#platform/web/api/user.ts'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { Instant } from '#platform/web/table/Amounts.tsx'
import { Register } from '#platform/web/table/Register.tsx'
import { formatCount } from '#platform/web/words/formats.ts'
import { hasText, useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import styles from './EventsPage.module.css'
import { shownTypes } from './shown-types.ts'

type Event = ReplyOf<typeof eventLog.list>['items'][number]

/** The event log with its filters, and the proof that nothing in it was changed. */
export function EventsPage() {
  const t = useTexts('event-log')
  const may = useMay()
  const { data } = useApi(companies.list, { query: { names: true }, staleMs: 60_000 })
  return (
    <Register
      title={t('title')}
      lead={t('lead')}
      above={may('event-log:verify-export') && <Verify />}
      from={eventLog.list}
      {...(may('event-log:verify-export') ? { file: eventLog.listFile } : {})}
      rowKey={(row) => row.eventId}
      search={{ name: 'search', hint: t('search') }}
      filters={[
        {
          name: 'subjectType',
          label: t('filters.subject'),
          options: subjectTypes.map((value) => ({ value, label: t(`subjects.${value}`) })),
        },
        {
          name: 'type',
          label: t('filters.type'),
          options: shownTypes.map((value) => ({ value, label: asTitle(t(`types.${value}`)) })),
        },
        {
          name: 'companyId',
          label: t('filters.company'),
          options: (data?.items ?? []).map((company) => ({ value: company.companyId, label: company.companyName })),
        },
        { name: 'from', kind: 'day', label: t('filters.first') },
        { name: 'to', kind: 'day', label: t('filters.last') },
      ]}
      columns={[
        { key: 'what', title: t('columns.what'), cell: (row) => asTitle(t(`types.${row.type}`)) },
        { key: 'at', title: t('columns.at'), cell: (row) => <Instant at={row.at} /> },
        { key: 'who', title: t('columns.who'), cell: (row) => row.actorName ?? t(`actors.${row.actor}`) },
        { key: 'subject', title: t('columns.subject'), cell: (row) => t(`subjects.${row.subjectType}`) },
        { key: 'change', title: t('columns.change'), cell: (row) => <Change event={row} /> },
        { key: 'order', title: t('columns.order'), cell: (row) => row.orderNumber ?? '–', choice: true },
        { key: 'company', title: t('columns.company'), cell: (row) => row.companyName ?? '–', choice: true },
      ]}
      panel={{
        title: (row) => asTitle(t(`types.${row.type}`)),
        above: (row) => [t(`subjects.${row.subjectType}`), row.companyName].filter(Boolean).join(' · '),
        content: (row) => <EventPanel event={row} />,
      }}
      empty={{ text: t('empty') }}
    />
  )
}

/** The texts of events go on after a name; alone they begin a line. */
const asTitle = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Identifiers and the names of steps: "0190c2f4-…", "askStore". */
const isCode = (value: string) => /^[0-9a-f]{8}-[0-9a-f-]{27}$|^[a-z][A-Za-z-]+$/.test(value)

type Fact = Event['facts'][number]

/** What facts are called; one that only the program has a word for stands among the technical details. */
function useFactWords() {
  const t = useTexts('event-facts')
  const desk = useTexts('desk')
  const nameText = (name: string) => (hasText(`facts.${name}`, 'event-facts') ? t(`facts.${name}`) : name)
  const valueText = (value: string) => {
    if (hasText(`values.${value}`, 'event-facts')) return t(`values.${value}`)
    return hasText(`status.${value}`, 'desk') ? desk(`status.${value}`) : value
  }
  const isReadable = ({ name, value }: Fact) =>
    hasText(`facts.${name}`, 'event-facts') && (valueText(value) !== value || !isCode(value))
  const factRows = (facts: readonly Fact[]): [string, string][] =>
    facts.map(({ name, value }) => [nameText(name), valueText(value)])
  return { nameText, valueText, isReadable, factRows }
}

/** In a word what became different, or which register it was; the panel has the rest. */
function Change({ event }: { event: Event }) {
  const { valueText, isReadable } = useFactWords()
  const [change, ...others] = event.changes
  const register = event.facts.find((fact) => fact.name === 'register' && isReadable(fact))
  if (!change) return register ? valueText(register.value) : '–'
  const [from, to] = [change.from, change.to].map((value) => (value === null ? '–' : valueText(value)))
  return `${from} → ${to}${others.length > 0 ? ` (+${others.length})` : ''}`
}

function EventPanel({ event }: { event: Event }) {
  const t = useTexts('event-log')
  const { nameText, valueText, isReadable, factRows } = useFactWords()
  const rows: [string, React.ReactNode][] = [
    [t('columns.at'), <Instant key="at" at={event.at} />],
    [t('columns.who'), event.actorName ?? t(`actors.${event.actor}`)],
    [t('panel.shared'), t(event.shared ? 'states.yes' : 'states.no')],
  ]
  const readable = event.facts.filter(isReadable)
  const technical: [string, React.ReactNode][] = [
    ...factRows(event.facts.filter((fact) => !isReadable(fact))),
    [t('panel.position'), event.position],
    [t('panel.id'), <code key="id">{event.subjectId}</code>],
    [t('panel.hash'), <code key="hash">{event.hash}</code>],
  ]
  return (
    <div className="stack-md">
      {event.changes.length > 0 && (
        <section>
          <h3>{t('panel.changes')}</h3>
          <Facts
            rows={event.changes.map(({ name, from, to }) => [
              nameText(name),
              `${from === null ? '–' : valueText(from)} → ${to === null ? '–' : valueText(to)}`,
            ])}
          />
        </section>
      )}
      <Facts rows={rows} />
      {readable.length > 0 && (
        <section>
          <h3>{t('panel.data')}</h3>
          <Facts rows={factRows(readable)} />
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

function Verify() {
  const t = useTexts('event-log')
  const language = useLanguage()
  const [asked, setAsked] = useState(false)
  const read = useApi(eventLog.verify, { enabled: asked })
  if (!asked) {
    return (
      <p className={styles.verify}>
        <Button onClick={() => setAsked(true)}>{t('verify.start')}</Button>
      </p>
    )
  }
  return (
    <div className={styles.verify}>
      <Loaded from={read}>
        {({ chains, events, faultCount, faults }) =>
          faultCount === 0 ? (
            <Note kind="ok">
              {t('verify.intact', { events: formatCount(events, language), chains: formatCount(chains, language) })}
            </Note>
          ) : (
            <Note kind="danger">
              <p>{t('verify.broken', { count: faultCount })}</p>
              <ul>
                {faults.map(({ subjectType, subjectId, position, fault }) => (
                  <li key={`${subjectId} ${position} ${fault}`}>
                    {t(`verify.${fault}`, { subject: t(`subjects.${subjectType}`), id: subjectId, position })}
                  </li>
                ))}
              </ul>
            </Note>
          )
        }
      </Loaded>
    </div>
  )
}
