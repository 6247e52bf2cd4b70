import { Popover } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  button: ReactNode
  opened: boolean
  onChange: (opened: boolean) => void
  children: ReactNode
}

/** What a button opens beneath itself; with `PopoverButton` around it. */
export function PopoverBox({ button, opened, onChange, children }: Props) {
  return (
    <Popover position="bottom-end" shadow="lg" trapFocus opened={opened} onChange={onChange}>
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown>{children}</Popover.Dropdown>
    </Popover>
  )
}
