import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { finder } from '#features/operations/finder/contract.ts'
import { useApi } from '#platform/web/api/api.ts'
import { TextInput } from '#platform/web/controls/TextInput.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { navigate } from '#platform/web/router/history.ts'
import { Link } from '#platform/web/router/Link.tsx'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { actionsOf } from './actions.ts'
import { type Entry, entriesOf, type PageEntry, stepTo } from './entries.ts'
import styles from './Finder.module.css'

const DEBOUNCE_MS = 200
/** A dialog hands the focus back as it goes. */
const AFTER_CLOSING_MS = 250

interface LineProps {
  entry: Entry
  id: string
  isCurrent: boolean
  close: () => void
}

/** Takes an act or goes to a page, once the dialog has given the page back. */
function take({ to, press }: Entry, close: () => void) {
  close()
  if (press) setTimeout(press, AFTER_CLOSING_MS)
  else navigate(to)
}

function Line({ entry, id, isCurrent, close }: LineProps) {
  const t = useTexts('finder')
  const { found, press } = entry
  if (press)
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox above hears the keys of its options.
      <div
        id={id}
        role="option"
        tabIndex={-1}
        aria-selected={isCurrent}
        className={styles.line}
        onClick={() => take(entry, close)}
      >
        <span className={styles.title}>{entry.title}</span>
      </div>
    )
  return (
    <Link
      id={id}
      role="option"
      aria-selected={isCurrent}
      className={styles.line}
      to={entry.to}
      tabIndex={-1}
      onClick={close}
    >
      <span className={styles.title}>
        {entry.group === 'PAGE' ? t('go', { page: entry.title }) : entry.title}
        {found?.detail && <small>{found.detail}</small>}
      </span>
      <span className={styles.facts}>
        {found && found.amount !== null && <Money euros={found.amount} />}
        {found?.day && <Day day={found.day} />}
      </span>
    </Link>
  )
}

interface LinesProps {
  entries: readonly Entry[]
  at: number
  id: string
  more: readonly string[]
  close: () => void
}

/** The lines under the headings of their kinds. */
function Lines({ entries, at, id, more, close }: LinesProps) {
  const t = useTexts('finder')
  const groups = [...Map.groupBy(entries, ({ group }) => group)]
  return (
    <div id={id} role="listbox" aria-label={t('results')} className={styles.lines}>
      {groups.map(([group, lines]) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options in a list box.
        <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
          <p id={`${id}-${group}`} className={styles.kind}>
            {t(`kinds.${group}`)}
            {more.includes(group) && <span> · {t('more')}</span>}
          </p>
          {lines.map((entry) => {
            const place = entries.indexOf(entry)
            return <Line key={entry.to} entry={entry} id={`${id}-${place}`} isCurrent={place === at} close={close} />
          })}
        </div>
      ))}
    </div>
  )
}

/** The search itself: what is typed, and what it finds. */
function Search({ pages, close }: { pages: readonly PageEntry[]; close: () => void }) {
  const t = useTexts('finder')
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const id = useId()
  const [asked] = useDebouncedValue(typed.trim(), DEBOUNCE_MS)
  const isAsked = asked.length >= 2
  const { data, isFetching } = useApi(finder.find, { query: { search: asked }, enabled: isAsked, keepPrevious: true })
  const known = isAsked && typed.trim().length >= 2 ? data : undefined
  const [actions] = useState(() => actionsOf(document, t('actions.close')))
  const entries = entriesOf(typed, pages, known?.found ?? [], actions)
  const isSettled = isAsked && asked === typed.trim() && !isFetching
  // Newer browsers answer a promise, which an effect must not hand back.
  useEffect(() => {
    void document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, at])
  const onKeyDown = (event: KeyboardEvent) => {
    const next = stepTo(event.key, at, entries.length)
    const chosen = entries[at]
    if (next !== undefined) setAt(next)
    else if (event.key === 'Enter' && chosen) take(chosen, close)
    else return
    event.preventDefault()
  }
  const kinds = (known?.kinds ?? []).map((kind) => t(`kinds.${kind}`).toLowerCase()).join(', ')
  const isNothing = isSettled && known?.found.length === 0
  return (
    <div className={styles.finder}>
      <TextInput
        type="search"
        role="combobox"
        data-autofocus
        autoComplete="off"
        aria-label={t('field')}
        aria-expanded={entries.length > 0}
        aria-controls={id}
        aria-activedescendant={entries.length > 0 ? `${id}-${at}` : undefined}
        placeholder={t('field')}
        start={<IconSearch size={18} stroke={1.75} aria-hidden="true" />}
        value={typed}
        maxLength={100}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <p className={styles.state} role="status">
        {isNothing
          ? t('nothing', { search: asked, kinds })
          : isSettled
            ? t('count', { count: known?.found.length ?? 0 })
            : t('hint')}
      </p>
      <Lines entries={entries} at={at} id={id} more={known?.more ?? []} close={close} />
    </div>
  )
}

/** One search over every identifier and every page. */
export function Finder({ opened, pages, close }: { opened: boolean; pages: readonly PageEntry[]; close: () => void }) {
  const t = useTexts('finder')
  return (
    <Dialog opened={opened} close={close} title={t('title')} size="40rem">
      <Search pages={pages} close={close} />
    </Dialog>
  )
}
