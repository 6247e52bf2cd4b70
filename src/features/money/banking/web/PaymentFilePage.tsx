import { useState } from 'react'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { pages } from '#platform/contract/pages.ts'
import { formatDay } from '#platform/values/days.ts'
import { centsFromEuros, formatEuros } from '#platform/values/money.ts'
import { fileUrl, useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { PageHead } from '#platform/web/parts/PageHead.tsx'
import { StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { useParams } from '#platform/web/router/location.ts'
import { Day, Instant, Money } from '#platform/web/table/Amounts.tsx'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import { banking } from '../contract.ts'
import { FilePayment } from './FilePayment.tsx'
import styles from './PaymentFile.module.css'
import { fileHolders } from './PaymentFilesTab.tsx'
import { ReleaseFile } from './ReleaseFile.tsx'

export type PaymentFile = ReplyOf<typeof banking.paymentFile>

/** More payments than these wait for a press, so that the act stays in reach. */
const FIRST_PAYMENTS = 50

/** /admin/pankki/aineisto/…: all that leaves with a file for the bank, for whoever releases it. */
export function PaymentFilePage() {
  const { paymentFileId = '' } = useParams()
  const read = useApi(banking.paymentFile, { params: { id: paymentFileId }, staleMs: 0 })
  return <Loaded from={read}>{(file) => <File file={file} />}</Loaded>
}

function File({ file }: { file: PaymentFile }) {
  const t = useTexts('banking')
  const may = useMay()
  const total = formatEuros(centsFromEuros(file.total), useLanguage())
  return (
    <>
      <PageHead
        above={
          <Link to={pages.adminBank} search={{ tab: 'paymentFiles' }}>
            {t('tabs.paymentFiles')}
          </Link>
        }
        title={t('release.title', { file: file.messageId.slice(-8) })}
        lead={t('release.lead', { count: file.paymentCount, total, day: formatDay(file.executionDay) })}
        aside={<StatusPill holder={fileHolders[file.state]}>{t(`fileStates.${file.state}`)}</StatusPill>}
      />
      <div className={`stack-lg ${styles.page}`}>
        <FileFacts file={file} />
        {file.state === 'MADE' && may('bank:release') && <ReleaseFile file={file} />}
        {file.state === 'RELEASED' && may('bank:release') && (
          <p>
            <a href={fileUrl(banking.download, { id: file.paymentFileId })}>{t('file.download')}</a>
          </p>
        )}
        <Payments file={file} />
      </div>
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
