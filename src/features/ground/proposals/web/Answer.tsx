import { useState } from 'react'
import { Button } from '#platform/web/controls/Button.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { type ProposalView, proposals } from '../contract.ts'

const refresh = [proposals.list, proposals.get]

/** Yes or no to a proposal, where the reader may say it. */
export function Answer({ row }: { row: ProposalView }) {
  const t = useTexts('proposals')
  const [open, setOpen] = useState<'confirm' | 'refuse' | null>(null)
  const close = () => setOpen(null)
  const titleOfRefusal = t(row.madeByCaller ? 'refuse.titleOwn' : 'refuse.title')
  return (
    <div className="row">
      {row.mayConfirm && <PrimaryButton onClick={() => setOpen('confirm')}>{t('confirm.open')}</PrimaryButton>}
      {row.mayRefuse && (
        <Button data-act="danger" onClick={() => setOpen('refuse')}>
          {t(row.madeByCaller ? 'refuse.withdraw' : 'refuse.open')}
        </Button>
      )}
      {open !== null && (
        <Dialog opened close={close} title={open === 'confirm' ? t('confirm.title') : titleOfRefusal}>
          {open === 'confirm' ? <Confirm row={row} done={close} /> : <Refuse row={row} done={close} />}
        </Dialog>
      )}
    </div>
  )
}

function Confirm({ row, done }: { row: ProposalView; done: () => void }) {
  const t = useTexts('proposals')
  const text =
    row.answersFor === 'EMPLOYER' ? 'confirm.textOfCompany' : row.needsCode ? 'confirm.textAlone' : 'confirm.text'
  return (
    <Form
      endpoint={proposals.confirm}
      params={{ id: row.proposalId }}
      also={{ version: row.version }}
      submit={t('confirm.open')}
      refresh={refresh}
      onDone={({ state }) => {
        done()
        showDone(t(state === 'DONE' ? 'confirm.done' : 'confirm.partDone'))
      }}
    >
      <p>{row.effect}</p>
      <p className="t2">{t(text)}</p>
      {row.needsCode && <Field name="code" label={t('confirm.code')} autoComplete="one-time-code" required />}
    </Form>
  )
}

function Refuse({ row, done }: { row: ProposalView; done: () => void }) {
  const t = useTexts('proposals')
  return (
    <Form
      endpoint={proposals.refuse}
      params={{ id: row.proposalId }}
      also={{ version: row.version }}
      submit={t(row.madeByCaller ? 'refuse.withdraw' : 'refuse.open')}
      refresh={refresh}
      onDone={({ state }) => {
        done()
        showDone(t(state === 'WITHDRAWN' ? 'refuse.doneOwn' : 'refuse.done'))
      }}
    >
      <p className="t2">{t('refuse.text')}</p>
      <Field name="reason" kind="textarea" label={t('refuse.reason')} />
    </Form>
  )
}
