import { useState } from 'react'
import { orderCancellations } from '#features/lease-ends/order-cancellations/contract.ts'
import { orders } from '#features/orders/orders/contract.ts'
import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { fileUrl, useApi } from '#platform/web/api/api.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { Field } from '#platform/web/form/Field.tsx'
import { Form } from '#platform/web/form/Form.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'

/**
 * A confirmed order's cancellation as buyer or employer sees it: where it stands, with what becomes of one's own money,
 * and, last on the page because it is wanted seldom, the button that asks for it.
 */
export function Cancellation({ order, part }: { order: OrderViewType; part: 'state' | 'ask' }) {
  const { orderId } = order
  const asked = useApi(orderCancellations.requestOfOrder, { params: { orderId } })
  const isOff = order.orderStatus === 'CANCELLED' || order.orderStatus === 'REFUNDED'
  const newest = isOff ? asked.data?.cancellation : null
  return (
    <>
      {part === 'state' && newest && <OwnCase one={newest} />}
      {part === 'state' && asked.data?.request && <Answered request={asked.data.request} />}
      {part === 'ask' && asked.data?.mayAsk && <Request order={order} />}
    </>
  )
}

function OwnCase({ one }: { one: ReplyOf<typeof orderCancellations.get> }) {
  const t = useTexts('order-cancellations')
  const id = one.orderCancellationId
  return (
    <section className="card stack-sm">
      <h2>{t('own.title')}</h2>
      <p>{t(`own.status.${one.status}`)}</p>
      {one.status === 'PENDING' && one.waitingFor.includes('EMPLOYEE') && (
        <Note kind="warn">{t('own.returnBike')}</Note>
      )}
      {one.lines.length === 0 ? (
        <p className="t2">{t('own.noLines')}</p>
      ) : (
        <ul>
          {one.lines.map((line) => (
            <li key={line.lineId}>
              {t(`own.direction.${line.direction}`)} <Money euros={line.expected} />, {t(`lineState.${line.state}`)}
              {line.day && (
                <>
                  {' '}
                  <Day day={line.day} />
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      {one.uploadedRefunds.map((file) => (
        <p key={file.refundUploadId}>
          <a href={fileUrl(orderCancellations.refundFile, { id: file.refundUploadId })}>{file.fileName}</a>
        </p>
      ))}
      {one.hasSettlement && (
        <p>
          <a href={fileUrl(orderCancellations.settlement, { id })}>{t('case.settlement')}</a>
        </p>
      )}
    </section>
  )
}

type RequestState = NonNullable<ReplyOf<typeof orderCancellations.requestOfOrder>['request']>

function Answered({ request }: { request: RequestState }) {
  const t = useTexts('order-cancellations')
  if (request.state === 'OPEN') return <Note>{t(request.mine ? 'request.open' : 'request.openByOther')}</Note>
  if (request.state !== 'DECLINED' || !request.mine) return null
  return <Note>{t('request.was', { answer: request.answer })}</Note>
}

function Request({ order }: { order: OrderViewType }) {
  const t = useTexts('order-cancellations')
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <>
      <div>
        <Button data-act="danger" onClick={() => setAsking(true)}>
          {t('request.label')}
        </Button>
      </div>
      {asking && (
        <Dialog opened close={close} title={t('request.title', { order: order.orderNumber })}>
          <div className="stack-md">
            <p className="t2">{t('request.text')}</p>
            <Form
              endpoint={orderCancellations.request}
              params={{ orderId: order.orderId }}
              submit={t('request.label')}
              wide
              refresh={[orderCancellations.requestOfOrder, orders.timeline]}
              onDone={() => {
                close()
                showDone(t('request.done'))
              }}
            >
              <Field name="reason" kind="textarea" label={t('request.reason')} required />
            </Form>
          </div>
        </Dialog>
      )}
    </>
  )
}
