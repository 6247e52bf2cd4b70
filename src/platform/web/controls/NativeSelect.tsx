import type { ComponentPropsWithRef } from 'react'
import { type BoxProps, FieldBox, useBox } from './FieldBox.tsx'

export interface Option {
  readonly value: string
  readonly label: string
  readonly disabled?: boolean
}

interface Own extends BoxProps {
  size?: 'sm' | 'md'
  data: readonly (Option | string)[]
}
type Props = Own & Omit<ComponentPropsWithRef<'select'>, keyof Own>

const chevron = (
  <svg
    viewBox="0 0 15 15"
    width="18"
    height="18"
    fill="none"
    stroke="currentColor"
    strokeLinecap="round"
    aria-hidden="true"
  >
    <path d="m5.2 5.7 2.3-2.3 2.3 2.3m0 3.6-2.3 2.3-2.3-2.3" />
  </svg>
)

/** A choice of few, in the browser's own list. */
export function NativeSelect(props: Props) {
  const { label, description, error, announced: _, className, size, data, ...rest } = props
  const given = useBox(props)
  const options = data.map((one) => (typeof one === 'string' ? { value: one, label: one } : one))
  return (
    <FieldBox {...{ label, description, error, className, given }} end={chevron}>
      <select {...rest} {...given} className="input" data-size={size ?? 'md'}>
        {options.map(({ value, label: name, disabled }: Option) => (
          <option key={value} value={value} disabled={disabled}>
            {name}
          </option>
        ))}
      </select>
    </FieldBox>
  )
}
