import { type ReactNode, useState } from 'react'

interface FieldProps {
  id: string
  label: string
  hint?: string
  error?: string | undefined
  children: (aria: { id: string; 'aria-describedby': string; 'aria-invalid': true | undefined }) => ReactNode
}

/** Label above, hint below, error in its place. */
function Field({ id, label, hint, error, children }: FieldProps) {
  const describes = `${id}-about`
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': describes, 'aria-invalid': error ? true : undefined })}
      <p className={error ? 'err' : 'hint'} id={describes}>
        {error ?? hint}
      </p>
    </div>
  )
}

interface TextProps {
  id: string
  label: string
  value: string
  onChange: (value: string) => void
  unit?: string
  hint?: string
  error?: string | undefined
  numeric?: boolean
}

/** A typed field with its unit inside. */
export function TextField({ id, label, value, onChange, unit, hint, error, numeric = true }: TextProps) {
  return (
    <Field id={id} label={label} error={error} {...(hint ? { hint } : {})}>
      {(aria) => {
        const input = (
          <input
            {...aria}
            className="in"
            inputMode={numeric ? 'decimal' : 'text'}
            autoComplete="off"
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        )
        return unit ? (
          <div className="unit">
            {input}
            <span aria-hidden="true">{unit}</span>
          </div>
        ) : (
          input
        )
      }}
    </Field>
  )
}

interface SearchProps {
  id: string
  label: string
  hint: string
  /** What is said where nothing is chosen. */
  none: string
  /** What is said of a text that is none of the options. */
  unknown: string
  value: string
  onChange: (value: string) => void
  options: readonly string[]
}

/** One of many names, found by typing: a list of hundreds is no choice on a phone. */
export function SearchField({ id, label, hint, none, unknown, value, onChange, options }: SearchProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const find = (text: string) => {
    const wanted = text.trim().toLocaleLowerCase('fi')
    return wanted === '' ? '' : options.find((option) => option.toLocaleLowerCase('fi') === wanted)
  }
  const begins = (text: string) => {
    const wanted = text.trim().toLocaleLowerCase('fi')
    return options.length === 0 || options.some((option) => option.toLocaleLowerCase('fi').includes(wanted))
  }
  const take = (text: string) => {
    setTyped(text)
    const found = find(text)
    if (found !== undefined && found !== value) onChange(found)
  }
  return (
    <Field id={id} label={label} hint={hint} error={typed !== null && !begins(typed) ? unknown : undefined}>
      {(aria) => (
        <>
          <input
            {...aria}
            className="in"
            list={`${id}-names`}
            autoComplete="off"
            placeholder={none}
            value={typed ?? value}
            onChange={(event) => take(event.target.value)}
            onBlur={() => setTyped(null)}
          />
          <datalist id={`${id}-names`}>
            {options.map((option) => (
              <option key={option} value={option} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  )
}

interface SelectProps {
  id: string
  label: string
  value: string
  onChange: (value: string) => void
  options: readonly { value: string; label: string }[]
}

export function SelectField({ id, label, value, onChange, options }: SelectProps) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select className="in" id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}

interface SegmentsProps<Value extends string> {
  name: string
  label: string
  value: Value
  onChange: (value: Value) => void
  options: readonly { value: Value; label: string; note?: string }[]
  column?: boolean
  hideLabel?: boolean
}

/** A choice of two or three, all of them in view. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { name, label, value, onChange, options, column, hideLabel } = props
  return (
    <fieldset className="field">
      <legend className={hideLabel ? 'vh' : 'lbl'}>{label}</legend>
      <div className={column ? 'seg col' : 'seg'}>
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>
              {option.label}
              {option.note ? <small>{option.note}</small> : null}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
