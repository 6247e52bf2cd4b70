import { useState } from 'react'
import { formatDay } from '#platform/values/days.ts'
import { centsFromEuros, formatEuros } from '#platform/values/money.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import { banking } from '../contract.ts'
import type { PaymentFile } from './PaymentFileView.tsx'

/** What keeps the reader from releasing a file. */
function Unmet({ file }: { file: PaymentFile }) {
  const t = useTexts('banking')
  return (
    <Note kind="warn">
      {file.unmet.map((problem) => (
        <p key={problem}>{t(`file.unmet.${problem}`)}</p>
      ))}
    </Note>
  )
}

/** The act of the second person with their code, or what keeps them from it. */
export function ReleaseForm({ file, close }: { file: PaymentFile; close: () => void }) {
  const t = useTexts('banking')
  if (file.unmet.length > 0) return <Unmet file={file} />
  return (
    <Form
      endpoint={banking.release}
      params={{ id: file.paymentFileId }}
      also={{ version: file.version }}
      submit={t('file.release')}
      beside={<Button onClick={close}>{t('actions.cancel')}</Button>}
      refresh={[banking.paymentFile, banking.paymentFiles, banking.orders]}
      onDone={() => {
        close()
        showDone(t('file.released'))
      }}
    >
      <p className="t2">{t('file.releaseText', { count: file.paymentCount, day: formatDay(file.executionDay) })}</p>
      <Field name="code" label={t('file.code')} autoComplete="one-time-code" required />
    </Form>
  )
}

/** The act behind a press that opens it, on the page of the file. */
export function ReleaseFile({ file }: { file: PaymentFile }) {
  const t = useTexts('banking')
  const language = useLanguage()
  const [isOpen, setOpen] = useState(false)
  if (file.unmet.length > 0) return <Unmet file={file} />
  const close = () => setOpen(false)
  const total = formatEuros(centsFromEuros(file.total), language)
  return (
    <div>
      <PrimaryButton onClick={() => setOpen(true)}>{t('file.release')}</PrimaryButton>
      <Dialog opened={isOpen} close={close} title={t('file.releaseTitle', { total })}>
        <ReleaseForm file={file} close={close} />
      </Dialog>
    </div>
  )
}
