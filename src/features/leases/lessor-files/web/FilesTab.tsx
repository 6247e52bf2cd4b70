import { fileUrl } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { Day, Instant } from '#platform/web/table/Amounts.tsx'
import { DataTable } from '#platform/web/table/DataTable.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { type LessorFileRow, lessorFiles } from '../contract.ts'
import { FileActs } from './FileActs.tsx'

/** The files between us and the lessors, and the making and taking in of the next one. */
export function FilesTab() {
  const t = useTexts('lessor-files')
  const may = useMay()
  return (
    <div className="stack-lg">
      {may('lessor-file:write') && <FileActs />}
      <DataTable
        from={lessorFiles.list}
        label={t('tabs.files')}
        density="dense"
        rowKey={(row) => row.lessorFileId}
        columns={[
          { key: 'name', title: t('file.column'), cell: (row) => row.name },
          { key: 'kind', title: t('file.kind'), cell: (row) => t(`file.kinds.${row.kind}`) },
          { key: 'lessor', title: t('difference.lessor'), cell: (row) => row.leasingCompanyName },
          {
            key: 'at',
            sort: 'createdAt',
            inName: true,
            title: t('file.at'),
            cell: (row) => <Instant at={row.createdAt} />,
          },
          { key: 'rows', title: t('file.rows'), cell: (row) => row.rows, align: 'right' },
          { key: 'found', title: t('file.found'), cell: (row) => row.found, align: 'right' },
        ]}
        panel={{ title: (row) => row.name, content: (row) => <FilePanel row={row} /> }}
        empty={{ text: t('file.empty') }}
      />
    </div>
  )
}

function FilePanel({ row }: { row: LessorFileRow }) {
  const t = useTexts('lessor-files')
  return (
    <div className="stack-md">
      <Facts
        rows={[
          [t('file.kind'), t(`file.kinds.${row.kind}`)],
          [t('difference.lessor'), row.leasingCompanyName],
          [t('file.at'), <Instant key="at" at={row.createdAt} />],
          [t('take.answersDay'), row.answersDay && <Day key="day" day={row.answersDay} />],
          [t('file.rows'), row.rows],
          [t('file.unanswered'), row.unanswered],
          [t('file.found'), row.kind !== 'NEWS' && row.found],
          [t('file.gone'), row.kind === 'LIST' && row.gone],
        ]}
      />
      <a href={fileUrl(lessorFiles.file, { id: row.lessorFileId })}>{t('file.download')}</a>
    </div>
  )
}
