import type { ReactNode } from 'react'
import { addMonths, firstOfMonth, formatMonth, lastOfMonth, monthOf } from '#platform/values/days.ts'
import { fileUrl, useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { serviceDay } from '#platform/web/api/service-clock.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { NativeSelect } from '#platform/web/controls/NativeSelect.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { useAddressState } from '#platform/web/router/address-state.ts'
import { Money } from '#platform/web/table/Amounts.tsx'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import { billing } from '../contract.ts'
import { AccountCodes } from './AccountCodes.tsx'
import styles from './Books.module.css'

const MONTHS_SHOWN = 24

/** What bookkeeping takes from the service: the ledger's file, VAT by rate, and whether everything agrees. */
export function BooksTab() {
  const t = useTexts('billing')
  const may = useMay()
  const [at, setAt] = useAddressState()
  const today = serviceDay()
  const months = Array.from({ length: MONTHS_SHOWN }, (_, ago) =>
    monthOf(addMonths(firstOfMonth(monthOf(today)), -ago)),
  )
  const month = at.month && months.includes(at.month) ? at.month : months[0]!
  const from = firstOfMonth(month)
  const period = { from, to: lastOfMonth(from) }
  return (
    <div className="stack-md">
      <div className={styles.actions}>
        <NativeSelect
          label={t('books.period')}
          value={month}
          onChange={({ currentTarget }) => setAt({ month: currentTarget.value })}
          data={months.map((value) => ({ value, label: formatMonth(value) }))}
        />
        {(['csv', 'xlsx'] as const).map((format) => (
          <Button
            key={format}
            component="a"
            href={fileUrl(billing.ledgerFile, undefined, { ...period, format })}
            download
          >
            {t(`books.export.${format}`)}
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
  const t = useTexts('billing')
  const language = useLanguage()
  const read = useApi(billing.vatSummary, { query: period, keepPrevious: true })
  return (
    <Loaded from={read}>
      {({ items }) => (
        <Figures
          title={t('books.vat.title')}
          empty={t('books.vat.empty')}
          columns={['direction', 'rate', 'net', 'vat']}
          amountsFrom={1}
          rows={items.map((row) => [
            t(`books.directions.${row.direction}`),
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
  const t = useTexts('billing')
  const read = useApi(billing.reconciliation, {})
  return (
    <Loaded from={read}>
      {({ isBalanced, rows, aged }) => (
        <>
          <Figures
            title={t('books.check.title')}
            note={
              <Note kind={isBalanced ? 'ok' : 'danger'}>{t(isBalanced ? 'books.check.ok' : 'books.check.wrong')}</Note>
            }
            columns={['account', 'ledger', 'open', 'difference']}
            amountsFrom={1}
            rows={rows.map((row) => [
              t(`books.accounts.${row.account}`),
              <Money key="ledger" euros={row.ledger} />,
              <Money key="open" euros={row.open} />,
              <Money key="difference" euros={row.difference} />,
            ])}
          />
          <Figures
            title={t('books.aged.title')}
            empty={t('books.aged.empty')}
            columns={['direction', 'age', 'count', 'open']}
            amountsFrom={2}
            rows={aged.map((row) => [
              t(`books.directions.${row.direction}`),
              t(`books.ages.${row.age}`),
              row.count,
              <Money key="open" euros={row.open} />,
            ])}
          />
        </>
      )}
    </Loaded>
  )
}

type ColumnName = 'direction' | 'rate' | 'net' | 'vat' | 'account' | 'ledger' | 'open' | 'difference' | 'age' | 'count'

interface FiguresProps {
  readonly title: string
  readonly note?: ReactNode
  readonly empty?: string
  /** Keys of the columns' names. */
  readonly columns: readonly ColumnName[]
  /** From this column on the cells are figures. */
  readonly amountsFrom: number
  readonly rows: readonly (readonly ReactNode[])[]
}

function Figures({ title, note, empty, columns, amountsFrom, rows }: FiguresProps) {
  const t = useTexts('billing')
  return (
    <section className="stack-md" aria-label={title}>
      <h2>{title}</h2>
      {note}
      {rows.length === 0 && empty ? (
        <p className="t2">{empty}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls sideways has to be reachable by keyboard.
        <section className={styles.frame} aria-label={title} tabIndex={0}>
          <table>
            <thead>
              <tr>
                {columns.map((key, index) => (
                  <th key={key} scope="col" className={index >= amountsFrom ? styles.amount : undefined}>
                    {t(`books.columns.${key}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((cells, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no other name and never move.
                <tr key={at}>
                  {cells.map((cell, index) => (
                    <td key={columns[index]} className={index >= amountsFrom ? styles.amount : undefined}>
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  )
}
