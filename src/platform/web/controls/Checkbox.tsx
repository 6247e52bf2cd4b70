import type { ComponentPropsWithRef } from 'react'
import { type BoxProps, FieldNotes, useBox } from './FieldBox.tsx'

interface Own extends BoxProps {
  /** Some of what it stands for is chosen. */
  indeterminate?: boolean
}
type Props = Own & Omit<ComponentPropsWithRef<'input'>, keyof Own>

/** A box to tick. */
export function Checkbox(props: Props) {
  const { label, description, error, announced: _, className, indeterminate = false, ...rest } = props
  const given = useBox(props)
  return (
    <div className={className ? `check ${className}` : 'check'}>
      <input
        {...rest}
        {...given}
        type="checkbox"
        ref={(box) => {
          if (box) box.indeterminate = indeterminate
        }}
      />
      {(label || description || error) && (
        <div className="check-words">
          {label && <label htmlFor={given.id}>{label}</label>}
          <FieldNotes id={given.id} description={description} error={error} />
        </div>
      )}
    </div>
  )
}
