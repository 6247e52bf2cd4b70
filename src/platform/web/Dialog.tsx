import { Drawer, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './Dialog.module.css'
import { useTexts } from './i18n.ts'

interface Props {
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
 * would be a second banner on the page.
 */
export function Dialog({ opened, close, title, drawer = false, size, children }: Props) {
  const t = useTexts()
  const Parts = drawer ? Drawer : Modal
  return (
    <Parts.Root opened={opened} onClose={close} {...(size ? { size } : {})}>
      <Parts.Overlay color="var(--overlay)" backgroundOpacity={1} />
      <Parts.Content>
        <div className={styles.head}>
          <Parts.Title>{title}</Parts.Title>
          <Parts.CloseButton aria-label={t('actions.close')} />
        </div>
        <Parts.Body>{children}</Parts.Body>
      </Parts.Content>
    </Parts.Root>
  )
}
