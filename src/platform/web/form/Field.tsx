import { type ComponentProps, type HTMLInputAutoCompleteAttribute, type ReactNode, useEffect } from 'react'
import { Checkbox } from '#platform/web/controls/Checkbox.tsx'
import { NativeSelect } from '#platform/web/controls/NativeSelect.tsx'
import { PasswordInput } from '#platform/web/controls/PasswordInput.tsx'
import { SegmentedControl } from '#platform/web/controls/SegmentedControl.tsx'
import { Textarea } from '#platform/web/controls/Textarea.tsx'
import { TextInput } from '#platform/web/controls/TextInput.tsx'
import { DayInput } from './DayInput.tsx'
import styles from './Form.module.css'
import type { FieldKind } from './field-values.ts'
import { useForm } from './form-context.ts'
import { useMissingText } from './missing-text.ts'
import { Picker, type PickerSource } from './Picker.tsx'
import { useRegistered } from './use-form-state.ts'

interface Common {
  /** The body's key; a dot reaches into an object. */
  name: string
  label: string
  hint?: ReactNode
  /** What is said where it is missing and its label makes no sentence with the act, such as one with a number. */
  missing?: string
  /** Wanted although the schema lets it out; for a box: it has to be ticked. */
  required?: boolean
  disabled?: boolean
  autoComplete?: HTMLInputAutoCompleteAttribute
  /** Runs beside the form's own handling, for screens that draw something from the value. */
  onInput?: (input: string | boolean) => void
}
type Option = { value: string; label: string; disabled?: boolean }

export type FieldProps = Common &
  (
    | {
        kind?: 'text' | 'email' | 'phone' | 'money' | 'percent' | 'number' | 'day' | 'password' | 'checkbox'
        unit?: string
      }
    | { kind: 'textarea'; rows?: number }
    | { kind: 'select'; options: readonly Option[]; placeholder?: string }
    | { kind: 'segmented'; options: readonly Option[] }
    | { kind: 'picker'; source: PickerSource; shown?: string }
  )

const inputModes: Partial<Record<FieldKind, 'decimal' | 'tel' | 'email' | 'numeric'>> = {
  money: 'decimal',
  percent: 'decimal',
  number: 'numeric',
  phone: 'tel',
  email: 'email',
}
/** Phones neither correct nor capitalise what is an address, a number or a secret; names are no words of the language. */
const asTyped = { autoCapitalize: 'none', spellCheck: false } as const
const handsOf = (kind: FieldKind, name: string) => {
  if (!kind.startsWith('text') || /(?:iban|id|reference|number|code)$/i.test(name)) return asTyped
  return /(?:name|address|city|municipality)$/i.test(name) ? { autoCapitalize: 'words', spellCheck: false } : {}
}
const units: Partial<Record<FieldKind, string>> = { money: '€', percent: '%' }
const types: Partial<Record<FieldKind, string>> = { phone: 'tel' }

/** A browser shows the first choice where none is held: whoever wants that one could not choose it. */
function choicesOf({ options, placeholder }: Extract<FieldProps, { kind: 'select' }>, held: string): Option[] {
  const isHeld = options.some(({ value }) => value === held)
  const empty = placeholder ?? (isHeld ? undefined : '–')
  return [...(empty === undefined ? [] : [{ value: '', label: empty }]), ...options]
}

/** One field of a Form; the kind decides how the text is read and shown. */
export function Field(props: FieldProps) {
  const form = useForm()
  const kind: FieldKind = props.kind ?? 'text'
  const field = useRegistered(form.register, props.name, kind, props.required ?? false)
  const input = form.inputOf(props.name, kind)
  const error = useMissingText(form.errorOf(props.name), kind, props.label, props.missing)
  const change = (next: string | boolean) => {
    form.set(props.name, next)
    props.onInput?.(next)
  }
  const found = form.typedOf(props.name)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, of a draft that was found when the field was drawn
  useEffect(() => {
    if (found !== undefined) props.onInput?.(found)
  }, [])
  const shared = {
    id: form.idOf(props.name),
    name: props.name,
    label: props.label,
    description: props.hint,
    error,
    disabled: props.disabled ?? false,
    required: props.required ?? false,
    onBlur: () => form.blur(field),
    ...(props.autoComplete ? { autoComplete: props.autoComplete } : {}),
  }
  const text = {
    ...shared,
    value: String(input),
    onChange: (event: { currentTarget: { value: string } }) => change(event.currentTarget.value),
  }

  if (props.kind === 'checkbox') {
    const box: ComponentProps<typeof Checkbox> = { id: shared.id, label: props.label, description: props.hint, error }
    return (
      <Checkbox
        {...box}
        disabled={shared.disabled}
        checked={input === true}
        onChange={(event) => change(event.currentTarget.checked)}
        onBlur={shared.onBlur}
      />
    )
  }
  if (props.kind === 'textarea') return <Textarea {...text} {...handsOf(kind, props.name)} rows={props.rows ?? 3} />
  if (props.kind === 'password') {
    return <PasswordInput {...text} {...asTyped} />
  }
  if (props.kind === 'select') {
    return <NativeSelect {...text} data={choicesOf(props, text.value)} />
  }
  if (props.kind === 'segmented') {
    return (
      <fieldset className={styles.segmented} aria-describedby={error ? `${shared.id}-error` : undefined}>
        <legend className={styles.legend}>{props.label}</legend>
        <SegmentedControl
          fullWidth
          data={props.options}
          value={String(input)}
          onChange={change}
          disabled={shared.disabled}
        />
        {props.hint && <p className={styles.hint}>{props.hint}</p>}
        {error && (
          <p className={styles.error} id={`${shared.id}-error`}>
            {error}
          </p>
        )}
      </fieldset>
    )
  }
  if (props.kind === 'picker') {
    return <Picker {...shared} source={props.source} shown={props.shown} value={String(input)} onChange={change} />
  }
  if (props.kind === 'day') return <DayInput {...text} {...asTyped} pick={change} />
  const inputMode = props.autoComplete === 'one-time-code' ? 'numeric' : inputModes[kind]
  const unit = ('unit' in props && props.unit) || units[kind]
  return (
    <TextInput
      {...text}
      {...handsOf(kind, props.name)}
      type={types[kind] ?? 'text'}
      {...(inputMode ? { inputMode } : {})}
      {...(unit ? { end: <span aria-hidden="true">{unit}</span>, isFigure: true } : {})}
    />
  )
}

/** Fields side by side where there is room. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={styles.half}>{children}</div>
}
