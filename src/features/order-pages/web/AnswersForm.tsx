import { type ReactNode, useState } from 'react'
import { orders } from '#features/orders/contract.ts'
import type { OrderViewType, PriceCardType } from '#features/orders/shapes.ts'
import { features } from '#platform/values/features.ts'
import { centsFromEuros } from '#platform/values/money.ts'
import { Field } from '#platform/web/form/Field.tsx'
import { Form } from '#platform/web/form/Form.tsx'
import { Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './Orders.module.css'
import { orderReads } from './order-reads.ts'

interface Props {
  order: OrderViewType
  card: PriceCardType
  beside?: ReactNode
}

/** Delivery, the employer's policy and the insurance; sending it makes the agreement. */
export function AnswersForm({ order, card, beside }: Props) {
  const t = useTexts('orders')
  const [home, setHome] = useState(order.delivery === 'HOME_DELIVERY')
  const { policy } = order
  return (
    <section className={`card ${styles.work}`}>
      <Form
        endpoint={orders.setAnswers}
        params={{ orderId: order.orderId }}
        initial={{ delivery: order.delivery ?? 'PICKUP', deliveryAddress: order.deliveryAddress }}
        also={{ delivery: 'PICKUP', version: order.version, policyId: policy?.policyId ?? null }}
        submit={t('answers.submit')}
        refresh={orderReads}
        beside={beside}
      >
        <div className={styles.part}>
          <h2>{t('answers.delivery')}</h2>
          {policy?.homeDelivery ? (
            <Field
              name="delivery"
              kind="segmented"
              label={t('answers.how')}
              options={[
                { value: 'PICKUP', label: t('answers.PICKUP') },
                { value: 'HOME_DELIVERY', label: t('answers.HOME_DELIVERY') },
              ]}
              onInput={(value) => setHome(value === 'HOME_DELIVERY')}
            />
          ) : (
            <p>{t('answers.pickupOnly', { store: order.bikeStore?.storeName })}</p>
          )}
          {policy?.homeDelivery && home && (
            <Field name="deliveryAddress" label={t('answers.address')} autoComplete="street-address" required />
          )}
        </div>
        <div className={styles.part}>
          <h2>{t('answers.policy')}</h2>
          {policy?.body && (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls has to be reachable by keyboard.
            <section className={`sunk sm ${styles.policy}`} aria-label={t('answers.policy')} tabIndex={0}>
              {policy.body}
            </section>
          )}
          <Field
            name="acceptPolicy"
            kind="checkbox"
            label={t('answers.acceptPolicy', { company: order.companyName })}
            required
          />
        </div>
        <div className={styles.part}>
          <h2>{t('answers.insurance')}</h2>
          <p className="sm t2">
            {t('answers.insuranceText', { count: card.leaseTimeMonths })}{' '}
            <Money cents={centsFromEuros(card.insurance)} />.
          </p>
          {features['insurance-terms'].isOn && (
            <Field name="acceptInsurance" kind="checkbox" label={t('answers.acceptInsurance')} required />
          )}
        </div>
      </Form>
    </section>
  )
}
