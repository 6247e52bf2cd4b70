import { Checkbox, NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core'
import {
  type ComponentProps,
  type HTMLInputAutoCompleteAttribute,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
} from 'react'
import { useTexts } from '#platform/web/words/i18n.ts'
import { DayInput } from './DayInput.tsx'
import styles from './Form.module.css'
import type { FieldKind } from './field-values.ts'
import { useForm } from './form-context.ts'
import { useMissingText } from './missing-text.ts'
import { Picker, type PickerSource } from './Picker.tsx'
import { useRegistered } from './use-form-state.ts'

const SegmentedControl = lazy(() => import('./lazy-segmented.ts').then((m) => ({ default: m.SegmentedControl })))

interface Common {
  /** The body's key; a dot reaches into an object. */
  name: string
  label: string
  hint?: ReactNode
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
const units: Partial<Record<FieldKind, string>> = { money: '€', percent: '%' }
const types: Partial<Record<FieldKind, string>> = { phone: 'tel' }

/** One field of a Form; the kind decides how the text is read and shown. */
export function Field(props: FieldProps) {
  const form = useForm()
  const t = useTexts()
  const kind: FieldKind = props.kind ?? 'text'
  const field = useRegistered(form.register, props.name, kind, props.required ?? false)
  const input = form.inputOf(props.name, kind)
  const error = useMissingText(form.errorOf(props.name), kind, props.label)
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
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[],
    error,
    disabled: props.disabled ?? false,
    required: props.required ?? false,
    withAsterisk: false,
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
  if (props.kind === 'textarea') return <Textarea {...text} rows={props.rows ?? 3} />
  if (props.kind === 'password') {
    return (
      <PasswordInput {...text} visibilityToggleButtonProps={{ 'aria-label': t('actions.showPassword'), tabIndex: 0 }} />
    )
  }
  if (props.kind === 'select') {
    const data =
      props.placeholder === undefined ? props.options : [{ value: '', label: props.placeholder }, ...props.options]
    return <NativeSelect {...text} data={[...data]} />
  }
  if (props.kind === 'segmented') {
    return (
      <fieldset className={styles.segmented} aria-describedby={error ? `${shared.id}-error` : undefined}>
        <legend className={styles.legend}>{props.label}</legend>
        <Suspense fallback={<div style={{ height: 'var(--control-h)' }} />}>
          <SegmentedControl
            fullWidth
            data={[...props.options]}
            value={String(input)}
            onChange={(next) => change(String(next))}
            disabled={shared.disabled}
          />
        </Suspense>
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
  if (props.kind === 'day') return <DayInput {...text} pick={change} />
  const unit = ('unit' in props && props.unit) || units[kind]
  return (
    <TextInput
      {...text}
      type={types[kind] ?? 'text'}
      {...(inputModes[kind] ? { inputMode: inputModes[kind] } : {})}
      {...(unit
        ? { rightSection: <span aria-hidden="true">{unit}</span>, classNames: { input: styles.figure ?? '' } }
        : {})}
    />
  )
}

/** Fields side by side where there is room. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={styles.half}>{children}</div>
}
