import { useState } from 'react'
import { eventLog } from '#features/operations/event-log/contract.ts'
import { subjectTypes } from '#features/operations/event-log/rules.ts'
import { companyChoices } from '#features/people/companies/options.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { useAddressState } from '#platform/web/router/address-state.ts'
import { Instant } from '#platform/web/table/Amounts.tsx'
import type { Column } from '#platform/web/table/DataTable.tsx'
import { Register } from '#platform/web/table/Register.tsx'
import { useChoices } from '#platform/web/table/use-choices.ts'
import { formatCount, formatDayIn } from '#platform/web/words/formats.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import { EventPanel } from './EventPanel.tsx'
import styles from './EventsPage.module.css'
import { asTitle, type Event, useSubjectWords, useSummary } from './event-words.ts'
import { shownTypes } from './shown-types.ts'

function useColumns(): Column<Event>[] {
  const t = useTexts('event-log')
  const subjectOf = useSubjectWords()
  const summaryOf = useSummary()
  return [
    { key: 'what', title: t('columns.what'), cell: (row) => asTitle(t(`types.${row.type}`)) },
    { key: 'subject', inName: true, title: t('columns.subject'), cell: subjectOf },
    { key: 'change', inName: true, title: t('columns.change'), cell: summaryOf },
    { key: 'who', title: t('columns.who'), cell: (row) => row.actorName ?? t(`actors.${row.actor}`), choice: true },
    { key: 'at', sort: 'at', inName: true, title: t('columns.at'), cell: (row) => <Instant at={row.at} /> },
    { key: 'order', title: t('columns.order'), cell: (row) => row.orderNumber ?? '–', choice: 'hidden' },
    { key: 'company', title: t('columns.company'), cell: (row) => row.companyName ?? '–', choice: true },
  ]
}

/** The event log with its filters, and the proof that nothing in it was changed. */
export function EventsPage() {
  const t = useTexts('event-log')
  const may = useMay()
  const columns = useColumns()
  const companyOptions = useChoices(...companyChoices)
  const [at, setAt] = useAddressState()
  // A place leads here for all that has happened in it.
  const of = at.userId ? { userId: at.userId } : at.registerId ? { registerId: at.registerId } : {}
  return (
    <Register
      title={t('title')}
      lead={t('lead')}
      above={may('event-log:verify-export') && <Verify />}
      from={eventLog.list}
      query={of}
      moreNames={['userId', 'registerId']}
      moreFilters={
        (at.userId || at.registerId) && (
          <Button onClick={() => setAt({ userId: null, registerId: null, page: null })}>{t('everything')}</Button>
        )
      }
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
          options: companyOptions,
        },
        ...(['from', 'to'] as const).map((name) => ({ name, kind: 'day' as const, label: t(`filters.${name}`) })),
      ]}
      columns={columns}
      panel={{
        title: (row) => asTitle(t(`types.${row.type}`)),
        above: (row) => row.companyName,
        content: (row) => <EventPanel event={row} />,
      }}
      empty={{ text: t('empty') }}
    />
  )
}

function Verify() {
  const t = useTexts('event-log')
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
        {({ known, ...found }) => (
          <>
            <Found {...found} />
            {known.length > 0 && <Known breaks={known} />}
          </>
        )}
      </Loaded>
    </div>
  )
}

type Verified = ReplyOf<typeof eventLog.verify>

function usePlace() {
  const t = useTexts('event-log')
  return ({ subjectType, subjectId, position, fault }: Verified['faults'][number]) =>
    t(`verify.${fault}`, { subject: t(`subjects.${subjectType}`), id: subjectId, position })
}

function Found({ chains, events, files, faultCount, faults }: Omit<Verified, 'known' | 'knownCount'>) {
  const t = useTexts('event-log')
  const language = useLanguage()
  const placeOf = usePlace()
  return faultCount === 0 ? (
    <Note kind="ok">
      {t('verify.intact', {
        events: formatCount(events, language),
        chains: formatCount(chains, language),
        files: formatCount(files, language),
      })}
    </Note>
  ) : (
    <Note kind="danger">
      <p>{t('verify.broken', { count: faultCount })}</p>
      <ul>
        {faults.map((one) => (
          <li key={`${one.subjectId} ${one.position} ${one.fault}`}>{placeOf(one)}</li>
        ))}
      </ul>
    </Note>
  )
}

/** Breaks that stay in the log and that somebody has answered for. */
function Known({ breaks }: { breaks: Verified['known'] }) {
  const t = useTexts('event-log')
  const language = useLanguage()
  const placeOf = usePlace()
  return (
    <Note kind="info">
      <p>{t('verify.known')}</p>
      <ul>
        {breaks.map((one) => (
          <li key={`${one.subjectId} ${one.position} ${one.fault}`}>
            {t('verify.acceptedBy', {
              place: placeOf(one),
              by: one.acceptedBy,
              day: formatDayIn(helsinkiDay(new Date(one.acceptedAt)), language),
              reason: one.reason,
            })}
          </li>
        ))}
      </ul>
    </Note>
  )
}
