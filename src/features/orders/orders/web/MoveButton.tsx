import { type ReactNode, useState } from 'react'
import { orders } from '#features/orders/orders/contract.ts'
import type { OrderStatus } from '#features/orders/orders/rules.ts'
import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import { useApiAction } from '#platform/web/api/api.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx'
import { DangerButton, PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { orderReads } from './order-reads.ts'

interface Props {
  order: OrderViewType
  to: OrderStatus
  kind: 'primary' | 'plain' | 'danger'
  /** The button's text. */
  label: string
  /** The dialog: a question that names the object, what follows, and the act. */
  title: string
  text: ReactNode
  confirm: string
  cancel?: string
  done: string
  onDone?: () => void
}

/** A move of the order that is asked about first. */
export function MoveButton(props: Props) {
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const move = useApiAction(orders.move, {
    refresh: orderReads,
    onSuccess: () => {
      close()
      showDone(props.done)
      props.onDone?.()
    },
    onError: close,
  })
  const { order, kind } = props
  const open = () => setAsking(true)
  return (
    <>
      {kind === 'primary' && (
        <PrimaryButton size="lg" onClick={open}>
          {props.label}
        </PrimaryButton>
      )}
      {kind === 'plain' && (
        <Button variant="subtle" onClick={open}>
          {props.label}
        </Button>
      )}
      {kind === 'danger' && <DangerButton onClick={open}>{props.label}</DangerButton>}
      <ConfirmDialog
        opened={asking}
        close={close}
        title={props.title}
        confirm={props.confirm}
        onConfirm={() =>
          move.mutate({ params: { orderId: order.orderId }, body: { to: props.to, version: order.version } })
        }
        busy={move.isPending}
        destroys={kind === 'danger'}
        {...(props.cancel ? { cancel: props.cancel } : {})}
      >
        {props.text}
      </ConfirmDialog>
    </>
  )
}
