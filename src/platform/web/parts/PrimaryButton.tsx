import { Button, type ButtonProps, createPolymorphicComponent } from '@mantine/core'
import type { ReactNode, Ref } from 'react'

interface Props extends ButtonProps {
  children: ReactNode
  ref?: Ref<HTMLButtonElement>
}

/** The one orange act of a view; its text names the act and its object. `component={Link}` or `"a"` makes it a link. */
export const PrimaryButton = createPolymorphicComponent<'button', Props>(({ children, ...rest }: Props) => (
  <Button {...rest} data-act="primary">
    {children}
  </Button>
))

/** A red outline: it leads to a confirmation and destroys nothing by itself. */
export const DangerButton = createPolymorphicComponent<'button', Props>(({ children, ...rest }: Props) => (
  <Button {...rest} data-act="danger">
    {children}
  </Button>
))
