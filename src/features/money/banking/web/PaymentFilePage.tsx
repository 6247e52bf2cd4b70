import { pages } from '#platform/contract/pages.ts'
import { formatDay } from '#platform/values/days.ts'
import { centsFromEuros, formatEuros } from '#platform/values/money.ts'
import { fileUrl, useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useMay } from '#platform/web/api/user.ts'
import { PageHead } from '#platform/web/parts/PageHead.tsx'
import { StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { useParams } from '#platform/web/router/location.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import { banking } from '../contract.ts'
import styles from './PaymentFile.module.css'
import { fileHolders } from './PaymentFilesTab.tsx'
import { type PaymentFile, PaymentFileView } from './PaymentFileView.tsx'
import { ReleaseFile } from './ReleaseFile.tsx'

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
        <PaymentFileView file={file}>
          {file.state === 'MADE' && may('bank:release') && <ReleaseFile file={file} />}
          {file.state === 'RELEASED' && may('bank:release') && (
            <p>
              <a href={fileUrl(banking.download, { id: file.paymentFileId })}>{t('file.download')}</a>
            </p>
          )}
        </PaymentFileView>
      </div>
    </>
  )
}
