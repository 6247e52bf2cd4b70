import { bikeStores } from '#features/pricing/bike-stores/contract.ts'
import { shopOptions } from '#features/pricing/bike-stores/options.ts'
import { useApiAction } from '#platform/web/api/api.ts'
import { serviceDay } from '#platform/web/api/service-clock.ts'
import { FieldArray } from '#platform/web/form/FieldArray.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { pickFrom } from '#platform/web/form/Picker.tsx'
import { ProcessSteps } from '#platform/web/parts/ProcessSteps.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { type ReturnView, readsOfReturns, returns } from '../contract.ts'
import { mayPay, payersAfterObjection } from '../rules/terms.ts'
import type { ReturnStep } from '../rules/words.ts'
import { returnPayers } from '../rules.ts'

const asked = new Set<ReturnStep>([
  'approve',
  'refuse',
  'chooseStore',
  'receive',
  'inspect',
  'object',
  'answerObjection',
])

const pickStore = pickFrom(bikeStores.minimal, shopOptions, { search: 'search' })

/** The steps that are the viewer's, each with what still stands in its way. */
export function ReturnSteps({ one }: { one: ReturnView }) {
  const t = useTexts('returns')
  const take = useApiAction(returns.update, {
    refresh: readsOfReturns,
    onSuccess: () => showDone(t('toasts.updated')),
  })
  return (
    <ProcessSteps
      steps={one.allowedSteps}
      t={t}
      form={(step, done) => (asked.has(step) ? <StepForm one={one} step={step} done={done} /> : null)}
      callOff={{ step: 'cancel', title: t('panel.cancelTitle'), text: t('panel.cancelText'), keep: t('panel.keep') }}
      dangers={['refuse']}
      take={(step) => take.mutateAsync({ params: { id: one.id }, body: { step, version: one.version } })}
      busy={take.isPending}
    />
  )
}

const initialOf = (one: ReturnView, step: ReturnStep) => {
  if (step === 'approve') return { payer: one.usualPayer }
  if (step === 'receive') return { receivedDay: serviceDay() }
  if (step === 'inspect') return { bikeAt: 'STORE' as const }
  if (step !== 'answerObjection') return {}
  return { damages: one.damages, ...(one.isFeeOnOthersWord && one.payer ? { payer: one.payer } : {}) }
}

/** Whom a step may make pay; none where it asks for no payer. */
function payersFor(one: ReturnView, step: ReturnStep) {
  if (step === 'approve')
    return returnPayers.filter((payer) => mayPay(payer, one.reason, one.askedBy, one.isFromEmployer))
  return step === 'answerObjection' && one.isFeeOnOthersWord && one.payer ? payersAfterObjection(one.payer) : []
}

function StepForm({ one, step, done }: { one: ReturnView; step: ReturnStep; done: () => void }) {
  const t = useTexts('returns')
  const payers = payersFor(one, step)
  return (
    <Form
      endpoint={returns.update}
      params={{ id: one.id }}
      initial={initialOf(one, step)}
      also={{ step, version: one.version }}
      submit={t(`acts.${step}`)}
      refresh={readsOfReturns}
      onDone={() => {
        done()
        showDone(t('toasts.updated'))
      }}
    >
      {payers.length > 0 && (
        <Field
          name="payer"
          kind="select"
          label={t('panel.payer')}
          options={payers.map((value) => ({ value, label: t(`payers.${value}`) }))}
        />
      )}
      {step === 'chooseStore' && (
        <Field name="bikeStoreId" kind="picker" label={t('panel.newStore')} source={pickStore} required />
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
      {step !== 'approve' && step !== 'inspect' && step !== 'chooseStore' && (
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
          <Field
            name={`${row}.description`}
            label={t('panel.damage', { number })}
            missing={t('panel.damageMissing')}
            required
          />
          <Field
            name={`${row}.amount`}
            kind="money"
            label={t('panel.amount', { number })}
            missing={t('panel.amountMissing')}
            required
          />
        </>
      )}
    </FieldArray>
  )
}
