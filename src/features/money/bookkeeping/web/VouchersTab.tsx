import { accountCodes, type LedgerAccount } from '#features/money/invoices/rules/posting.ts'
import { pages } from '#platform/contract/pages.ts'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { useAddressState } from '#platform/web/router/address-state.ts'
import { Link } from '#platform/web/router/Link.tsx'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { DataTable } from '#platform/web/table/DataTable.tsx'
import type { Column, RowOf } from '#platform/web/table/table-types.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { bookkeeping } from '../contract.ts'
import { vatBoxes } from '../rules/vat-return.ts'
import styles from './Books.module.css'
import { Figures } from './Figures.tsx'

const accounts = Object.keys(accountCodes) as LedgerAccount[]

type Voucher = RowOf<typeof bookkeeping.vouchers>

/** The vouchers, searched by number, sum and party; those of one account are its card. */
export function VouchersTab() {
  const t = useTexts('bookkeeping')
  const [{ account }] = useAddressState()
  const onAccount: Column<Voucher> = {
    key: 'onAccount',
    title: t('vouchers.onAccount'),
    cell: (row) => <Money euros={row.onAccount ?? 0} />,
    align: 'right',
  }
  return (
    <DataTable
      from={bookkeeping.vouchers}
      label={t('vouchers.list')}
      density="dense"
      rowKey={(row) => row.voucherId}
      search={{ name: 'search', hint: t('vouchers.search') }}
      filters={[
        {
          name: 'account',
          label: t('vouchers.account'),
          options: accounts.map((value) => ({ value, label: t(`accounts.${value}`) })),
        },
        {
          name: 'box',
          label: t('vouchers.box'),
          options: vatBoxes.map((value) => ({ value, label: `${value} ${t(`return.boxes.${value}`)}` })),
        },
        { name: 'from', kind: 'day', label: t('vouchers.from') },
        { name: 'to', kind: 'day', label: t('vouchers.to') },
      ]}
      columns={[
        { key: 'number', title: t('vouchers.number'), cell: (row) => row.number ?? t('vouchers.unnumbered') },
        { key: 'day', sort: 'day', title: t('vouchers.day'), cell: (row) => <Day day={row.day} /> },
        { key: 'party', inName: true, title: t('vouchers.party'), cell: (row) => row.party ?? '–' },
        { key: 'document', title: t('vouchers.document'), cell: (row) => row.document ?? '–', choice: true },
        { key: 'sum', sort: 'sum', title: t('vouchers.sum'), cell: (row) => <Money euros={row.sum} />, align: 'right' },
        ...(account ? [onAccount] : []),
      ]}
      panel={{
        byId: true,
        title: (row) => row.number ?? t('vouchers.unnumbered'),
        above: (row) => t(`vouchers.series.${row.series}`),
        content: (row) => <VoucherPanel row={row} />,
      }}
      empty={{ text: t('vouchers.empty') }}
    />
  )
}

/** A voucher's rows, and the way to what it comes from. */
function VoucherPanel({ row }: { row: Voucher }) {
  const t = useTexts('bookkeeping')
  return (
    <div className="stack-lg">
      <Facts
        rows={[
          [t('vouchers.day'), <Day key="day" day={row.day} />],
          [t('vouchers.ownDay'), row.ownDay && <Day key="own" day={row.ownDay} />],
          [t('vouchers.party'), row.party],
          [t('vouchers.document'), row.document],
        ]}
      />
      <Figures
        title={t('vouchers.number')}
        columns={['account', 'debit', 'credit']}
        amountsFrom={1}
        wraps
        rows={row.rows.map(({ account, code, amount }) => [
          `${code} ${t(`accounts.${account}`)}`,
          amount > 0 && <Money key="debit" euros={amount} />,
          amount < 0 && <Money key="credit" euros={-amount} />,
        ])}
      />
      <div className={styles.actions}>
        {row.invoiceId && (
          <Link to={pages.adminInvoices} search={{ open: row.invoiceId }}>
            {t('vouchers.openInvoice')}
          </Link>
        )}
        {row.entryId && (
          <Link to={pages.adminBank} search={{ open: row.entryId }}>
            {t('vouchers.openEntry')}
          </Link>
        )}
        {row.orderId && (
          <Link to={pages.adminOrder} params={{ orderId: row.orderId }}>
            {t('vouchers.openOrder')}
          </Link>
        )}
      </div>
    </div>
  )
}
