import type { ReplyOf } from '#platform/contract/contract.ts'
import { formatDay } from '#platform/values/days.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { PageHead } from '#platform/web/parts/PageHead.tsx'
import { StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { useAddressState } from '#platform/web/router/address-state.ts'
import { Instant } from '#platform/web/table/Amounts.tsx'
import { DataTable } from '#platform/web/table/DataTable.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { incomingSources, intake } from '../contract.ts'
import { AsideCard } from './AsideCard.tsx'
import styles from './Intake.module.css'

type IntakeFile = ReplyOf<typeof intake.files>['items'][number]

/** So many of what waits stand on the page; the rest follows as these are decided. */
const SHOWN = 50

/** /admin/saapuneet: what came in today, what was put aside, and what was refused. */
export function IntakePage() {
  const t = useTexts('intake')
  const summary = useApi(intake.summary, {})
  const { taken = 0, aside = 0, refused = 0, day } = summary.data ?? {}
  const today = day ? t('today', { day: formatDay(day) }) : ''
  return (
    <div className="stack-lg">
      <PageHead
        title={`${t('taken', { count: taken })}, ${t('waiting', { count: aside })}`}
        tabTitle={t('title')}
        lead={`${today} ${t('refused', { count: refused })}`}
      />
      <PutAside />
      <section className="stack-md">
        <h2>{t('files.title')}</h2>
        <Files />
      </section>
    </div>
  )
}

/** What waits for somebody; what a link opens stands first, wherever in the list it is. */
function PutAside() {
  const t = useTexts('intake')
  const [{ open }] = useAddressState()
  const asides = useApi(intake.asides, { query: { state: 'OPEN', limit: SHOWN } })
  const linked = useApi(intake.asides, { query: { id: open ?? '' }, enabled: Boolean(open) })
  return (
    <Loaded from={asides}>
      {({ items, total }) => {
        const first = linked.data?.items.filter(({ state }) => state === 'OPEN') ?? []
        const shown = [...first, ...items.filter(({ id }) => id !== first[0]?.id)]
        if (shown.length === 0) return null
        return (
          <section className="stack-md" aria-labelledby="put-aside">
            <div className={styles.head}>
              <h2 id="put-aside">{t('aside.title')}</h2>
              <p className="sm t2">{t('aside.lead')}</p>
            </div>
            <ul className={styles.list}>
              {shown.map((one) => (
                <AsideCard key={`${one.id}${one.version}`} aside={one} isFirst={open === one.id} />
              ))}
            </ul>
            {total > shown.length && <p className="t2">{t('aside.more', { count: total - shown.length })}</p>}
          </section>
        )
      }}
    </Loaded>
  )
}

function Files() {
  const t = useTexts('intake')
  return (
    <DataTable
      from={intake.files}
      label={t('files.title')}
      density="dense"
      rowKey={(row) => row.id}
      filters={[
        {
          name: 'source',
          label: t('files.source'),
          options: incomingSources.map((value) => ({ value, label: t(`sources.${value}`) })),
        },
        {
          name: 'refused',
          label: t('files.state'),
          options: [
            { value: 'true', label: t('states.REFUSED') },
            { value: 'false', label: t('states.READ') },
          ],
        },
        { name: 'day', kind: 'day', label: t('files.day') },
      ]}
      columns={[
        { key: 'name', title: t('files.name'), cell: (row) => row.name },
        { key: 'source', inName: true, title: t('files.source'), cell: (row) => t(`sources.${row.source}`) },
        { key: 'by', title: t('files.by'), cell: (row) => row.broughtBy ?? t('files.folder'), choice: true },
        {
          key: 'at',
          sort: 'createdAt',
          inName: true,
          title: t('files.at'),
          cell: (row) => <Instant at={row.createdAt} />,
        },
        { key: 'taken', title: t('files.taken'), cell: (row) => row.taken, align: 'right' },
        { key: 'aside', title: t('files.aside'), cell: (row) => row.aside, align: 'right' },
        { key: 'known', title: t('files.known'), cell: (row) => row.known, align: 'right', choice: true },
        { key: 'skipped', title: t('files.skipped'), cell: (row) => row.skipped, align: 'right', choice: true },
        { key: 'state', title: t('files.state'), cell: (row) => <State row={row} /> },
      ]}
      empty={{ text: t('files.empty') }}
    />
  )
}

function State({ row }: { row: IntakeFile }) {
  const t = useTexts('intake')
  if (row.refusedFor)
    return (
      <>
        <StatusPill holder="trouble">{t('states.REFUSED')}</StatusPill>
        <small className={styles.why}>
          {t(`refusals.${row.refusedFor}`)} {t('aside.line', { line: row.refusedLine ?? 1 })}
        </small>
      </>
    )
  return row.aside > 0 ? (
    <StatusPill holder="staff">{t('states.WAITS')}</StatusPill>
  ) : (
    <StatusPill holder="running">{t('states.DONE')}</StatusPill>
  )
}
