import type { ComponentPropsWithRef } from 'react'
import { type BoxProps, FieldBox, useBox } from './FieldBox.tsx'

type Props = BoxProps & Omit<ComponentPropsWithRef<'textarea'>, keyof BoxProps>

/** Several lines of text to type. */
export function Textarea(props: Props) {
  const { label, description, error, announced: _, className, ...rest } = props
  const given = useBox(props)
  return (
    <FieldBox {...{ label, description, error, className, given }}>
      <textarea {...rest} {...given} className="input" data-size="md" />
    </FieldBox>
  )
}
