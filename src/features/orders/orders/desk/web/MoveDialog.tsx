import { useState } from 'react'
import { orders } from '#features/orders/orders/contract.ts'
import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import type { ApiError } from '#platform/web/api/api.ts'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { Reach } from '#platform/web/dialogs/Reach.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import type { Action } from '../actions.ts'
import { deskReads, orderReads, renewsOrder } from './desk-reads.ts'
import { Unmet } from './Unmet.tsx'

interface Props {
  order: OrderViewType
  action: Action
  close: () => void
}

/** The guards that a refused move names, or null when the refusal is about something else. */
function unmetOf(error: ApiError): string[] | null {
  const { unmet } = (error.details ?? {}) as { unmet?: unknown }
  return Array.isArray(unmet) && unmet.length > 0 ? unmet.map(String) : null
}

export const personOf = ({ employee }: OrderViewType) => `${employee.firstName} ${employee.lastName}`

/** Steps before anything is billed, and questions. */
const leavesBills: ReadonlySet<Action['name']> = new Set(['process', 'ask', 'answer'])

/** Asks for what one move needs and makes it. The title names action, order and person. */
export function MoveDialog({ order, action, close }: Props) {
  const t = useTexts('desk')
  const [refused, setRefused] = useState<readonly string[]>([])
  const label = t(`acts.${action.name}.label`)
  return (
    <Dialog
      opened
      close={close}
      title={t('move.title', { act: label, order: order.orderNumber, name: personOf(order) })}
    >
      <div className="stack-md">
        <p className="t2">{t(`acts.${action.name}.text`)}</p>
        {action.name === 'bill' && order.agreement && (
          <Reach to={order.agreement.leasingCompany} euros={order.totalAmount} count={t('move.oneInvoice')} />
        )}
        {refused.length > 0 && <Unmet codes={refused} />}
        <Form
          endpoint={orders.move}
          params={{ orderId: order.orderId }}
          also={{
            to: action.to,
            version: order.version,
            ...(action.name === 'process' ? { andAwaitInvoice: true } : {}),
          }}
          submit={label}
          plain={action.ends}
          refresh={leavesBills.has(action.name) ? orderReads : deskReads}
          renews={renewsOrder(order)}
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
          <MoveFields order={order} action={action} />
        </Form>
      </div>
    </Dialog>
  )
}

/** What each action asks for. */
function MoveFields({ order, action }: Pick<Props, 'order' | 'action'>) {
  const t = useTexts('desk')
  if (action.name === 'process') {
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
  if (action.name === 'ask') return <Field name="question" kind="textarea" label={t('move.question')} required />
  if (action.name === 'answer') {
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
  if (action.needsReason) return <Field name="reason" kind="textarea" label={t('move.reason')} required />
  if (action.ends) return <Field name="reason" kind="textarea" label={t('move.reasonFree')} />
  return null
}
