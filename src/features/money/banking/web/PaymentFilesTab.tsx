import type { ReplyOf } from '#platform/contract/contract.ts'
import { pages } from '#platform/contract/pages.ts'
import { fileUrl, useApiAction } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Day, Instant, Money } from '#platform/web/table/Amounts.tsx'
import { DataTable } from '#platform/web/table/DataTable.tsx'
import { Removal } from '#platform/web/table/Removal.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { banking } from '../contract.ts'

type File = ReplyOf<typeof banking.paymentFiles>['items'][number]

/** Who has a file for the bank in hand. */
export const fileHolders = { MADE: 'staff', RELEASED: 'running', WITHDRAWN: 'none', REJECTED: 'trouble' } as const
const refresh = [banking.paymentFiles, banking.paymentFile, banking.orders]

/** Files for the bank: made by one person, released by another. */
export function PaymentFilesTab() {
  const t = useTexts('banking')
  return (
    <DataTable
      from={banking.paymentFiles}
      label={t('tabs.paymentFiles')}
      density="dense"
      rowKey={(row) => row.paymentFileId}
      columns={[
        { key: 'message', title: t('file.message'), cell: (row) => row.messageId.slice(-8) },
        { key: 'day', sort: 'executionDay', title: t('file.day'), cell: (row) => <Day day={row.executionDay} /> },
        { key: 'payments', title: t('file.payments'), cell: (row) => row.paymentCount, align: 'right' },
        {
          key: 'total',
          sort: 'total',
          title: t('file.total'),
          cell: (row) => <Money euros={row.total} />,
          align: 'right',
        },
        { key: 'madeBy', title: t('file.madeBy'), cell: (row) => row.madeBy },
        {
          key: 'state',
          title: t('file.state'),
          cell: (row) => <StatusPill holder={fileHolders[row.state]}>{t(`fileStates.${row.state}`)}</StatusPill>,
        },
      ]}
      panel={{
        title: (row) => row.messageId.slice(-8),
        content: (row) => <FilePanel key={`${row.paymentFileId}${row.version}`} row={row} />,
      }}
      empty={{ text: t('file.empty') }}
    />
  )
}

function FilePanel({ row }: { row: File }) {
  const t = useTexts('banking')
  const may = useMay()
  const withdraw = useApiAction(banking.withdraw, { refresh, onSuccess: () => showDone(t('file.withdrawn')) })
  const params = { id: row.paymentFileId }
  return (
    <div className="stack-lg">
      <Facts
        rows={[
          [t('file.message'), row.messageId],
          [t('file.day'), <Day key="day" day={row.executionDay} />],
          [t('file.payments'), row.paymentCount],
          [t('file.total'), <Money key="total" euros={row.total} />],
          [t('file.madeBy'), row.madeBy],
          [t('file.releasedBy'), row.releasedBy],
          [t('file.state'), row.releasedAt && <Instant key="at" at={row.releasedAt} />],
        ]}
      />
      <p>
        <Link to={pages.adminPaymentFile} params={{ paymentFileId: row.paymentFileId }}>
          {t(row.state === 'MADE' && may('bank:release') ? 'file.lookAndRelease' : 'file.look')}
        </Link>
      </p>
      {row.state === 'RELEASED' && may('bank:release') && (
        <a href={fileUrl(banking.download, params)}>{t('file.download')}</a>
      )}
      {row.state === 'MADE' && may('bank:pay') && (
        <Removal
          ask={t('file.withdraw')}
          title={t('file.withdraw')}
          text={t('file.withdrawText')}
          remove={() => withdraw.mutateAsync({ params, body: { version: row.version } })}
        />
      )}
    </div>
  )
}
