import type { ReactNode } from 'react'
import type { Viewer } from '#features/orders/orders/rules/stage.ts'
import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import { type Step, Stepper } from '#platform/web/figures/Stepper.tsx'
import { Day, Instant } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { isOnlineShop } from '../seller.ts'
import { awaitedOf, type StepKey, stepKeys, stepOf } from './stage.ts'

/** The order's way in six steps, with the dates that are known and who holds the current one. */
export function OrderSteps({ order, viewer }: { order: OrderViewType; viewer: Viewer }) {
  const t = useTexts('orders')
  const current = stepOf(order)
  const awaited = awaitedOf(order.waitingFor, viewer)
  const { agreement, priceCard } = order
  const signedAt = [agreement?.employeeSignedAt, agreement?.employerSignedAt].filter(Boolean).toSorted().at(-1)
  const dates: Record<StepKey, ReactNode> = {
    accepted: <Instant at={order.createdAt} dayOnly />,
    package: priceCard ? <Day day={priceCard.day} /> : null,
    signing: agreement?.status === 'SIGNED' && signedAt ? <Instant at={signedAt} dayOnly /> : null,
    ordering: order.commitmentDate ? <Day day={order.commitmentDate} /> : null,
    handover: order.deliveryDay ? <Day day={order.deliveryDay} /> : null,
    lease: order.startDay ? <Day day={order.startDay} /> : null,
  }
  const holders: Partial<Record<StepKey, ReactNode>> = {
    accepted: order.companyName,
    package: order.bikeStore?.storeName,
    lease: agreement?.endDay ? (
      <>
        {t('steps.ends')} <Day day={agreement.endDay} />
      </>
    ) : undefined,
  }
  // An online shop without a store reports nothing: the rider alone does.
  const comes = (key: StepKey) => (key === 'handover' && isOnlineShop(order) ? 'package' : key)
  const steps = stepKeys.map((key, index): Step => {
    const number = index + 1
    const state = number < current ? 'done' : number === current ? 'current' : 'coming'
    const waits = state === 'current' && awaited ? t(`awaits.${awaited === viewer ? 'you' : awaited}`) : null
    const when = state === 'done' ? dates[key] : (waits ?? (key === 'lease' ? dates[key] : null))
    const who = holders[key] ?? (state === 'coming' ? t(`steps.who.${comes(key)}`) : null)
    const name = t(`steps.${key === 'ordering' && order.isOnlineOrder ? 'orderingOnline' : key}`)
    return { key, name, state, when, who }
  })
  return <Stepper label={t('steps.label')} steps={steps} />
}
