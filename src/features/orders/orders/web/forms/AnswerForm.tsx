import { orders } from '#features/orders/orders/contract.ts'
import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import { Field } from '#platform/web/form/Field.tsx'
import { Form } from '#platform/web/form/Form.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from '../Orders.module.css'
import { orderReads } from '../order-reads.ts'

/** A question of the staff or the store, and the answer that lets the order go on. */
export function AnswerForm({ order }: { order: OrderViewType }) {
  const t = useTexts('orders')
  const { resumeStatus } = order
  if (!resumeStatus) return null
  return (
    <section className={`card stack-md ${styles.work}`}>
      <h2>{t(order.questionBy === 'STORE' ? 'question.storeTitle' : 'question.title')}</h2>
      <p className={styles.question}>{order.holdQuestion}</p>
      <Form
        endpoint={orders.move}
        params={{ orderId: order.orderId }}
        also={{ to: resumeStatus, version: order.version }}
        submit={t('question.submit')}
        refresh={orderReads}
        onDone={() => showDone(t('question.done'))}
      >
        <Field name="answer" kind="textarea" label={t('question.answer')} rows={4} required />
      </Form>
    </section>
  )
}
