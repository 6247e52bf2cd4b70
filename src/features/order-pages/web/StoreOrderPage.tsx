import type { ReactNode } from 'react'
import { orders } from '#features/orders/contract.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { isApiError, useApi, useApiAction } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { textOfError } from '#platform/web/api/messages.ts'
import { CodeForm } from '#platform/web/form/CodeForm.tsx'
import { Illustration } from '#platform/web/parts/Illustration.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { usePageTitle } from '#platform/web/parts/PageHead.tsx'
import { isToken, useLinkToken } from '#platform/web/router/use-link-token.ts'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { Contact } from './Contact.tsx'
import { LinkProblem } from './LinkProblem.tsx'
import styles from './Orders.module.css'

type StoreOrder = ReplyOf<typeof orders.storePage>

/** /liike/{token}: a store's order without an account: what to hand over, where to invoice, when the money comes. */
export function StoreOrderPage() {
  const token = useLinkToken('/liike')
  const found = useApi(orders.storePage, { params: { token }, enabled: isToken(token) })
  if (!isToken(token) || isApiError(found.error, 'TOKEN_NOT_VALID', 'NOT_FOUND')) return <LinkProblem />
  return <Loaded from={found}>{(page) => <Whole page={page} token={token} />}</Loaded>
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Whole({ page, token }: { page: StoreOrder; token: string }) {
  const t = useTexts('orders')
  const cancelled = page.orderStatus === 'CANCELLED' || page.orderStatus === 'REFUNDED'
  const title = t(cancelled ? 'store.cancelledTitle' : page.deliveryDay ? 'store.deliveredTitle' : 'store.title', {
    bike: page.bike,
    buyer: page.buyerName,
  })
  usePageTitle(title)
  return (
    <div>
      <Illustration name="liike" width="min(11rem, 48vw)" />
      <div className={styles.road}>
        <p className="t2">{page.storeName}</p>
        <h1>{title}</h1>
      </div>
      {cancelled && (
        <div style={{ marginTop: 'var(--s-4)' }}>
          <Note kind="warn">{t('store.cancelled')}</Note>
        </div>
      )}
      <Ordered page={page} />
      {!cancelled && (
        <>
          {!page.deliveryDay && <CodeCheck token={token} />}
          <Invoicing page={page} />
          <WhenMoneyComes page={page} />
        </>
      )}
      <div className={styles.tokenPart}>
        <Contact orderNumber={page.orderNumber} />
      </div>
    </div>
  )
}

function Ordered({ page }: { page: StoreOrder }) {
  const t = useTexts('orders')
  return (
    <dl className={styles.bike}>
      <Row name={t('store.buyer')}>{page.buyerName}</Row>
      <Row name={t('token.bike')}>{[page.bike, page.frameSize, page.colour].filter(Boolean).join(', ')}</Row>
      {page.accessories.length > 0 && (
        <Row name={t('store.accessories')}>
          {page.accessories.map((one) => (
            <span key={one.name} style={{ display: 'block' }}>
              {one.name} <Money euros={one.price} />
            </span>
          ))}
        </Row>
      )}
      <Row name={t('store.total')}>
        <b>
          <Money euros={page.totalAmount} />
        </b>
      </Row>
      {page.delivery && (
        <Row name={t('store.delivery')}>
          {t(`answers.${page.delivery}`)}
          {page.deliveryAddress && `, ${page.deliveryAddress}`}
        </Row>
      )}
      <Row name={t('token.order')}>
        <span className="n">{page.orderNumber}</span>
      </Row>
    </dl>
  )
}

/** The code that the buyer shows, checked against the order before the bike leaves the shop. */
function CodeCheck({ token }: { token: string }) {
  const t = useTexts('orders')
  const check = useApiAction(orders.checkCode, { handles: 'all' })
  const wrong = check.data?.right === false ? t('store.codeWrong') : null
  return (
    <section className={styles.tokenPart}>
      <h2>{t('store.codeTitle')}</h2>
      {check.data?.right ? (
        <div role="status">
          <Note kind="ok">{t('store.codeRight')}</Note>
        </div>
      ) : (
        <CodeForm
          label={t('store.code')}
          hint={t('store.codeHint')}
          submit={t('store.checkCode')}
          busy={check.isPending}
          error={check.error ? textOfError(check.error) : wrong}
          onCode={(code) => check.mutate({ params: { token }, body: { code } })}
          autoFocus={false}
          wide
        />
      )}
    </section>
  )
}

function Invoicing({ page }: { page: StoreOrder }) {
  const t = useTexts('orders')
  const { invoiceTo } = page
  return (
    <section className={styles.tokenPart}>
      <h2>{t('store.invoiceTitle')}</h2>
      <p className="t2">{t('store.invoiceText')}</p>
      <dl className={styles.bike} style={{ margin: 0 }}>
        <Row name={t('store.invoiceName')}>{invoiceTo.name}</Row>
        <Row name={t('store.businessId')}>
          <span className="n">{invoiceTo.businessId}</span>
        </Row>
        <Row name={t('store.eInvoice')}>
          <span className="n">{invoiceTo.eInvoiceAddress}</span>
        </Row>
        <Row name={t('store.operator')}>
          <span className="n">{invoiceTo.operatorId}</span>
        </Row>
        <Row name={t('store.reference')}>
          <b className="n">{invoiceTo.reference}</b>
        </Row>
      </dl>
    </section>
  )
}

function WhenMoneyComes({ page }: { page: StoreOrder }) {
  const t = useTexts('orders')
  const { invoiceReceived, deliveryDay, paidDay } = page
  return (
    <section className={styles.tokenPart}>
      <h2>{t('store.moneyTitle')}</h2>
      <ol className={styles.money}>
        <li className={invoiceReceived ? styles.reached : undefined}>
          <b>{t('store.invoice')}</b>
          <br />
          <span className="t2">{t(invoiceReceived ? 'store.invoiceReceived' : 'store.invoiceMissing')}</span>
        </li>
        <li className={deliveryDay ? styles.reached : undefined}>
          <b>{t('store.handover')}</b>
          <br />
          <span className="t2">{deliveryDay ? <Day day={deliveryDay} /> : t('store.handoverMissing')}</span>
        </li>
        <li className={paidDay ? styles.reached : undefined}>
          <b>{t('store.payment')}</b>
          <br />
          <span className="t2">
            {paidDay ? <Day day={paidDay} /> : t('store.paymentTerms', { count: page.paymentTermsDays })}
          </span>
        </li>
      </ol>
    </section>
  )
}
