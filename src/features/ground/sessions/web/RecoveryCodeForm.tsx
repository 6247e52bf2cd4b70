import { type FormEvent, useEffect, useRef, useState } from 'react'
import { TextInput } from '#platform/web/controls/TextInput.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { typedRecoveryCode } from '../rules/recovery-code.ts'

interface Props {
  busy: boolean
  error: string | null
  onCode: (code: string) => void
}

/** In place of the app's code: one of the codes that were kept for the day when the phone is gone. */
export function RecoveryCodeForm({ busy, error, onCode }: Props) {
  const t = useTexts('sessions')
  const [code, setCode] = useState('')
  const [isWrong, setWrong] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (error) input.current?.focus()
  }, [error])
  const send = (event: FormEvent) => {
    event.preventDefault()
    const plain = typedRecoveryCode(code)
    setWrong(plain === null)
    if (plain && !busy) onCode(plain)
  }
  return (
    <form className="stack-md" onSubmit={send} noValidate>
      <TextInput
        ref={input}
        label={t('paper.field')}
        description={t('paper.hint')}
        error={isWrong ? t('paper.wrong') : error}
        announced
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={30}
        autoFocus
      />
      <PrimaryButton type="submit" loading={busy} fullWidth size="lg">
        {t('code.submit')}
      </PrimaryButton>
    </form>
  )
}
