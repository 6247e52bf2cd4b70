import type { ReactNode } from 'react'
import { terms } from '#features/ground/terms/contract.ts'
import { orders } from '#features/orders/orders/contract.ts'
import type { OrderViewType, PriceCardType } from '#features/orders/orders/shapes.ts'
import { centsFromEuros } from '#platform/values/money.ts'
import { fileUrl, useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Field } from '#platform/web/form/Field.tsx'
import { Form } from '#platform/web/form/Form.tsx'
import { useForm } from '#platform/web/form/form-context.ts'
import { Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from '../Orders.module.css'
import { orderReads } from '../order-reads.ts'
import { isOnlineShop } from '../seller.ts'

interface Props {
  order: OrderViewType
  card: PriceCardType
  beside?: ReactNode
}

function DeliveryPart({ order }: { order: OrderViewType }) {
  const t = useTexts('orders')
  const home = useForm().inputOf('delivery', 'segmented') === 'HOME_DELIVERY'
  const { policy } = order
  const pickup = isOnlineShop(order) ? 'PICKUP_POINT' : 'PICKUP'
  return (
    <div className={styles.part}>
      <h2>{t('answers.delivery')}</h2>
      {policy?.homeDelivery ? (
        <Field
          name="delivery"
          kind="segmented"
          label={t('answers.how')}
          options={[
            { value: 'PICKUP', label: t(`answers.${pickup}`) },
            { value: 'HOME_DELIVERY', label: t('answers.HOME_DELIVERY') },
          ]}
        />
      ) : (
        <p>{t(`answers.only.${pickup}`, { store: order.bikeStore?.storeName })}</p>
      )}
      {policy?.homeDelivery && home && (
        <Field name="deliveryAddress" label={t('answers.address')} autoComplete="street-address" required />
      )}
    </div>
  )
}

function PolicyPart({ order: { policy, companyName } }: { order: OrderViewType }) {
  const t = useTexts('orders')
  return (
    <div className={styles.part}>
      <h2>{t('answers.policy')}</h2>
      {policy?.body && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls has to be reachable by keyboard.
        <section className={`sunk sm ${styles.policy}`} aria-label={t('answers.policy')} tabIndex={0}>
          {policy.body}
        </section>
      )}
      <Field name="acceptPolicy" kind="checkbox" label={t('answers.acceptPolicy', { company: companyName })} required />
    </div>
  )
}

/** A web shop sends the bike home; in a store it is fetched. */
const usualDelivery = ({ isOnlineOrder }: OrderViewType) => (isOnlineOrder ? 'HOME_DELIVERY' : 'PICKUP')

/** Delivery, the employer's policy and the insurance; sending it makes the agreement. */
export function AnswersForm({ order, card, beside }: Props) {
  const t = useTexts('orders')
  const { policy } = order
  return (
    <section className={`card ${styles.work}`}>
      <Form
        endpoint={orders.setAnswers}
        params={{ orderId: order.orderId }}
        initial={{ delivery: order.delivery ?? usualDelivery(order), deliveryAddress: order.deliveryAddress }}
        also={{
          delivery: 'PICKUP',
          version: order.version,
          policyId: policy?.policyId ?? null,
          insuranceTermsId: order.insuranceTerms?.termsId ?? null,
        }}
        submit={t('answers.submit')}
        refresh={orderReads}
        beside={beside}
      >
        <DeliveryPart order={order} />
        <PolicyPart order={order} />
        <div className={styles.part}>
          <h2>{t('answers.insurance')}</h2>
          <p className="sm t2">
            {t(order.insuranceTerms ? 'answers.insuranceText' : 'answers.noInsuranceText', {
              count: card.leaseTimeMonths,
            })}{' '}
            <Money cents={centsFromEuros(card.insurance)} />.
          </p>
          {order.insuranceTerms && <InsuranceTerms termsId={order.insuranceTerms.termsId} />}
        </div>
      </Form>
    </section>
  )
}

/** The terms with the box that accepts them: no box before there is something to read. */
function InsuranceTerms({ termsId }: { termsId: string }) {
  const t = useTexts('orders')
  const text = useApi(terms.get, { params: { id: termsId } })
  return (
    <Loaded from={text}>
      {({ title, content, number, language }) => (
        <>
          <section
            className={`sunk sm ${styles.policy}`}
            aria-label={t('answers.termsVersion', { title, number })}
            lang={language}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls has to be reachable by keyboard.
            tabIndex={0}
          >
            {content}
          </section>
          <p className="sm">
            <a href={fileUrl(terms.file, { id: termsId })}>{t('answers.termsFile')}</a>
          </p>
          <Field name="acceptInsurance" kind="checkbox" label={t('answers.acceptInsurance')} required />
        </>
      )}
    </Loaded>
  )
}
