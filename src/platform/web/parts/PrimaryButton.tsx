import type { ElementType } from 'react'
import { Button, type ButtonProps } from '#platform/web/controls/Button.tsx'

/** The one orange act of a view; its text names the act and its object. `component={Link}` or `"a"` makes it a link. */
export function PrimaryButton<As extends ElementType = 'button'>(props: ButtonProps<As>) {
  return <Button {...(props as ButtonProps)} data-act="primary" />
}

/** A red outline: it leads to a confirmation and destroys nothing by itself. */
export function DangerButton<As extends ElementType = 'button'>(props: ButtonProps<As>) {
  return <Button {...(props as ButtonProps)} data-act="danger" />
}
