import type { ComponentPropsWithRef, ReactNode } from 'react'
import { type BoxProps, FieldBox, useBox } from './FieldBox.tsx'

interface Own extends BoxProps {
  size?: 'sm' | 'md'
  /** A picture inside at the start. */
  start?: ReactNode
  /** What stands inside at the end: a unit, or something to press. */
  end?: ReactNode
  isEndLive?: boolean
  /** Figures stand at the end of their line. */
  isFigure?: boolean
}
export type TextInputProps = Own & Omit<ComponentPropsWithRef<'input'>, keyof Own>

/** A line of text to type. */
export function TextInput(props: TextInputProps) {
  const { label, description, error, announced, className, size, start, end, isEndLive, isFigure, ...rest } = props
  const given = useBox(props)
  const box = { label, description, error, className, start, end, given }
  return (
    <FieldBox {...box} announced={announced ?? false} isEndLive={isEndLive ?? false}>
      <input
        type="text"
        {...rest}
        {...given}
        className="input"
        data-size={size ?? 'md'}
        data-figure={isFigure || undefined}
      />
    </FieldBox>
  )
}
