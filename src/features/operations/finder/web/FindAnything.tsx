import { lazy, useEffect, useState } from 'react'
import { OptionalBoundary } from '#platform/web/shell/OptionalBoundary.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import type { PageEntry } from './entries.ts'

const Finder = lazy(() => import('./Finder.tsx').then((m) => ({ default: m.Finder })))
const KeyList = lazy(() => import('./KeyList.tsx').then((m) => ({ default: m.KeyList })))

/** Whether a key without others was pressed where text is written, or over a dialog. */
const isWritten = ({ target }: KeyboardEvent) =>
  (target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"]') !== null) ||
  document.querySelector('[role="dialog"]') !== null

/** The way to the search over everything, by Ctrl+K as well; `?` shows the keys. */
export function FindAnything({ pages }: { pages: readonly PageEntry[] }) {
  const t = useTexts()
  const [shown, setShown] = useState<'find' | 'keys' | null>(null)
  const close = () => setShown(null)
  useEffect(() => {
    const heard = (event: KeyboardEvent) => {
      const isFind = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k'
      const isHelp = event.key === '?' && !isWritten(event)
      if (event.defaultPrevented || (!isFind && !isHelp)) return
      event.preventDefault()
      setShown(isFind ? 'find' : 'keys')
    }
    window.addEventListener('keydown', heard)
    return () => window.removeEventListener('keydown', heard)
  }, [])
  return (
    <>
      <button type="button" onClick={() => setShown('find')}>
        {t('rail.find')}
        <kbd>Ctrl K</kbd>
      </button>
      <OptionalBoundary>
        {shown === 'find' && <Finder opened pages={pages} close={close} />}
        {shown === 'keys' && <KeyList opened close={close} />}
      </OptionalBoundary>
    </>
  )
}
