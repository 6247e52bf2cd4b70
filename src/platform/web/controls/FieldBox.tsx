import { type ReactNode, useId } from 'react'
import './inputs.css'

/** What stands around an input, whatever its kind. */
export interface BoxProps {
  id?: string
  label?: ReactNode
  /** Helps before anything is wrong; it stands below the input. */
  description?: ReactNode
  /** What is wrong; `true` marks the input without saying more. */
  error?: ReactNode
  /** Read out at once when it appears. */
  announced?: boolean
  className?: string | undefined
}

interface Given {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

/** The names by which an input and what explains it find each other. */
export function useBox({ id, description, error }: BoxProps): Given {
  const own = useId()
  const base = id ?? own
  const explained = [error && error !== true && `${base}-error`, description && `${base}-description`]
  return {
    id: base,
    'aria-describedby': explained.filter(Boolean).join(' ') || undefined,
    'aria-invalid': error ? true : undefined,
  }
}

interface Props extends BoxProps {
  given: Given
  /** What stands inside the input, at its start and at its end. */
  start?: ReactNode
  end?: ReactNode
  /** The end can be pressed. */
  isEndLive?: boolean
  children: ReactNode
}

/** Label, input, what helps, what is wrong. */
export function FieldBox(props: Props) {
  const { given, label, description, error, announced, className, start, end, isEndLive, children } = props
  const { id } = given
  return (
    <div className={className ? `field ${className}` : 'field'}>
      {label && (
        <label className="field-label" htmlFor={id} id={`${id}-label`}>
          {label}
        </label>
      )}
      <div className="field-input" data-start={start ? true : undefined} data-end={end ? true : undefined}>
        {start && <span className="field-start">{start}</span>}
        {children}
        {end && (
          <span className="field-end" data-live={isEndLive || undefined}>
            {end}
          </span>
        )}
      </div>
      <FieldNotes id={id} description={description} error={error} announced={announced ?? false} />
    </div>
  )
}

/** What stands below an input. */
export function FieldNotes({ id, description, error, announced }: BoxProps) {
  return (
    <>
      {description && (
        <p className="field-hint" id={`${id}-description`}>
          {description}
        </p>
      )}
      {error && error !== true && (
        <p className="field-error" id={`${id}-error`} role={announced ? 'alert' : undefined}>
          {error}
        </p>
      )}
    </>
  )
}
