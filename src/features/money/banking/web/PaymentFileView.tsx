import { type ReactNode, useState } from 'react'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { Day, Instant, Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import type { banking } from '../contract.ts'
import { FilePayment } from './FilePayment.tsx'
import styles from './PaymentFile.module.css'

export type PaymentFile = ReplyOf<typeof banking.paymentFile>

/** More payments than these wait for a press, so that the act stays in reach. */
const FIRST_PAYMENTS = 50

/** All that leaves with a file for the bank, as whoever releases it has to see it. */
export function PaymentFileView({ file, children }: { file: PaymentFile; children?: ReactNode }) {
  return (
    <>
      <FileFacts file={file} />
      {children}
      <Payments file={file} />
    </>
  )
}

function FileFacts({ file }: { file: PaymentFile }) {
  const t = useTexts('banking')
  return (
    <Facts
      rows={[
        [t('file.madeBy'), file.madeBy],
        [t('release.madeAt'), <Instant key="made" at={file.createdAt} />],
        [t('file.day'), <Day key="day" day={file.executionDay} />],
        [t('file.payments'), file.paymentCount],
        [t('file.total'), <Money key="total" euros={file.total} />],
        [t('file.releasedBy'), file.releasedBy],
        [t('release.releasedAt'), file.releasedAt && <Instant key="at" at={file.releasedAt} />],
      ]}
    />
  )
}

/** What somebody has to look at stands first. */
function Payments({ file }: { file: PaymentFile }) {
  const t = useTexts('banking')
  const weight = (one: PaymentFile['payments'][number]) => (one.problem ? 2 : one.changes.length > 0 ? 1 : 0)
  const payments = file.payments.toSorted((left, right) => weight(right) - weight(left))
  const [isWhole, setWhole] = useState(payments.length <= FIRST_PAYMENTS)
  if (payments.length === 0) return <Note>{t('release.none')}</Note>
  return (
    <section className="stack-md">
      <h2>{t('release.payments')}</h2>
      <ul className={styles.list}>
        {(isWhole ? payments : payments.slice(0, FIRST_PAYMENTS)).map((payment) => (
          <li key={payment.paymentOrderId}>
            <FilePayment payment={payment} />
          </li>
        ))}
      </ul>
      {!isWhole && (
        <div>
          <Button onClick={() => setWhole(true)}>{t('release.all', { count: payments.length })}</Button>
        </div>
      )}
    </section>
  )
}
