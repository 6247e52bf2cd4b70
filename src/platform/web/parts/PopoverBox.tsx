import { Popover } from '@mantine/core'
import type { ReactNode } from 'react'
import { Library } from './Library.tsx'

interface Props {
  button: ReactNode
  position: 'bottom-start' | 'bottom-end'
  opened: boolean
  onChange: (opened: boolean) => void
  children: ReactNode
}

/** What a button opens beneath itself; with `PopoverButton` around it. */
export function PopoverBox({ button, position, opened, onChange, children }: Props) {
  return (
    <Library>
      <Popover position={position} shadow="lg" trapFocus opened={opened} onChange={onChange}>
        <Popover.Target>{button}</Popover.Target>
        <Popover.Dropdown>{children}</Popover.Dropdown>
      </Popover>
    </Library>
  )
}
