import { useState } from 'react'
import { useTexts } from '#platform/web/words/i18n.ts'
import { TextInput, type TextInputProps } from './TextInput.tsx'

function Eye({ isOpen }: { isOpen: boolean }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="22"
      height="22"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      <path d="M12 5.3c-7.5 0-10.5 6.7-10.5 6.7s3 6.8 10.5 6.8 10.5-6.8 10.5-6.8-3-6.7-10.5-6.7z" />
      <circle cx="12" cy="12" r="3.75" />
      {isOpen && <path d="m4.5 3.8 15 16.4" strokeLinecap="round" />}
    </svg>
  )
}

/** A password, with a button that shows what has been typed. */
export function PasswordInput(props: TextInputProps) {
  const t = useTexts()
  const [isShown, setShown] = useState(false)
  const eye = (
    <button
      type="button"
      className="field-act"
      aria-label={t('actions.showPassword')}
      aria-pressed={isShown}
      disabled={props.disabled}
      // The field keeps the focus and its cursor.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => setShown(!isShown)}
    >
      <Eye isOpen={isShown} />
    </button>
  )
  return <TextInput {...props} type={isShown ? 'text' : 'password'} end={eye} isEndLive />
}
