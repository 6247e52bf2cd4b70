import { IconChevronDown } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Button } from '#platform/web/controls/Button.tsx'

const PopoverBox = lazy(() => import('./PopoverBox.tsx').then((m) => ({ default: m.PopoverBox })))

interface Props {
  icon?: ReactNode
  label: ReactNode
  /** A filter says by an arrow behind its words that it opens, and opens where the words begin. */
  filter?: string
  children: ReactNode
}

/**
 * A small button that opens something beneath itself. It stands there at once; what it opens with comes after,
 * and a press that came before it is kept.
 */
export function PopoverButton({ icon, label, filter, children }: Props) {
  const [opened, setOpened] = useState(false)
  const look =
    filter === undefined
      ? { size: 'sm' as const, leftSection: icon }
      : { className: filter, rightSection: <IconChevronDown size={16} aria-hidden="true" /> }
  const button = (
    <Button {...look} aria-haspopup="dialog" onClick={() => setOpened(!opened)}>
      {label}
    </Button>
  )
  return (
    <Suspense fallback={button}>
      <PopoverBox
        button={button}
        position={filter === undefined ? 'bottom-end' : 'bottom-start'}
        opened={opened}
        onChange={setOpened}
      >
        {children}
      </PopoverBox>
    </Suspense>
  )
}
