import { orderLinks } from '#features/orders/orders/link-contract.ts'
import { bikeKinds } from '#features/orders/orders/shapes.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { isApiError, useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { FieldRow } from '#platform/web/form/Field.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { Contact } from '#platform/web/parts/Contact.tsx'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { LinkProblem } from '#platform/web/parts/LinkProblem.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { usePageTitle } from '#platform/web/parts/PageHead.tsx'
import { isToken, useLinkToken } from '#platform/web/router/use-link-token.ts'
import { Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { AccessoryRows } from '../../web/forms/AccessoryRows.tsx'

type Page = ReplyOf<typeof orderLinks.counterPage>

/** /kassa/{token}: the clerk fills in bike and price of the order that a buyer shows at the counter. */
export function CounterPage() {
  const token = useLinkToken('/kassa')
  const found = useApi(orderLinks.counterPage, { params: { token }, enabled: isToken(token) })
  if (!isToken(token) || isApiError(found.error, 'TOKEN_NOT_VALID', 'NOT_FOUND')) return <LinkProblem />
  return <Loaded from={found}>{(page) => <Whole page={page} token={token} />}</Loaded>
}

function Whole({ page, token }: { page: Page; token: string }) {
  const t = useTexts('counter')
  usePageTitle(t('title'))
  return (
    <div className="stack-lg">
      <div>
        <p className="t2">{page.storeName}</p>
        <h1>{t('title')}</h1>
      </div>
      {page.isOpen && <p className="lead">{t('lead', { name: page.firstName })}</p>}
      {!page.isOpen && <Note kind="ok">{t(page.bike ? 'filled' : 'closed', { name: page.firstName })}</Note>}
      <Facts
        rows={[
          [t('order'), page.orderNumber],
          [t('bike'), page.bike],
          [t('total'), page.total !== null && <Money key="total" euros={page.total} />],
        ]}
      />
      {page.isOpen && <BikeForm token={token} />}
      <Contact />
    </div>
  )
}

function BikeForm({ token }: { token: string }) {
  const t = useTexts('orders')
  const own = useTexts('counter')
  return (
    <Form
      endpoint={orderLinks.fillCounter}
      params={{ token }}
      initial={{ package: { accessories: [] } }}
      submit={own('submit')}
      wide
      refresh={[orderLinks.counterPage]}
      onDone={() => undefined}
    >
      <FieldRow>
        <Field name="package.brand" label={t('form.brand')} autoComplete="off" />
        <Field name="package.model" label={t('form.model')} autoComplete="off" />
      </FieldRow>
      <Field
        name="package.kind"
        kind="select"
        label={t('form.kind')}
        placeholder={t('form.chooseKind')}
        options={bikeKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
      />
      <FieldRow>
        <Field name="package.frameSize" label={t('form.frameSize')} autoComplete="off" />
        <Field name="package.colour" label={t('form.colour')} autoComplete="off" />
      </FieldRow>
      <Field name="package.bikePrice" kind="money" label={t('form.bikePrice')} hint={own('priceHint')} />
      <AccessoryRows onPrice={() => undefined} />
    </Form>
  )
}
