import { IconAlertCircle, IconCheck, IconClock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { differenceCents, TOLERANCE } from '#features/orders/orders/desk/match.ts'
import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import { centsFromEuros, formatEuros } from '#platform/values/money.ts'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import styles from './ThreeWay.module.css'
import type { InvoiceRow } from './use-invoices.ts'

type Fit = 'fits' | 'differs' | 'open'

const icons = { fits: IconCheck, differs: IconAlertCircle, open: IconClock }

function Row({ name, fit, cells }: { name: string; fit: Fit; cells: readonly ReactNode[] }) {
  const t = useTexts('desk')
  const Icon = icons[fit]
  return (
    <tr>
      <th scope="row">
        <Icon size={16} className={styles[fit]} aria-hidden="true" />
        <span className="vh">{t(`threeWay.${fit}`)}</span> {name}
      </th>
      {cells.map((cell, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns are fixed: order, invoice, delivery.
        <td key={index}>{cell}</td>
      ))}
    </tr>
  )
}

/** How the invoice's total differs from the order's, in words. */
function useDifferenceText(difference: number | null, reason: string | null | undefined): string {
  const t = useTexts('desk')
  const language = useLanguage()
  if (difference === null) return t('threeWay.noInvoice')
  if (difference === 0) return t('threeWay.same')
  const amount = formatEuros(Math.abs(difference), language)
  const tolerance = formatEuros(centsFromEuros(TOLERANCE), language)
  if (Math.abs(difference) <= centsFromEuros(TOLERANCE)) return t('threeWay.within', { amount, tolerance })
  return reason ? t('threeWay.explained', { amount, reason }) : t('threeWay.over', { amount, tolerance })
}

/** Order, invoice and delivery side by side; what is missing and what differs shows at a glance. */
export function ThreeWay({ order, invoice }: { order: OrderViewType; invoice: InvoiceRow | null }) {
  const t = useTexts('desk')
  const difference = invoice ? differenceCents(order.totalAmount, invoice.total) : null
  const amountFit: Fit = difference === null ? 'open' : difference === 0 ? 'fits' : 'differs'
  const inOrder =
    order.commitmentDate !== null && order.deliveryDay !== null && order.commitmentDate <= order.deliveryDay
  const dayFit: Fit = order.deliveryDay === null ? 'open' : inOrder ? 'fits' : 'differs'
  const differenceText = useDifferenceText(difference, invoice?.differenceReason)
  return (
    <div className={styles.threeWay}>
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('threeWay.order')}</th>
            <th scope="col">{t('threeWay.invoice')}</th>
            <th scope="col">{t('threeWay.delivery')}</th>
          </tr>
        </thead>
        <tbody>
          <Row
            name={t('threeWay.sum')}
            fit={amountFit}
            cells={[<Money key="o" euros={order.totalAmount} />, <Money key="i" euros={invoice?.total ?? null} />, '']}
          />
          <Row
            name={t('threeWay.day')}
            fit={dayFit}
            cells={[
              <Day key="o" day={order.commitmentDate} />,
              <Day key="i" day={invoice?.issueDay} />,
              <Day key="d" day={order.deliveryDay} />,
            ]}
          />
          <Row
            name={t('threeWay.number')}
            fit={order.frameNumber && invoice ? 'fits' : 'open'}
            cells={[order.bikeStoreOrderNumber ?? order.orderNumber, invoice?.number ?? '–', order.frameNumber ?? '–']}
          />
        </tbody>
      </table>
      <p className="xs t2">{differenceText}</p>
    </div>
  )
}
