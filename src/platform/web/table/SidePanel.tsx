import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react'
import { CloseButton } from '#platform/web/controls/CloseButton.tsx'
import { noTabs, TabsContext } from '#platform/web/controls/tabs-context.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { Dialog } from '../dialogs/Dialog.tsx'
import { useEscape } from '../dialogs/use-escape.ts'
import styles from './SidePanel.module.css'

interface Props {
  title: ReactNode
  /** One line above the title: number, company. */
  above?: ReactNode
  close: () => void
  children: ReactNode
}

/** The least height of a panel that has so much to show, as its style says it too. */
const ROOM_PX = 480
const MARGIN_PX = 16
/** The page header stays above the panel. */
const HEADER_PX = 80

/** Scrolls the page on so far that a panel opened low in the window has its buttons in view. */
function giveRoom(panel: HTMLElement) {
  const { top } = panel.getBoundingClientRect()
  const missing = Math.min(top + ROOM_PX + MARGIN_PX - window.innerHeight, top - HEADER_PX)
  if (missing > 0) window.scrollBy({ top: missing })
}

/** Ends the panel where the window does, wherever the page has been scrolled to, so that its buttons are in view. */
function useHeightOfWindow(panel: RefObject<HTMLElement | null>, isOn: boolean | undefined) {
  useLayoutEffect(() => {
    if (!isOn) return
    const measure = () => {
      const top = Math.max(panel.current?.getBoundingClientRect().top ?? 0, 0)
      panel.current?.style.setProperty('--panel-top', `${Math.round(top)}px`)
    }
    if (panel.current) giveRoom(panel.current)
    measure()
    const signs = ['scroll', 'resize'] as const
    for (const sign of signs) window.addEventListener(sign, measure, { passive: true })
    return () => {
      for (const sign of signs) window.removeEventListener(sign, measure)
    }
  }, [panel, isOn])
}

/** What a chosen row holds: beside the list on wide screens, a full-height drawer below 1200 px. */
export function SidePanel({ title, above, close, children }: Props) {
  const t = useTexts()
  const id = useId()
  const panel = useRef<HTMLElement>(null)
  const beside = useMediaQuery('(min-width: 1200px)', undefined, { getInitialValueInEffect: false })
  useEscape(beside === true, close)
  useHeightOfWindow(panel, beside)
  if (!beside) {
    return (
      <Dialog opened drawer close={close} title={title}>
        {above && <p className={`xs muted ${styles.above}`}>{above}</p>}
        <div className={styles.body}>{children}</div>
      </Dialog>
    )
  }
  return (
    <aside ref={panel} className={`card ${styles.panel}`} aria-labelledby={id}>
      <div className={styles.head}>
        <div>
          {above && <p className="xs muted">{above}</p>}
          <h2 id={id}>{title}</h2>
        </div>
        <CloseButton aria-label={t('actions.close')} onClick={close} />
      </div>
      <div className={styles.body}>
        <TabsContext value={noTabs}>{children}</TabsContext>
      </div>
    </aside>
  )
}
