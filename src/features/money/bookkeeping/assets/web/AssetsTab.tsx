import { fileUrl, useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { NativeSelect } from '#platform/web/controls/NativeSelect.tsx'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { DataTable } from '#platform/web/table/DataTable.tsx'
import type { RowOf } from '#platform/web/table/table-types.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from '../../web/Books.module.css'
import { useMonth } from '../../web/use-month.ts'
import { leaseAssets } from '../contract.ts'
import { AssetSettings } from './AssetSettings.tsx'

type Asset = RowOf<typeof leaseAssets.list>

/** Bicycles that the operator rents out itself, month by month. */
export function AssetsTab() {
  const t = useTexts('bookkeeping')
  const may = useMay()
  const { month, choice } = useMonth()
  const year = Number(month.slice(0, 4))
  return (
    <div className="stack-md">
      <p className="t2">{t('assets.lead')}</p>
      <div className={styles.actions}>
        <NativeSelect label={t('period')} {...choice} />
        {(['csv', 'xlsx'] as const).map((format) => (
          <Button key={format} component="a" href={fileUrl(leaseAssets.file, undefined, { format, year })} download>
            {t(`assets.export.${format}`, { year })}
          </Button>
        ))}
        {may('settings:write') && <AssetSettings />}
      </div>
      <Check />
      <DataTable
        from={leaseAssets.list}
        query={{ month }}
        label={t('assets.title')}
        density="dense"
        rowKey={(row) => row.assetId}
        columns={[
          { key: 'agreement', inName: true, title: t('assets.agreement'), cell: (row) => row.agreementNumber },
          { key: 'bicycle', inName: true, title: t('assets.bicycle'), cell: (row) => row.bicycle },
          {
            key: 'acquired',
            sort: 'acquiredDay',
            title: t('assets.acquiredDay'),
            cell: (row) => <Day day={row.acquiredDay} />,
          },
          {
            key: 'cost',
            sort: 'cost',
            title: t('assets.cost'),
            cell: (row) => <Money euros={row.cost} />,
            align: 'right',
          },
          {
            key: 'depreciation',
            title: t('assets.depreciation'),
            cell: (row) => <Money euros={row.depreciation} />,
            align: 'right',
          },
          { key: 'after', title: t('assets.after'), cell: (row) => <Money euros={row.bookValue} />, align: 'right' },
        ]}
        panel={{
          byId: true,
          title: (row) => row.agreementNumber,
          above: (row) => row.bicycle,
          content: (row) => <AssetPanel row={row} />,
        }}
        empty={{ text: t('assets.empty') }}
      />
    </div>
  )
}

/** Whether the assets are the bicycles that are out. */
function Check() {
  const t = useTexts('bookkeeping')
  const read = useApi(leaseAssets.check, {})
  return (
    <Loaded from={read}>
      {({ assets, bicyclesOut, bookValue, ledger, agrees }) => (
        <Note kind={agrees ? 'ok' : 'warn'}>
          {t('assets.check', { assets, out: bicyclesOut })} {t('assets.bookValue')} <Money euros={bookValue} />,{' '}
          {t('assets.ledger')} <Money euros={ledger} />.
        </Note>
      )}
    </Loaded>
  )
}

function AssetPanel({ row }: { row: Asset }) {
  const t = useTexts('bookkeeping')
  return (
    <Facts
      rows={[
        [t('assets.company'), row.companyName],
        [t('assets.cost'), <Money key="cost" euros={row.cost} />],
        [t('assets.residual'), <Money key="residual" euros={row.residual} />],
        [t('assets.months'), t('assets.monthCount', { count: row.months })],
        [t('assets.after'), <Money key="after" euros={row.bookValue} />],
        [t('assets.disposedDay'), row.disposedDay && <Day key="gone" day={row.disposedDay} />],
        [t('assets.disposed'), row.disposedAs && t(`assets.disposals.${row.disposedAs}`)],
        [t('assets.result'), row.result === null ? null : <Money key="result" euros={row.result} />],
      ]}
    />
  )
}
