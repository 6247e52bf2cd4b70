import { useRef, useState } from 'react'
import type { ApiError } from '#platform/web/api/api.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Textarea } from '#platform/web/controls/Textarea.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { FormFailure } from '#platform/web/form/FormFailure.tsx'
import { useKeptText } from '#platform/web/form/kept/use-kept-text.ts'
import { labelInside } from '#platform/web/form/missing-text.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import type { Employee } from '../shapes.ts'
import styles from './EmployerPage.module.css'
import { nameOf } from './Remarks.tsx'

interface Props {
  people: readonly Employee[]
  busy: boolean
  /** Why those who are left could not be refused. */
  failure: ApiError | null
  close: () => void
  /** Fetches how they stand now, after a conflict. */
  reload: () => void
  reject: (reason: string) => void
}

/** Asks for the reason of a rejection, which the person reads. */
export function RejectDialog({ people, busy, failure, close, reload, reject }: Props) {
  const t = useTexts('employees')
  const [reason, setReason] = useKeptText(`reject ${people.map(({ beneficiaryEmployeeId }) => beneficiaryEmployeeId)}`)
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const [first] = people
  const send = () => {
    setMissing(reason.trim() === '')
    if (reason.trim() === '') field.current?.focus()
    else reject(reason.trim())
  }
  const title =
    people.length === 1 && first
      ? t('reject.title', { name: nameOf(first) })
      : t('reject.titleMany', { count: people.length })
  return (
    <Dialog opened={people.length > 0} close={close} title={title}>
      <form
        className="stack-md"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <Textarea
          ref={field}
          label={t('reject.reason')}
          description={t('reject.hint')}
          rows={3}
          maxLength={2000}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={isMissing ? t('fields.missing.write', { field: labelInside(t('reject.reason')) }) : undefined}
          data-autofocus
        />
        {failure && <FormFailure error={failure} reload={reload} />}
        <div className={styles.actions}>
          <Button onClick={close}>{t('actions.cancel')}</Button>
          <Button type="submit" data-act="destroy" loading={busy}>
            {t('reject.submit', { count: people.length })}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
