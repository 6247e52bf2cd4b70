import { IconBookmark } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { type ListView, listViews } from '#features/operations/list-views/contract.ts'
import { stringifySearch } from '#platform/contract/pages.ts'
import { useApi, useApiAction } from '#platform/web/api/api.ts'
import { queries } from '#platform/web/api/queries.ts'
import { serviceNow } from '#platform/web/api/service-clock.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { NativeSelect } from '#platform/web/controls/NativeSelect.tsx'
import { PopoverButton } from '#platform/web/dialogs/PopoverButton.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { navigate } from '#platform/web/router/history.ts'
import { parseSearch, useSearch } from '#platform/web/router/location.ts'
import type { ListToolsProps } from '#platform/web/shell/OptionalBoundary.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { pageSizes, rememberSize } from '#platform/web/table/page-size.ts'
import { Removal } from '#platform/web/table/Removal.tsx'
import { formatMoment } from '#platform/web/words/formats.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { ListFile } from './ListFile.tsx'
import styles from './SavedViews.module.css'

/** Of a list's address what a view keeps: all but the page and the open row. */
const keptOf = (search: string) => stringifySearch({ ...parseSearch(search), page: null, open: null })

/** The saved views of a list, and word of what somebody else has changed in it since it was read. */
export function SavedViews({ list, ids, open, readAt, size, setSize, sheet }: ListToolsProps) {
  const may = useMay()('admin:access')
  return (
    <>
      <div className={styles.tools} data-tool>
        {size !== undefined && <Size list={list} size={size} setSize={setSize} />}
        {may && <Views list={list} />}
        {sheet && ids.length > 0 && <ListFile sheet={sheet} />}
      </div>
      {may && ids.length > 0 && <Changed key={readAt} ids={ids} open={open} readAt={readAt} />}
    </>
  )
}

/** How many rows a page has, remembered for the list. */
function Size({ list, size, setSize }: { list: string; size: number; setSize: (size: number) => void }) {
  const t = useTexts('list-views')
  return (
    <NativeSelect
      aria-label={t('size')}
      className={styles.size ?? ''}
      value={String(size)}
      onChange={({ currentTarget: { value } }) => {
        rememberSize(list, Number(value))
        setSize(Number(value))
      }}
      data={[...new Set([size, ...pageSizes])]
        .toSorted((a, b) => a - b)
        .map((count) => ({ value: String(count), label: t('sizeOf', { count }) }))}
    />
  )
}

function Views({ list }: { list: string }) {
  const t = useTexts('list-views')
  return (
    <PopoverButton icon={<IconBookmark size={16} stroke={1.75} aria-hidden="true" />} label={t('title')}>
      <OpenViews list={list} />
    </PopoverButton>
  )
}

function OpenViews({ list }: { list: string }) {
  const t = useTexts('list-views')
  const { data } = useApi(listViews.list, { query: { list } })
  const [made, setMade] = useState(0)
  useSearch()
  const search = keptOf(window.location.search)
  const views = data?.items ?? []
  const part = (title: string, rows: readonly ListView[]) =>
    rows.length > 0 && (
      <section className="stack-sm">
        <h2 className={styles.title}>{title}</h2>
        <ul className="plain stack-sm">
          {rows.map((view) => (
            <li key={view.viewId}>
              <OneView view={view} search={search} />
            </li>
          ))}
        </ul>
      </section>
    )
  return (
    <div className={`stack-md ${styles.views}`}>
      {data && views.length === 0 && <p className="sm t2">{t('none')}</p>}
      {part(
        t('own'),
        views.filter(({ isOwn }) => isOwn),
      )}
      {part(
        t('shared'),
        views.filter(({ isOwn }) => !isOwn),
      )}
      <Form
        key={made}
        endpoint={listViews.create}
        initial={{ name: '', isShared: false }}
        also={{ list, search }}
        submit={t('submit')}
        plain
        unguarded
        refresh={[listViews.list]}
        onDone={({ name }) => {
          setMade(made + 1)
          showDone(t('saved', { name }))
        }}
      >
        <h2 className={styles.title}>{t('save')}</h2>
        <Field name="name" label={t('name')} autoComplete="off" />
        <Field name="isShared" kind="checkbox" label={t('share')} />
      </Form>
    </div>
  )
}

function OneView({ view, search }: { view: ListView; search: string }) {
  const t = useTexts('list-views')
  const { viewId, name, version, isShared, isOwn, owner } = view
  const isNow = view.search === search
  const change = useApiAction(listViews.update, { refresh: [listViews.list] })
  const remove = useApiAction(listViews.remove, {
    refresh: [listViews.list],
    onSuccess: () => showDone(t('removed', { name })),
  })
  const params = { viewId }
  const replacement = useApiAction(listViews.update, {
    refresh: [listViews.list],
    onSuccess: () => showDone(t('replaced', { name })),
  })
  const replace = () => replacement.mutate({ params, body: { search, version } })
  return (
    <>
      <Button
        variant="subtle"
        aria-current={isNow ? 'true' : undefined}
        onClick={() => navigate(window.location.pathname + view.search)}
      >
        {name}
      </Button>
      {!isOwn && <span className="sm t2">{owner}</span>}
      {isOwn && (
        <span className={styles.actions}>
          {!isNow && (
            <Button size="sm" onClick={replace}>
              {t('replace')}
            </Button>
          )}
          <Button size="sm" onClick={() => change.mutate({ params, body: { isShared: !isShared, version } })}>
            {t(isShared ? 'toOwn' : 'toShared')}
          </Button>
          <Removal
            ask={t('remove')}
            title={t('removeTitle', { name })}
            text={t('removeText')}
            remove={() => remove.mutateAsync({ params, query: { version } })}
          />
        </span>
      )}
    </>
  )
}

const LOOK_MS = 30_000

/** Asks twice a minute whether others have changed rows that stand here, and says who and when. */
function Changed({ ids, open, readAt }: Pick<ListToolsProps, 'ids' | 'open' | 'readAt'>) {
  const t = useTexts('list-views')
  const [since, setSince] = useState(() => new Date(readAt - Date.now() + serviceNow().getTime()).toISOString())
  const [seen, setSeen] = useState<ReadonlyMap<string, { by: string; at: string }>>(new Map())
  const { data } = useApi(listViews.changes, {
    query: { ids: ids.join(','), since },
    refetchIntervalMs: LOOK_MS,
    staleMs: LOOK_MS,
    keepPrevious: true,
  })
  useEffect(() => {
    if (!data || data.changes.length === 0) return
    setSeen((now) => new Map([...now, ...data.changes.map((one) => [one.id, one] as const)]))
    setSince(data.at)
  }, [data])
  const last = [...seen.values()].toSorted((a, b) => b.at.localeCompare(a.at))[0]
  if (!last) return null
  const ofRow = open ? seen.get(open) : undefined
  const { by, at } = ofRow ?? last
  const key = ofRow ? 'changedRow' : 'changedList'
  return (
    <p className={styles.changed} role="status">
      <span>{t(key, { name: by, at: formatMoment(at), count: seen.size })}</span>
      <Button size="sm" onClick={() => void queries.invalidateQueries()}>
        {t('renew')}
      </Button>
    </p>
  )
}
