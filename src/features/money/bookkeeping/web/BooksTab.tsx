import { fileUrl, useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { NativeSelect } from '#platform/web/controls/NativeSelect.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { Money } from '#platform/web/table/Amounts.tsx'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import { bookkeeping } from '../contract.ts'
import { AccountCodes } from './AccountCodes.tsx'
import styles from './Books.module.css'
import { Compared } from './Compared.tsx'
import { Figures } from './Figures.tsx'
import { useMonth } from './use-month.ts'

/** What bookkeeping takes from the service: the ledger's file, VAT by rate, and whether everything agrees. */
export function BooksTab() {
  const t = useTexts('bookkeeping')
  const may = useMay()
  const { period, choice } = useMonth()
  return (
    <div className="stack-md">
      <div className={styles.actions}>
        <NativeSelect label={t('period')} {...choice} />
        {(['csv', 'xlsx'] as const).map((format) => (
          <Button
            key={format}
            component="a"
            href={fileUrl(bookkeeping.ledgerFile, undefined, { ...period, format })}
            download
          >
            {t(`export.${format}`)}
          </Button>
        ))}
        {may('settings:write') && <AccountCodes />}
      </div>
      <Vat period={period} />
      <Reconciliation />
    </div>
  )
}

function Vat({ period }: { period: { from: string; to: string } }) {
  const t = useTexts('bookkeeping')
  const language = useLanguage()
  const read = useApi(bookkeeping.vatSummary, { query: period, keepPrevious: true })
  return (
    <Loaded from={read}>
      {({ items }) => (
        <Figures
          title={t('vat.title')}
          empty={t('vat.empty')}
          columns={['direction', 'rate', 'net', 'vat']}
          amountsFrom={1}
          rows={items.map((row) => [
            t(`directions.${row.direction}`),
            row.vatPercent.toLocaleString(language),
            <Money key="net" euros={row.net} />,
            <Money key="vat" euros={row.vat} />,
          ])}
        />
      )}
    </Loaded>
  )
}

function Reconciliation() {
  const t = useTexts('bookkeeping')
  const read = useApi(bookkeeping.reconciliation, {})
  return (
    <Loaded from={read}>
      {({ isBalanced, rows, aged }) => (
        <>
          <Note kind={isBalanced ? 'ok' : 'danger'}>{t(isBalanced ? 'check.ok' : 'check.wrong')}</Note>
          <Compared rows={rows} />
          <Figures
            title={t('aged.title')}
            empty={t('aged.empty')}
            columns={['direction', 'age', 'count', 'open']}
            amountsFrom={2}
            rows={aged.map((row) => [
              t(`directions.${row.direction}`),
              t(`ages.${row.age}`),
              row.count,
              <Money key="open" euros={row.open} />,
            ])}
          />
        </>
      )}
    </Loaded>
  )
}
