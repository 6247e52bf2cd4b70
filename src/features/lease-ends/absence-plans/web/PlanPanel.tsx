import { useState } from 'react'
import { formatDay, formatMonth } from '#platform/values/days.ts'
import { useApi, useApiAction } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Button } from '#platform/web/controls/Button.tsx'
import { AskFirst } from '#platform/web/dialogs/AskFirst.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { Awaited } from '#platform/web/parts/Awaited.tsx'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { absencePlans, type PlanView, readsOfPlans } from '../contract.ts'
import type { PlanStep } from '../rules/table.ts'
import { CollectDialog } from './CollectDialog.tsx'
import { TypedMonths } from './TypedMonths.tsx'

/** One plan: its days, its months and the steps that are the viewer's. */
export function PlanPanel({ id }: { id: string }) {
  const found = useApi(absencePlans.get, { params: { id } })
  return <Loaded from={found}>{(plan) => <Plan plan={plan} />}</Loaded>
}

function Plan({ plan }: { plan: PlanView }) {
  const t = useTexts('absence-plans')
  return (
    <div className="stack-md">
      <Facts
        rows={[
          [t('columns.state'), t(`state.${plan.state}`)],
          [t('columns.awaited'), plan.waitingFor.map((who) => t(`awaited.${who}`)).join(', ')],
          [t('columns.from'), <Day key="f" day={plan.fromDay} />],
          [t('columns.to'), <Day key="t" day={plan.toDay} />],
          [t('panel.asked'), plan.askedToDay && <Day key="a" day={plan.askedToDay} />],
          [t('panel.kind'), plan.kind && (plan.text || t(`kind.${plan.kind}`))],
          [t('panel.closed'), plan.closedReason],
        ]}
      />
      <Awaited subjectId={plan.id} version={plan.version} />
      <PlanMonths plan={plan} />
      <PlanSteps plan={plan} />
    </div>
  )
}

/** Who bears which month, with the sums; the employer says what it has collected where it collects. */
function PlanMonths({ plan }: { plan: PlanView }) {
  const t = useTexts('absence-plans')
  const [chosen, setChosen] = useState<PlanView['months'][number] | null>(null)
  const isReported = plan.months.some(({ payer }) => payer === 'EMPLOYEE')
  const close = () => setChosen(null)
  return (
    <section className="stack-sm">
      <h3>{t('months.title')}</h3>
      <ul>
        {plan.months.map((one) => (
          <li key={one.month}>
            {formatMonth(one.month)}: {t(`payer.${one.payer}`)},{' '}
            <Money euros={one.payer === 'EMPLOYEE' && !one.handedBack ? one.personPays : one.instalment} />
            {one.handedBack && (
              <span>
                {' '}
                ({t('months.handedBack')}
                {one.personPays > 0 && (
                  <span>
                    , {t('months.paid')} <Money euros={one.personPays} />
                  </span>
                )}
                <span>)</span>
              </span>
            )}{' '}
            {one.mayCollect && (
              <Button size="compact-sm" variant="subtle" onClick={() => setChosen(one)}>
                {t('collect.open', { month: formatMonth(one.month) })}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isReported && <p className="sm t2">{t(plan.isBilledToPerson ? 'months.billed' : 'months.collected')}</p>}
      {chosen && (
        <CollectDialog
          plan={plan}
          month={chosen}
          close={close}
          done={() => {
            close()
            showDone(t('done'))
          }}
        />
      )}
    </section>
  )
}

function PlanSteps({ plan }: { plan: PlanView }) {
  const t = useTexts('absence-plans')
  const [isChanging, setChanging] = useState(false)
  const done = () => {
    setChanging(false)
    showDone(t('done'))
  }
  const take = useApiAction(absencePlans.update, { refresh: readsOfPlans, onSuccess: done })
  const now = (step: Exclude<PlanStep, 'propose' | 'end'>) =>
    take.mutateAsync({ params: { id: plan.id }, body: { step, version: plan.version } })
  // A change brings its day, so its own guard is no reason not to offer it.
  const offered = plan.allowedSteps.filter(
    ({ step, allowed, unmet }) => allowed || (step === 'change' && unmet.every((guard) => guard === 'PAST_MONTH')),
  )
  return (
    <div className="row">
      {offered.map(({ step }) =>
        step === 'change' ? (
          <Button key={step} onClick={() => setChanging(true)}>
            {t('acts.change')}
          </Button>
        ) : step === 'propose' || step === 'end' ? null : (
          <AskFirst
            key={step}
            act={t(`acts.${step}`)}
            {...(step === 'cancel' ? { look: { 'data-act': 'danger' } } : {})}
            run={() => now(step)}
          />
        ),
      )}
      {isChanging && <ChangeDialog plan={plan} close={() => setChanging(false)} done={done} />}
    </div>
  )
}

/** Another last day, which the other side confirms. */
function ChangeDialog({ plan, close, done }: { plan: PlanView; close: () => void; done: () => void }) {
  const t = useTexts('absence-plans')
  return (
    <Dialog opened close={close} title={t('acts.change')}>
      <Form
        endpoint={absencePlans.update}
        params={{ id: plan.id }}
        also={{ step: 'change', version: plan.version }}
        submit={t('acts.change')}
        refresh={readsOfPlans}
        onDone={done}
      >
        <p>{t('changeText')}</p>
        <Field
          name="toDay"
          kind="day"
          label={t('columns.to')}
          hint={t('changeHint', { day: formatDay(plan.toDay) })}
          required
        />
        {plan.kind && <TypedMonths from={plan.fromDay} kind={plan.kind} />}
      </Form>
    </Dialog>
  )
}
