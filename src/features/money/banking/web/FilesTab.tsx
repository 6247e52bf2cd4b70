import { Facts } from '#platform/web/parts/Facts.tsx'
import { Instant } from '#platform/web/table/Amounts.tsx'
import { DataTable } from '#platform/web/table/DataTable.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { banking } from '../contract.ts'

/** The files that were taken in, with what each brought. */
export function FilesTab() {
  const t = useTexts('banking')
  return (
    <DataTable
      from={banking.files}
      label={t('tabs.files')}
      density="dense"
      rowKey={(row) => row.bankFileId}
      columns={[
        { key: 'name', title: t('taken.name'), cell: (row) => row.name },
        { key: 'kind', title: t('taken.kind'), cell: (row) => t(`taken.kinds.${row.kind}`) },
        {
          key: 'at',
          sort: 'createdAt',
          inName: true,
          title: t('taken.at'),
          cell: (row) => <Instant at={row.createdAt} />,
        },
        { key: 'entries', title: t('taken.entries'), cell: (row) => row.entryCount, align: 'right' },
        { key: 'matched', title: t('taken.matched'), cell: (row) => row.matchedCount, align: 'right' },
      ]}
      panel={{
        title: (row) => row.name,
        content: (row) => (
          <Facts
            rows={[
              [t('taken.kind'), t(`taken.kinds.${row.kind}`)],
              [t('taken.at'), <Instant key="at" at={row.createdAt} />],
              [t('taken.broughtBy'), row.broughtBy],
              [t('taken.confirmedBy'), row.confirmedBy],
              [t('taken.entries'), row.entryCount],
              [t('taken.matched'), row.matchedCount],
              [t('taken.known'), row.knownCount],
              [t('taken.doubts'), row.doubtCount],
              [
                t('entry.iban'),
                row.skippedAccounts.length > 0 && t('take.skipped', { accounts: row.skippedAccounts.join(', ') }),
              ],
            ]}
          />
        ),
      }}
      empty={{ text: t('taken.empty') }}
    />
  )
}
