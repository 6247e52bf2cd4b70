import { useState } from 'react'
import { useApiAction } from '#platform/web/api/api.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { brokerage, type CaseView, readsOfBrokerage } from '../contract.ts'
import type { BrokerageStep } from '../rules/words.ts'

/** Steps of other forms and buttons. */
const elsewhere = new Set<BrokerageStep>([
  'edit',
  'remove',
  'reserve',
  'offerTo',
  'moveAlong',
  'acceptOffer',
  'sellOut',
])
/** Steps that reach nobody but the desk are taken at once; all others are asked about once more. */
const reachesNobody = (step: BrokerageStep) => step === 'submit'
/** Of these the question says what follows, of the others that those concerned get a message. */
const explained = new Set<BrokerageStep>([
  'withdraw',
  'refuseTaker',
  'cancelReservation',
  'declineOffer',
  'startTransfer',
  'agreeToGive',
  'agreeToTake',
  'refuseByLessor',
  'agreeToSell',
])
const quiet = new Set<BrokerageStep>([
  'withdraw',
  'refuseTaker',
  'cancelReservation',
  'declineOffer',
  'refuseTransfer',
  'refuseByLessor',
  'stopSale',
])
type Allowed = CaseView['allowedSteps'][number]
const wantsApproval = (step: BrokerageStep) => step === 'approveByLessor' || step === 'billBuyer'
const wantsReason = ({ step, unmet }: Allowed) => wantsApproval(step) || unmet.includes('REASON_MISSING')
const isOffered = ({ allowed, unmet }: Allowed) => allowed || unmet.every((guard) => guard === 'REASON_MISSING')

/** The steps that are the viewer's, each with what still stands in its way. */
export function Steps({ one }: { one: CaseView }) {
  const t = useTexts('brokerage')
  const [open, setOpen] = useState<Allowed | null>(null)
  const done = () => {
    setOpen(null)
    showDone(t('toasts.updated'))
  }
  const take = useApiAction(brokerage.update, { refresh: readsOfBrokerage, onSuccess: done })
  const now = (step: BrokerageStep) =>
    take.mutate({ params: { id: one.bikeBrokerageId }, body: { step, version: one.version } })
  const own = one.allowedSteps.filter(({ step }) => !elsewhere.has(step))
  const close = () => setOpen(null)
  return (
    <section className="stack-md">
      <div className="row">
        {own.filter(isOffered).map((allowed) => (
          <Button
            key={allowed.step}
            loading={take.isPending}
            {...(quiet.has(allowed.step) ? { variant: 'subtle' } : {})}
            onClick={() => (reachesNobody(allowed.step) ? now(allowed.step) : setOpen(allowed))}
          >
            {t(`acts.${allowed.step}`)}
          </Button>
        ))}
      </div>
      {own
        .filter((allowed) => !isOffered(allowed))
        .map(({ step, unmet }) => (
          <p key={step} className="sm muted">
            {t(`acts.${step}`)}: {unmet.map((guard) => t(`guards.${guard}`)).join(' ')}
          </p>
        ))}
      {open && !wantsReason(open) && (
        <Sure step={open.step} close={close} busy={take.isPending} onConfirm={() => now(open.step)} />
      )}
      {open && wantsReason(open) && (
        <Dialog opened close={close} title={t(`acts.${open.step}`)}>
          <WithReason one={one} step={open.step} done={done} />
        </Dialog>
      )}
    </section>
  )
}

interface SureProps {
  step: BrokerageStep
  close: () => void
  busy: boolean
  onConfirm: () => void
}

function Sure({ step, ...rest }: SureProps) {
  const t = useTexts('brokerage')
  const all = useTexts()
  const act = t(`acts.${step}`)
  return (
    <ConfirmDialog opened {...rest} title={act} confirm={act} cancel={t('panel.keep')}>
      <p>{explained.has(step) ? t(`confirm.${step}`) : all('asks.told')}</p>
    </ConfirmDialog>
  )
}

function WithReason({ one, step, done }: { one: CaseView; step: BrokerageStep; done: () => void }) {
  const t = useTexts('brokerage')
  return (
    <Form
      endpoint={brokerage.update}
      params={{ id: one.bikeBrokerageId }}
      also={{ step, version: one.version }}
      submit={t(`acts.${step}`)}
      refresh={readsOfBrokerage}
      onDone={done}
    >
      {wantsApproval(step) ? (
        <>
          <Field name="lessorReference" label={t('transfer.reference')} autoComplete="off" required />
          <Field name="lessorDay" kind="day" label={t('transfer.day')} />
          {step === 'billBuyer' && (
            <Field name="buyerAgreedBy" label={t('sale.agreedBy')} hint={t('sale.agreedByHint')} required />
          )}
        </>
      ) : (
        <Field name="reason" kind="textarea" label={t('panel.why')} required />
      )}
    </Form>
  )
}
