import { Button } from '@mantine/core'
import { useState } from 'react'
import { useApiAction } from '#platform/web/api/api.ts'
import { serviceDay } from '#platform/web/api/service-clock.ts'
import { FieldArray } from '#platform/web/form/FieldArray.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { ConfirmDialog } from '#platform/web/parts/ConfirmDialog.tsx'
import { Dialog } from '#platform/web/parts/Dialog.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { type ReturnView, readsOfReturns, returns } from '../contract.ts'
import type { ReturnStep } from '../rules/table.ts'
import { mayPay } from '../rules/terms.ts'
import { returnPayers } from '../rules.ts'

const asked = new Set<ReturnStep>(['approve', 'refuse', 'receive', 'inspect', 'object', 'answerObjection'])
/** Offered with a form that fulfils what it still asks for. */
const isOffered = ({ allowed, unmet }: ReturnView['allowedSteps'][number]) =>
  allowed || unmet.every((guard) => guard === 'REASON_MISSING' || guard === 'PAYER_MISSING')

/** The steps that are the viewer's, each with what still stands in its way. */
export function ReturnSteps({ one }: { one: ReturnView }) {
  const t = useTexts('returns')
  const [open, setOpen] = useState<ReturnStep | null>(null)
  const done = () => {
    setOpen(null)
    showDone(t('toasts.updated'))
  }
  const take = useApiAction(returns.update, { refresh: readsOfReturns, onSuccess: done })
  const now = (step: ReturnStep) => take.mutate({ params: { id: one.id }, body: { step, version: one.version } })
  return (
    <section className="stack-md">
      <div className="row">
        {one.allowedSteps.filter(isOffered).map(({ step }) => (
          <Button
            key={step}
            loading={take.isPending}
            {...(step === 'cancel' || step === 'refuse' ? { 'data-act': 'danger' } : {})}
            onClick={() => (asked.has(step) || step === 'cancel' ? setOpen(step) : now(step))}
          >
            {t(`acts.${step}`)}
          </Button>
        ))}
      </div>
      {one.allowedSteps
        .filter((step) => !isOffered(step))
        .map(({ step, unmet }) => (
          <p key={step} className="sm muted">
            {t(`acts.${step}`)}: {unmet.map((guard) => t(`guards.${guard}`)).join(' ')}
          </p>
        ))}
      <ConfirmDialog
        opened={open === 'cancel'}
        close={() => setOpen(null)}
        title={t('panel.cancelTitle')}
        confirm={t('acts.cancel')}
        cancel={t('panel.keep')}
        busy={take.isPending}
        onConfirm={() => now('cancel')}
      >
        <p>{t('panel.cancelText')}</p>
      </ConfirmDialog>
      {open !== null && asked.has(open) && (
        <Dialog opened close={() => setOpen(null)} title={t(`acts.${open}`)}>
          <StepForm one={one} step={open} done={done} />
        </Dialog>
      )}
    </section>
  )
}

const initialOf = (one: ReturnView, step: ReturnStep) => {
  if (step === 'approve') return { payer: one.usualPayer }
  if (step === 'receive') return { receivedDay: serviceDay() }
  if (step === 'inspect') return { bikeAt: 'STORE' as const }
  return step === 'answerObjection' ? { damages: one.damages } : {}
}

function StepForm({ one, step, done }: { one: ReturnView; step: ReturnStep; done: () => void }) {
  const t = useTexts('returns')
  return (
    <Form
      endpoint={returns.update}
      params={{ id: one.id }}
      initial={initialOf(one, step)}
      also={{ step, version: one.version }}
      submit={t(`acts.${step}`)}
      refresh={readsOfReturns}
      onDone={done}
    >
      {step === 'approve' && (
        <Field
          name="payer"
          kind="select"
          label={t('panel.payer')}
          options={returnPayers
            .filter((payer) => mayPay(payer, one.reason, one.askedBy))
            .map((value) => ({ value, label: t(`payers.${value}`) }))}
        />
      )}
      {step === 'receive' && <Field name="receivedDay" kind="day" label={t('panel.received')} />}
      {step === 'inspect' && (
        <Field
          name="bikeAt"
          kind="select"
          label={t('panel.bikeAt')}
          options={(['STORE', 'LESSOR'] as const).map((value) => ({ value, label: t(`panel.places.${value}`) }))}
        />
      )}
      {(step === 'inspect' || step === 'answerObjection') && <DamageRows />}
      {step !== 'approve' && step !== 'inspect' && (
        <Field name="reason" kind="textarea" label={t(step === 'receive' ? 'panel.note' : 'panel.why')} />
      )}
    </Form>
  )
}

function DamageRows() {
  const t = useTexts('returns')
  return (
    <FieldArray
      name="damages"
      add={t('panel.addDamage')}
      removal={(number) => t('panel.removeDamage', { number })}
      max={20}
    >
      {(row, number) => (
        <>
          <Field name={`${row}.description`} label={t('panel.damage', { number })} required />
          <Field name={`${row}.amount`} kind="money" label={t('panel.amount', { number })} required />
        </>
      )}
    </FieldArray>
  )
}
