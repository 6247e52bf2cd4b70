import { type ReactNode, useEffect } from 'react'
import { contactForms } from '#features/ground/contact-forms/contract.ts'
import { ContactFormPanel } from '#features/ground/contact-forms/web/ContactFormPanel.tsx'
import { outbox } from '#features/ground/outbox/contract.ts'
import { proposals } from '#features/ground/proposals/contract.ts'
import { ProposalPanel } from '#features/ground/proposals/web/ProposalPanel.tsx'
import { banking } from '#features/money/banking/contract.ts'
import { EntryPanel } from '#features/money/banking/web/EntryPanel.tsx'
import { PaymentFileView } from '#features/money/banking/web/PaymentFileView.tsx'
import { ReleaseForm } from '#features/money/banking/web/ReleaseFile.tsx'
import { eInvoices } from '#features/money/e-invoices/contract.ts'
import { ReceivedPanel } from '#features/money/e-invoices/web/ReceivedPanel.tsx'
import type { StaffTask } from '#features/operations/tasks/today/contract.ts'
import { useApi, useApiAction } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { useTaskName } from './task-name.ts'

interface Props {
  readonly task: StaffTask
  readonly close: () => void
}

/** A dialog named by its task, around what is decided in it. */
export function Frame({ task, close, children }: Props & { children: ReactNode }) {
  const nameOf = useTaskName()
  return (
    <Dialog opened close={close} title={nameOf(task)}>
      {children}
    </Dialog>
  )
}

/** Closes a dialog once when what it asks about is decided, also by a colleague. */
function useCloseWhen(isDecided: boolean, close: () => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it closes once, when the decision is there.
  useEffect(() => {
    if (isDecided) close()
  }, [isDecided])
}

/** A movement of the bank beside the invoices that it may settle. */
export function EntryDialog({ task, close }: Props) {
  const read = useApi(banking.entry, { params: { id: task.subjectId } })
  useCloseWhen(read.data !== undefined && read.data.state !== 'OPEN', close)
  return (
    <Frame task={task} close={close}>
      <Loaded from={read}>{(entry) => <EntryPanel key={entry.version} row={entry} />}</Loaded>
    </Frame>
  )
}

/** All that leaves with a file for the bank, and the release by a second person with a code. */
export function ReleaseDialog({ task, close }: Props) {
  const t = useTexts('today')
  const read = useApi(banking.paymentFile, { params: { id: task.subjectId }, staleMs: 0 })
  return (
    <Frame task={task} close={close}>
      <Loaded from={read}>
        {(file) => (
          <div className="stack-lg">
            <p className="t2">
              {t('act.releaseText', { count: file.paymentCount })} <Money euros={file.total} />,{' '}
              <Day day={file.executionDay} />
            </p>
            <PaymentFileView file={file} />
            {file.state === 'MADE' ? <ReleaseForm file={file} close={close} /> : <Note>{t('act.gone')}</Note>}
          </div>
        )}
      </Loaded>
    </Frame>
  )
}

/** A message that did not arrive, with the reason, and one press that tries it again. */
export function ResendDialog({ task, close }: Props) {
  const t = useTexts('today')
  const read = useApi(outbox.get, { params: { id: task.subjectId } })
  const retry = useApiAction(outbox.retry, {
    refresh: [outbox.list, outbox.get],
    onSuccess: () => showDone(t('act.resent')),
  })
  const message = read.data
  const resend = () =>
    retry
      .mutateAsync({ params: { id: task.subjectId }, body: { version: message!.version } })
      .catch(() => undefined)
      .then(close)
  return (
    <ConfirmDialog
      opened
      close={close}
      title={t('act.resendTitle', { to: task.about ?? '' })}
      confirm={t('act.resendSubmit')}
      busy={retry.isPending}
      disabled={message?.status !== 'DEAD'}
      onConfirm={() => void resend()}
    >
      <Loaded from={read}>
        {({ status, subject, lastError }) => (
          <>
            <p>{subject}</p>
            {status === 'DEAD' ? (
              <Note kind="warn">{t('act.resendWhy', { error: lastError ?? '–' })}</Note>
            ) : (
              <Note>{t('act.gone')}</Note>
            )}
          </>
        )}
      </Loaded>
    </ConfirmDialog>
  )
}

/** A message of the contact form: its answer, whether it is handled, and a note. */
export function ContactFormDialog({ task, close }: Props) {
  const t = useTexts('today')
  const read = useApi(contactForms.list, { query: { id: task.subjectId } })
  const form = read.data?.items[0]
  useCloseWhen(form?.checked === true, close)
  return (
    <Frame task={task} close={close}>
      <Loaded from={read}>
        {() => (form ? <ContactFormPanel key={form.version} form={form} /> : <Note>{t('act.gone')}</Note>)}
      </Loaded>
    </Frame>
  )
}

/** An arrived e-invoice, to be entered for its order or put aside. */
export function EInvoiceDialog({ task, close }: Props) {
  const read = useApi(eInvoices.get, { params: { id: task.subjectId } })
  useCloseWhen(read.data !== undefined && read.data.state !== 'WAITING', close)
  return (
    <Frame task={task} close={close}>
      <Loaded from={read}>{(row) => <ReceivedPanel key={row.version} row={row} close={close} />}</Loaded>
    </Frame>
  )
}

/** What another person has proposed, for a yes or a no. */
export function ProposalDialog({ task, close }: Props) {
  const read = useApi(proposals.get, { params: { id: task.subjectId } })
  useCloseWhen(read.data !== undefined && read.data.state !== 'OPEN', close)
  return (
    <Frame task={task} close={close}>
      <Loaded from={read}>{(row) => <ProposalPanel key={row.version} row={row} />}</Loaded>
    </Frame>
  )
}
