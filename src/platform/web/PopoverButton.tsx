import { Button } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useState } from 'react'

const PopoverBox = lazy(() => import('./PopoverBox.tsx').then((m) => ({ default: m.PopoverBox })))

interface Props {
  icon: ReactNode
  label: ReactNode
  children: ReactNode
}

/**
 * A small button that opens something beneath itself. It stands there at once; what it opens with comes after,
 * and a press that came before it is kept.
 */
export function PopoverButton({ icon, label, children }: Props) {
  const [opened, setOpened] = useState(false)
  const button = (
    <Button size="sm" leftSection={icon} aria-haspopup="dialog" onClick={() => setOpened(!opened)}>
      {label}
    </Button>
  )
  return (
    <Suspense fallback={button}>
      <PopoverBox button={button} opened={opened} onChange={setOpened}>
        {children}
      </PopoverBox>
    </Suspense>
  )
}
