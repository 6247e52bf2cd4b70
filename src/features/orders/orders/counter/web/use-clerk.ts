import { useEffect, useRef } from 'react'
import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import { focusOnHeading, headingNow } from '#platform/web/router/page-heading.ts'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'

/**
 * Says it when a clerk has filled in bike and price while the buyer shows the code. The page has changed by then: what
 * showed the code is gone, so that whoever holds the order has to look.
 * @returns tells whether the code is on the screen
 */
export function useClerk({ orderStatus }: OrderViewType, leave: () => void): (isShown: boolean) => void {
  const t = useTexts('orders')
  const isShown = useRef(false)
  const before = useRef(orderStatus)
  useEffect(() => {
    const isFilled = before.current === 'PENDING' && orderStatus === 'PACKAGE_PROVIDED'
    before.current = orderStatus
    if (!isFilled || !isShown.current) return
    isShown.current = false
    leave()
    showDone(t('own.filledByStore'))
    focusOnHeading(headingNow())
  })
  return (shown) => {
    isShown.current = shown
  }
}
