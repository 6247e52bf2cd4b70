import { useState } from 'react'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { formatDay } from '#platform/values/days.ts'
import { centsFromEuros, formatEuros } from '#platform/values/money.ts'
import { fileUrl, useApiAction } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { Dialog } from '#platform/web/parts/Dialog.tsx'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Day, Instant, Money } from '#platform/web/table/Amounts.tsx'
import { DataTable } from '#platform/web/table/DataTable.tsx'
import { Removal } from '#platform/web/table/Removal.tsx'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import { banking } from '../contract.ts'

type File = ReplyOf<typeof banking.paymentFiles>['items'][number]

const holders = { MADE: 'staff', RELEASED: 'running', WITHDRAWN: 'none', REJECTED: 'trouble' } as const
const refresh = [banking.paymentFiles, banking.orders]

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
        { key: 'day', title: t('file.day'), cell: (row) => <Day day={row.executionDay} /> },
        { key: 'payments', title: t('file.payments'), cell: (row) => row.paymentCount, align: 'right' },
        { key: 'total', title: t('file.total'), cell: (row) => <Money euros={row.total} />, align: 'right' },
        { key: 'madeBy', title: t('file.madeBy'), cell: (row) => row.madeBy },
        {
          key: 'state',
          title: t('file.state'),
          cell: (row) => <StatusPill holder={holders[row.state]}>{t(`fileStates.${row.state}`)}</StatusPill>,
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
      {row.state === 'MADE' && may('bank:release') && <Release row={row} />}
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

function Release({ row }: { row: File }) {
  const t = useTexts('banking')
  const language = useLanguage()
  const [isOpen, setOpen] = useState(false)
  if (row.unmet.length > 0)
    return (
      <Note>
        {row.unmet.map((problem) => (
          <p key={problem}>{t(`file.unmet.${problem}`)}</p>
        ))}
      </Note>
    )
  const close = () => setOpen(false)
  const total = formatEuros(centsFromEuros(row.total), language)
  return (
    <div>
      <PrimaryButton onClick={() => setOpen(true)}>{t('file.release')}</PrimaryButton>
      <Dialog opened={isOpen} close={close} title={t('file.releaseTitle', { total })}>
        <Form
          endpoint={banking.release}
          params={{ id: row.paymentFileId }}
          also={{ version: row.version }}
          submit={t('file.release')}
          refresh={refresh}
          onDone={() => {
            close()
            showDone(t('file.released'))
          }}
        >
          <p className="t2">{t('file.releaseText', { count: row.paymentCount, day: formatDay(row.executionDay) })}</p>
          {row.needsCode && <Field name="code" label={t('file.code')} autoComplete="one-time-code" required />}
        </Form>
      </Dialog>
    </div>
  )
}
