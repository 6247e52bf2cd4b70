import { IconArrowRight } from '@tabler/icons-react'
import { orders } from '#features/orders/orders/contract.ts'
import type { Stage } from '#features/orders/orders/rules/stage.ts'
import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import { useApiAction } from '#platform/web/api/api.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { bikeName } from './bike-name.ts'
import { MoveButton } from './MoveButton.tsx'
import { startReads } from './order-reads.ts'
import { mayMove } from './stage/stage.ts'

interface Props {
  order: OrderViewType
  stage: Stage
  /** Opens the package form. */
  edit: () => void
}

/** What the buyer does next: one orange act, and a way back where the server allows one. */
export function OwnActions({ order, stage, edit }: Props) {
  const t = useTexts('orders')
  if (stage === 'sign') {
    return (
      <>
        <PrimaryButton
          component={Link}
          to={pageUrl('employeeSigning', { orderId: order.orderId })}
          size="lg"
          rightSection={<IconArrowRight size={18} aria-hidden="true" />}
        >
          {t('acts.sign')}
        </PrimaryButton>
        <ChangePackage order={order} edit={edit} />
      </>
    )
  }
  if (stage === 'otherSigns') return <ChangePackage order={order} edit={edit} />
  if (stage === 'confirm' && mayMove(order, 'CONFIRMED')) {
    return (
      <MoveButton
        order={order}
        to="CONFIRMED"
        kind="primary"
        label={t('acts.confirm')}
        title={t('confirm.title', { bike: bikeName(order) })}
        text={<p>{t('confirm.text')}</p>}
        confirm={t('acts.confirm')}
        done={t('confirm.done')}
      />
    )
  }
  if (stage === 'answers') {
    return (
      <Button variant="subtle" onClick={edit}>
        {t('acts.change')}
      </Button>
    )
  }
  return null
}

/** Back to the package: the agreement then lapses, which is said before. */
function ChangePackage({ order, edit }: Omit<Props, 'stage'>) {
  const t = useTexts('orders')
  if (!mayMove(order, 'PACKAGE_PROVIDED')) return null
  return (
    <MoveButton
      order={order}
      to="PACKAGE_PROVIDED"
      kind="plain"
      label={t('acts.change')}
      title={t('change.title', { bike: bikeName(order) })}
      text={<p>{t('change.text')}</p>}
      confirm={t('change.confirm')}
      done={t('change.done')}
      onDone={edit}
    />
  )
}

/** Opens a new order and shows it. */
export function StartOrder({
  employeeId,
  plain,
  isFirst = false,
  opened,
}: {
  employeeId: string
  plain?: boolean
  /** There is no order beside which another would begin. */
  isFirst?: boolean
  opened: (orderId: string) => void
}) {
  const t = useTexts('orders')
  const start = useApiAction(orders.start, {
    refresh: startReads,
    onSuccess: ({ orderId }) => opened(orderId),
  })
  const begin = () => start.mutate({ body: { beneficiaryEmployeeId: employeeId } })
  if (plain) {
    return (
      <Button onClick={begin} loading={start.isPending}>
        {t(isFirst ? 'acts.start' : 'acts.startAnother')}
      </Button>
    )
  }
  return (
    <PrimaryButton size="lg" onClick={begin} loading={start.isPending}>
      {t('acts.start')}
    </PrimaryButton>
  )
}
