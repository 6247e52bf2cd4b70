import { agreements } from '#features/leases/agreements/contract.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { orders } from '#features/orders/orders/contract.ts'
import styles from '#features/orders/orders/desk/web/Desk.module.css'
import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import { fileUrl } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'
import { BeingMade } from '#platform/web/parts/BeingMade.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'

/** The order's papers. */
export function OrderLinks({ order }: { order: OrderViewType }) {
  const t = useTexts('desk')
  const may = useMay()
  const { orderId, agreement } = order
  const links: { key: string; href: string; text: string; making?: string }[] = []
  const making = (document: OrderViewType['documentsBeingMade'][number], text: string) =>
    order.documentsBeingMade.includes(document) ? { making: text } : {}
  if (agreement?.documentSha256 && may('signed-document:read')) {
    const text = t('links.agreement', { number: agreement.agreementNumber })
    links.push({ key: 'agreement', href: fileUrl(agreements.document, { id: agreement.leasingAgreementId }, {}), text })
  }
  if (order.priceCard)
    links.push({ key: 'buyOut', href: fileUrl(orders.buyOutTable, { orderId }), text: t('links.buyOut') })
  if (order.frameNumber && order.deliveryDay)
    links.push({
      key: 'certificate',
      href: fileUrl(orders.certificate, { orderId }),
      text: t('links.certificate'),
      ...making('CERTIFICATE', t('links.certificateMaking')),
    })
  if (order.salesInvoiceId && may('invoice:read'))
    links.push({
      key: 'sales',
      href: fileUrl(invoices.file, { id: order.salesInvoiceId }),
      text: t('links.salesInvoice'),
      ...making('SALES_INVOICE', t('links.salesInvoiceMaking')),
    })
  if (links.length === 0) return <p className="sm t2">{t('links.none')}</p>
  return (
    <ul className={styles.links}>
      {links.map((link) => (
        <li key={link.key}>
          {link.making ? (
            <BeingMade refresh={orders.get}>{link.making}</BeingMade>
          ) : (
            <a href={link.href}>{link.text}</a>
          )}
        </li>
      ))}
    </ul>
  )
}
