import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Button } from '#platform/web/controls/Button.tsx'
import styles from './PopoverButton.module.css'
import { useDropdown } from './use-dropdown.ts'

interface Props {
  icon?: ReactNode
  label: ReactNode
  /** A filter says by an arrow behind its words that it opens, and opens where the words begin. */
  filter?: string
  children: ReactNode
}

/** How much of the window's edge stays free. */
const EDGE_PX = 8

/** Moves what has opened sideways until the window holds it, and scrolls until it is seen. */
function fitInto(box: HTMLElement): void {
  const { left, right } = box.getBoundingClientRect()
  const over = Math.max(0, right - (document.documentElement.clientWidth - EDGE_PX))
  const under = Math.max(0, EDGE_PX - left)
  if (over || under) box.style.translate = `${under - over}px 0`
  box.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** A small button that opens something beneath itself; on a phone at the foot of the screen. */
export function PopoverButton({ icon, label, filter, children }: Props) {
  const { opened, id, place, button } = useDropdown({ staysWithoutFocus: true })
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (opened && box.current) fitInto(box.current)
  }, [opened])
  const isFilter = filter !== undefined
  const look = isFilter
    ? { className: filter, rightSection: <IconChevronDown size={16} aria-hidden="true" /> }
    : { size: 'sm' as const, leftSection: icon }
  return (
    <div className={styles.place} {...place}>
      <Button {...look} {...button}>
        {label}
      </Button>
      {opened && (
        <div id={id} ref={box} className={styles.box} data-from={isFilter ? 'start' : 'end'}>
          {children}
        </div>
      )}
    </div>
  )
}
