import { useState } from 'react'
import type { Act } from '#features/desk/acts.ts'
import { orders } from '#features/orders/contract.ts'
import type { OrderViewType } from '#features/orders/shapes.ts'
import type { ApiError } from '#platform/web/api/api.ts'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { Dialog } from '#platform/web/parts/Dialog.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { deskReads } from './refresh.ts'
import { Unmet } from './Unmet.tsx'

interface Props {
  order: OrderViewType
  act: Act
  close: () => void
}

/** The guards that a refused move names, or null when the refusal is about something else. */
function unmetOf(error: ApiError): string[] | null {
  const { unmet } = (error.details ?? {}) as { unmet?: unknown }
  return Array.isArray(unmet) && unmet.length > 0 ? unmet.map(String) : null
}

export const personOf = ({ employee }: OrderViewType) => `${employee.firstName} ${employee.lastName}`

/** Asks for what one move needs and makes it. The title names act, order and person. */
export function MoveDialog({ order, act, close }: Props) {
  const t = useTexts('desk')
  const [refused, setRefused] = useState<readonly string[]>([])
  const label = t(`acts.${act.name}.label`)
  return (
    <Dialog
      opened
      close={close}
      title={t('move.title', { act: label, order: order.orderNumber, name: personOf(order) })}
    >
      <div className="stack-md">
        <p className="t2">{t(`acts.${act.name}.text`)}</p>
        {refused.length > 0 && <Unmet codes={refused} />}
        <Form
          endpoint={orders.move}
          params={{ orderId: order.orderId }}
          also={{ to: act.to, version: order.version }}
          submit={label}
          plain={act.ends}
          refresh={deskReads}
          onFailure={(error) => {
            const unmet = unmetOf(error)
            setRefused(unmet ?? [])
            return unmet !== null
          }}
          onDone={(moved) => {
            close()
            showDone(t('move.done', { order: moved.orderNumber, status: t(`status.${moved.orderStatus}`) }))
          }}
        >
          <MoveFields order={order} act={act} />
        </Form>
      </div>
    </Dialog>
  )
}

/** What each act asks for. */
function MoveFields({ order, act }: Pick<Props, 'order' | 'act'>) {
  const t = useTexts('desk')
  if (act.name === 'process') {
    return (
      <Field
        name="bikeStoreOrderNumber"
        label={t('move.storeOrderNumber')}
        hint={t(order.isOnlineOrder ? 'move.storeOrderNumberOnline' : 'move.storeOrderNumberStore')}
        required={order.isOnlineOrder}
        autoComplete="off"
      />
    )
  }
  if (act.name === 'ask') return <Field name="question" kind="textarea" label={t('move.question')} required />
  if (act.name === 'answer') {
    return (
      <>
        {order.holdQuestion && (
          <div className="sunk">
            <p className="sm t2">{t('move.asked')}</p>
            <p>{order.holdQuestion}</p>
          </div>
        )}
        <Field name="answer" kind="textarea" label={t('move.answer')} hint={t('move.answerHint')} />
      </>
    )
  }
  if (act.needsReason) return <Field name="reason" kind="textarea" label={t('move.reason')} required />
  if (act.ends) return <Field name="reason" kind="textarea" label={t('move.reasonFree')} />
  return null
}
