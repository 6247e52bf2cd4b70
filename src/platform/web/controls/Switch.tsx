import type { ComponentPropsWithRef } from 'react'
import { type BoxProps, FieldNotes, useBox } from './FieldBox.tsx'

export type SwitchProps = BoxProps & Omit<ComponentPropsWithRef<'input'>, keyof BoxProps>

/** Turns something on and off at once. */
export function Switch(props: SwitchProps) {
  const { label, description, error, announced: _, className, ...rest } = props
  const given = useBox(props)
  return (
    <div className={className ? `check ${className}` : 'check'}>
      <input {...rest} {...given} type="checkbox" role="switch" aria-checked={rest.checked} />
      <div className="check-words">
        {label && <label htmlFor={given.id}>{label}</label>}
        <FieldNotes id={given.id} description={description} error={error} />
      </div>
    </div>
  )
}
