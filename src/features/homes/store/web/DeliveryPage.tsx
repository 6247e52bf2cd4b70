import { useState } from 'react'
import { orderLinks } from '#features/orders/orders/link-contract.ts'
import styles from '#features/orders/orders/web/Orders.module.css'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { isApiError, useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Field } from '#platform/web/form/Field.tsx'
import { Form } from '#platform/web/form/Form.tsx'
import { Contact } from '#platform/web/parts/Contact.tsx'
import { Illustration } from '#platform/web/parts/Illustration.tsx'
import { LinkProblem } from '#platform/web/parts/LinkProblem.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { usePageTitle } from '#platform/web/parts/PageHead.tsx'
import { isToken, useLinkToken } from '#platform/web/router/use-link-token.ts'
import { Day } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { StoreHome } from './StorePage.tsx'
import { CodeCheck } from './StoreWork.tsx'

type Delivery = ReplyOf<typeof orderLinks.deliveryPage>

/** /runkonumero-ja-toimitus/{token}: frame number and hand-over day by link, made for a phone at the counter. */
export function DeliveryPage() {
  const token = useLinkToken('/runkonumero-ja-toimitus')
  const found = useApi(orderLinks.deliveryPage, { params: { token }, enabled: isToken(token) })
  if (!isToken(token) || isApiError(found.error, 'TOKEN_NOT_VALID', 'NOT_FOUND')) return <LinkProblem />
  return (
    <Loaded from={found}>
      {(page) =>
        page.by === 'STORE' ? (
          <StoreHome token={token} otherwise={<HandOver page={page} token={token} />} />
        ) : (
          <HandOver page={page} token={token} />
        )
      }
    </Loaded>
  )
}

function HandOver({ page, token }: { page: Delivery; token: string }) {
  const t = useTexts('orders')
  const [done, setDone] = useState<Delivery | null>(null)
  const shown = done ?? page
  const title = done ? t('token.doneTitle') : titleOf(page, t)
  usePageTitle(title)
  return (
    <div>
      <Illustration name="luovutus" width="min(11rem, 48vw)" />
      <div className={styles.road}>
        {page.store && <p className="t2">{page.store}</p>}
        <h1>{title}</h1>
      </div>
      <dl className={styles.bike}>
        <Row name={t('token.bike')}>{page.bike}</Row>
        <Row name={t('token.order')}>
          <span className="n">{page.orderNumber}</span>
        </Row>
        {shown.frameNumber && <Row name={t('delivery.frame')}>{shown.frameNumber}</Row>}
        {shown.deliveryDay && (
          <Row name={t('delivery.day')}>
            <Day day={shown.deliveryDay} />
          </Row>
        )}
      </dl>
      {done && (
        <div role="status">
          <Note kind="ok">
            <p>{t(`token.done.${page.by}`)}</p>
          </Note>
        </div>
      )}
      {!done && !page.open && <Note>{t(page.deliveryDay ? 'token.reported' : 'token.notYet')}</Note>}
      {!done && page.open && page.deliveryDay && (
        <div style={{ marginBottom: 'var(--s-4)' }}>
          <Note>{t(page.needsCode ? 'token.reportedCode' : 'token.reportedOpen')}</Note>
        </div>
      )}
      {!done && page.open && page.needsCode && (
        <CodeCheck code={orderLinks.checkDeliveryCode} token={token} refresh={[orderLinks.deliveryPage]} />
      )}
      {!done && page.open && !page.needsCode && <ReportForm page={page} token={token} done={setDone} />}
      <div className={styles.tokenPart}>
        <Contact orderNumber={page.orderNumber} />
      </div>
    </div>
  )
}

/** What the page asks for; of a hand-over that is told already, that it is. */
function titleOf({ by, firstName, deliveryDay, bike }: Delivery, t: ReturnType<typeof useTexts>) {
  return deliveryDay ? t('store-page:deliveredTitle', { bike }) : t(`token.title.${by}`, { name: firstName })
}

function Row({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function ReportForm({ page, token, done }: { page: Delivery; token: string; done: (page: Delivery) => void }) {
  const t = useTexts('orders')
  return (
    <Form
      endpoint={orderLinks.reportDelivery}
      params={{ token }}
      initial={{ frameNumber: page.frameNumber, deliveryDay: page.deliveryDay ?? page.today }}
      submit={t(page.deliveryDay ? 'token.correct' : 'token.submit')}
      wide
      unguarded
      refresh={[orderLinks.deliveryPage]}
      onDone={done}
    >
      <Field name="frameNumber" label={t('delivery.frame')} hint={t('delivery.frameHint')} autoComplete="off" />
      <Field name="deliveryDay" kind="day" label={t('delivery.day')} hint={t('delivery.dayHint')} />
    </Form>
  )
}
