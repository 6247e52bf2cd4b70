import { Popover } from '@mantine/core'
import type { ReactNode } from 'react'

/** What a button opens beneath itself; with `PopoverButton` around it. */
export function PopoverBox({ button, children }: { button: ReactNode; children: ReactNode }) {
  return (
    <Popover position="bottom-end" shadow="lg" trapFocus>
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown>{children}</Popover.Dropdown>
    </Popover>
  )
}
