import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#platform/web/controls/Button.tsx'
import { TextInput } from '#platform/web/controls/TextInput.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './CodeForm.module.css'

interface Props {
  label: string
  hint: string
  submit: string
  busy: boolean
  /** Why the last code was refused; the field is then marked and focused. */
  error: string | null
  onCode: (code: string) => void
  /** Side paths below the button. */
  beside?: ReactNode
  wide?: boolean
  plain?: boolean
  autoFocus?: boolean
}

/** One field for six digits, which phones fill in by themselves, and one act. Blanks between digits are forgiven. */
export function CodeForm({ label, hint, submit, busy, error, onCode, beside, wide, plain, autoFocus = true }: Props) {
  const t = useTexts()
  const [code, setCode] = useState('')
  const [isShort, setShort] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (error) input.current?.focus()
  }, [error])
  const send = (event: FormEvent) => {
    event.preventDefault()
    // A program may have filled the field in without a key.
    const digits = (input.current?.value ?? code).replace(/\D/g, '')
    setShort(digits.length !== 6)
    if (digits.length === 6 && !busy) onCode(digits)
    else input.current?.focus()
  }
  const Submit = plain ? Button : PrimaryButton
  return (
    <form className={styles.form} onSubmit={send} noValidate>
      <TextInput
        ref={input}
        className={styles.code ?? ''}
        label={label}
        description={hint}
        error={isShort ? t('fields.CODE') : error}
        announced
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={9}
        data-autofocus
        autoFocus={autoFocus}
      />
      <Submit type="submit" loading={busy} fullWidth={wide ?? false} {...(wide ? { size: 'lg' } : {})}>
        {submit}
      </Submit>
      {beside && <div className={styles.actions}>{beside}</div>}
    </form>
  )
}
