import { lazy, useEffect } from 'react'
import { isOpenOrderStatus, type OrderStatus } from '#features/orders/orders/rules.ts'

const load = () => import('./forms.ts')

/** Whoever rides a leased bicycle is asked for nothing, which is most visits, and fetches no form. */
export const AnswerForm = lazy(() => load().then((m) => ({ default: m.AnswerForm })))
export const AnswersForm = lazy(() => load().then((m) => ({ default: m.AnswersForm })))
export const DeliveryForm = lazy(() => load().then((m) => ({ default: m.DeliveryForm })))
export const PackageForm = lazy(() => load().then((m) => ({ default: m.PackageForm })))

/** Fetches the forms beside the order that will ask for them. A fetch that fails is tried again when one is shown. */
export function useFormsOf(status: OrderStatus) {
  const areDue = isOpenOrderStatus(status) && status !== 'ACTIVE_LEASING'
  useEffect(() => {
    if (areDue) load().catch(() => undefined)
  }, [areDue])
}
