import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import { Day } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { instalmentNow } from './instalment-now.ts'

/** How far the lease has come. */
export function Instalment({ order }: { order: OrderViewType }) {
  const t = useTexts('orders')
  const instalment = instalmentNow(order)
  if (!instalment) return null
  const { number, count, next } = instalment
  return (
    <>
      {' '}
      {t('own.riding.instalment')}{' '}
      <b>
        {number}/{count}
      </b>
      {next && (
        <span>
          , {t('own.riding.next')}{' '}
          <b>
            <Day day={next} />
          </b>
        </span>
      )}
      <span>.</span>
    </>
  )
}
