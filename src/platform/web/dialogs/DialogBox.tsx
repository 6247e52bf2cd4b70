import { Drawer, Modal } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { noTabs, TabsContext } from '#platform/web/controls/tabs-context.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { Library } from '../parts/Library.tsx'
import styles from './Dialog.module.css'
import { useEscape } from './use-escape.ts'

export interface DialogProps {
  opened: boolean
  close: () => void
  title: ReactNode
  /** A full-height drawer from the right instead of a box in the middle. */
  drawer?: boolean
  /** Mantine's size or a CSS length. */
  size?: string
  children: ReactNode
}

/**
 * A dialog or drawer over the page. Its parts are put together here because Mantine's own head is a `<header>`, which
 * would be a second banner on the page. The button that closes it comes last, so that the first field has the focus.
 */
export function DialogBox({ opened, close, title, drawer = false, size, children }: DialogProps) {
  const t = useTexts()
  const Parts = drawer ? Drawer : Modal
  // It is mounted closed: what has the focus when it opens gets it back when it closes.
  const [shown, setShown] = useState(false)
  useEffect(() => setShown(opened), [opened])
  useEscape(shown, close)
  return (
    <Library>
      <Parts.Root opened={shown} onClose={close} closeOnEscape={false} {...(size ? { size } : {})}>
        <Parts.Overlay color="var(--overlay)" backgroundOpacity={1} />
        <Parts.Content>
          <Parts.Title className={styles.title ?? ''}>{title}</Parts.Title>
          <Parts.Body>
            <TabsContext value={noTabs}>{children}</TabsContext>
          </Parts.Body>
          <Parts.CloseButton className={styles.close ?? ''} aria-label={t('actions.close')} />
        </Parts.Content>
      </Parts.Root>
    </Library>
  )
}
