import { useState } from 'react'
import { employees } from '#features/people/employees/contract.ts'
import type { Employee } from '#features/people/employees/shapes.ts'
import { useApiAction } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { DangerButton, PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { useUndo } from './use-undo.ts'

/** The refusal needs its reason, which the person reads. */
function RejectForm({ person, name, close }: { person: Employee; name: string; close: () => void }) {
  const t = useTexts('desk')
  const params = { id: person.beneficiaryEmployeeId }
  const undoOf = useUndo()
  return (
    <Form
      endpoint={employees.decide}
      params={params}
      also={{ status: 'REJECTED', version: person.version }}
      submit={t('decision.rejectSubmit')}
      plain
      refresh={[employees.optimizedList]}
      onDone={({ employee }) => {
        close()
        showDone(t('decision.rejected', { name }), { undo: undoOf(employee) })
      }}
    >
      <Field
        name="rejectReason"
        kind="textarea"
        label={t('decision.reason')}
        hint={t('decision.reasonHint')}
        required
      />
    </Form>
  )
}

/** Decides about an application for an employer who has asked the helpdesk to. */
export function Decision({ person }: { person: Employee }) {
  const t = useTexts('desk')
  const may = useMay()
  const [asking, setAsking] = useState<'accept' | 'reject' | null>(null)
  const close = () => setAsking(null)
  const name = `${person.systemUser.firstName} ${person.systemUser.lastName}`
  const params = { id: person.beneficiaryEmployeeId }
  const undoOf = useUndo()
  const accept = useApiAction(employees.decide, {
    refresh: [employees.optimizedList],
    onSuccess: ({ employee }) => {
      close()
      showDone(t('decision.accepted', { name }), { undo: undoOf(employee) })
    },
    onError: close,
  })
  if (!may('employee:decide')) return null
  return (
    <div className="row">
      <PrimaryButton onClick={() => setAsking('accept')}>{t('decision.accept', { name })}</PrimaryButton>
      <DangerButton onClick={() => setAsking('reject')}>{t('decision.reject')}</DangerButton>
      <ConfirmDialog
        opened={asking === 'accept'}
        close={close}
        title={t('decision.acceptTitle', { name })}
        confirm={t('decision.accept', { name })}
        busy={accept.isPending}
        onConfirm={() => accept.mutate({ params, body: { status: 'ACCEPTED', version: person.version } })}
      >
        <p>{t('decision.acceptText', { company: person.companyName })}</p>
      </ConfirmDialog>
      <Dialog opened={asking === 'reject'} close={close} title={t('decision.rejectTitle', { name })}>
        <RejectForm person={person} name={name} close={close} />
      </Dialog>
    </div>
  )
}
