import { Button } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'

const PopoverBox = lazy(() => import('./PopoverBox.tsx').then((m) => ({ default: m.PopoverBox })))

interface Props {
  icon: ReactNode
  label: ReactNode
  children: ReactNode
}

/** A small button that opens something beneath itself. It stands there at once; what it opens with comes after. */
export function PopoverButton({ icon, label, children }: Props) {
  const button = (
    <Button size="sm" leftSection={icon}>
      {label}
    </Button>
  )
  return (
    <Suspense fallback={button}>
      <PopoverBox button={button}>{children}</PopoverBox>
    </Suspense>
  )
}
