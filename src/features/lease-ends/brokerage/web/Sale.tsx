import { fileUrl } from '#platform/web/api/api.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { brokerage, type CaseView } from '../contract.ts'

/** How far a sale to an employer outside the service is: who buys, for how much, who has said yes, what is paid. */
export function Sale({ one }: { one: CaseView }) {
  const t = useTexts('brokerage')
  const { buyer } = one
  if (!buyer) return null
  return (
    <section className="card stack-md">
      <h2>{t('sale.title')}</h2>
      <p>{t('sale.lead')}</p>
      <Facts
        rows={[
          [t('sale.buyer'), buyer.name],
          [t('form.buyerBusinessId'), buyer.businessId],
          [t('form.buyerAddress'), buyer.address],
          [t('form.buyerEmail'), buyer.email],
          [t('sale.price'), <Money key="p" euros={buyer.price} />],
          [t('transfer.giver'), t(one.giverAgreed ? 'transfer.yes' : 'transfer.notYet')],
          [t('transfer.lessor'), one.lessorReference ?? t('transfer.notYet')],
          [t('sale.agreedBy'), buyer.agreedBy],
          [t('sale.invoice'), buyer.invoiceNumber],
          [t('sale.due'), buyer.dueDay && <Day key="d" day={buyer.dueDay} />],
          [t('sale.titlePasses'), one.startsOn && <Day key="s" day={one.startsOn} />],
        ]}
      />
      {one.hasTitleDocument && (
        <div>
          <Button
            component="a"
            href={fileUrl(brokerage.document, { id: one.bikeBrokerageId })}
            target="_blank"
            rel="noreferrer"
          >
            {t('sale.read')}
          </Button>
        </div>
      )}
    </section>
  )
}
