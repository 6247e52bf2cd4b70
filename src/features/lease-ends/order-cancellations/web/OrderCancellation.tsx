import { useState } from 'react'
import { orderCancellations } from '#features/lease-ends/order-cancellations/contract.ts'
import { bikePlaces, reasonCodes } from '#features/lease-ends/order-cancellations/rules.ts'
import { orderProcess } from '#features/orders/orders/rules/transitions.ts'
import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import { stepsFrom } from '#platform/process/plan.ts'
import { useApi } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { Field } from '#platform/web/form/Field.tsx'
import { Form } from '#platform/web/form/Form.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { CaseWork } from './CancellationCase.tsx'
import { caseReads } from './case-reads.ts'

/** Whether the order's table has a step that only a cancellation takes. */
const isCancellable = ({ orderStatus, commitmentDate }: OrderViewType) =>
  commitmentDate !== null && stepsFrom(orderProcess, orderStatus).some(({ name }) => name === 'cancelConfirmed')

/** On the order: what a party asks, the way to cancel a confirmed order, and its open or closed case. */
export function OrderCancellation({ order }: { order: OrderViewType }) {
  const t = useTexts('order-cancellations')
  const may = useMay()
  const [asking, setAsking] = useState<'open' | 'decline' | null>(null)
  const { orderId } = order
  const hasPassed = isCancellable(order) || order.orderStatus === 'CANCELLED' || order.orderStatus === 'REFUNDED'
  const asked = useApi(orderCancellations.requestOfOrder, { params: { orderId }, enabled: hasPassed })
  if (!hasPassed || !may('order-cancellation:create')) return null
  const newest = asked.data?.cancellation
  const request = asked.data?.request?.state === 'OPEN' ? asked.data.request : null
  const close = () => setAsking(null)
  return (
    <section className="stack-sm">
      <h3>{t('case.title')}</h3>
      {request && (
        <Note kind="warn">
          <div className="stack-sm">
            <p>{t(`request.asked.${request.askedAs}`)}</p>
            <p>{request.reason}</p>
            <Button size="sm" onClick={() => setAsking('decline')}>
              {t('request.decline')}
            </Button>
          </div>
        </Note>
      )}
      {newest && newest.status !== 'CANCELLED' && <CaseWork one={newest} />}
      {isCancellable(order) && (
        <Button size="sm" data-act="danger" onClick={() => setAsking('open')}>
          {t('open.label')}
        </Button>
      )}
      {asking === 'open' && (
        <Dialog opened close={close} title={t('open.title', { order: order.orderNumber })}>
          <OpenForm order={order} done={close} />
        </Dialog>
      )}
      {asking === 'decline' && request && (
        <Dialog opened close={close} title={t('request.decline')}>
          <DeclineForm orderId={orderId} version={request.version} done={close} />
        </Dialog>
      )}
    </section>
  )
}

function OpenForm({ order, done }: { order: OrderViewType; done: () => void }) {
  const t = useTexts('order-cancellations')
  return (
    <div className="stack-md">
      <p className="t2">{t('open.text')}</p>
      <Form
        endpoint={orderCancellations.create}
        also={{ orderId: order.orderId }}
        submit={t('open.label')}
        plain
        refresh={caseReads}
        onDone={() => {
          done()
          showDone(t('open.done', { order: order.orderNumber }))
        }}
      >
        <Field
          name="reasonCode"
          kind="select"
          label={t('columns.reason')}
          placeholder={t('open.choose')}
          required
          options={reasonCodes.map((value) => ({ value, label: t(`reasonCode.${value}`) }))}
        />
        <Field name="reason" kind="textarea" label={t('case.words')} hint={t('open.wordsHint')} required />
        {order.deliveryDay && (
          <Field
            name="bikeAt"
            kind="select"
            label={t('case.bikeAt')}
            placeholder={t('bikeAt.NONE')}
            options={bikePlaces.map((value) => ({ value, label: t(`bikeAt.${value}`) }))}
          />
        )}
      </Form>
    </div>
  )
}

function DeclineForm({ orderId, version, done }: { orderId: string; version: number; done: () => void }) {
  const t = useTexts('order-cancellations')
  return (
    <Form
      endpoint={orderCancellations.decline}
      params={{ orderId }}
      also={{ version }}
      submit={t('request.decline')}
      refresh={caseReads}
      onDone={() => {
        done()
        showDone(t('request.declined'))
      }}
    >
      <Field name="answer" kind="textarea" label={t('request.answer')} hint={t('request.answerHint')} required />
    </Form>
  )
}
