import { useId } from 'react'
import type { Option } from './NativeSelect.tsx'
import styles from './SegmentedControl.module.css'

interface Props {
  data: readonly Option[]
  value: string
  onChange: (value: string) => void
  disabled?: boolean
  fullWidth?: boolean
  'aria-label'?: string
}

/** A choice of two or three that stand side by side. */
export function SegmentedControl({ data, value, onChange, disabled, fullWidth, 'aria-label': label }: Props) {
  const name = useId()
  return (
    <div className={styles.segments} role="radiogroup" aria-label={label} data-wide={fullWidth || undefined}>
      {data.map((option) => (
        <label key={option.value} className={styles.segment}>
          <input
            type="radio"
            className="vh"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={disabled || option.disabled}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}
