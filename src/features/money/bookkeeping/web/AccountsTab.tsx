import type { ReplyOf } from '#platform/contract/contract.ts'
import { pages } from '#platform/contract/pages.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { NativeSelect } from '#platform/web/controls/NativeSelect.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { bookkeeping } from '../contract.ts'
import styles from './Books.module.css'
import { Figures } from './Figures.tsx'
import { useMonth } from './use-month.ts'

type Balances = ReplyOf<typeof bookkeeping.balances>['items']

/** The trial balance of a month; each account leads to its card. */
export function AccountsTab() {
  const t = useTexts('bookkeeping')
  const { period, choice } = useMonth()
  const read = useApi(bookkeeping.balances, { query: period, keepPrevious: true })
  return (
    <div className="stack-md">
      <div className={styles.actions}>
        <NativeSelect label={t('period')} {...choice} />
      </div>
      <Loaded from={read}>{({ items }) => <Balance items={items} period={period} />}</Loaded>
    </div>
  )
}

function Balance({ items, period }: { items: Balances; period: { from: string; to: string } }) {
  const t = useTexts('bookkeeping')
  const total = (key: 'debit' | 'credit') => items.reduce((cents, row) => cents + Math.round(row[key] * 100), 0) / 100
  const sums = [
    t('balances.total'),
    '',
    '',
    <Money key="debit" euros={total('debit')} />,
    <Money key="credit" euros={total('credit')} />,
    '',
  ]
  return (
    <Figures
      title={t('balances.title')}
      empty={t('balances.empty')}
      columns={['code', 'account', 'opening', 'debit', 'credit', 'closing']}
      amountsFrom={2}
      rows={[
        ...items.map(({ account, code, opening, debit, credit, closing }) => [
          code,
          <Link
            key="card"
            to={pages.adminBookkeeping}
            search={{ tab: 'vouchers', account, ...period }}
            aria-label={`${t(`accounts.${account}`)}: ${t('vouchers.allOfAccount', { code })}`}
          >
            {t(`accounts.${account}`)}
          </Link>,
          <Money key="opening" euros={opening} />,
          <Money key="debit" euros={debit} />,
          <Money key="credit" euros={credit} />,
          <Money key="closing" euros={closing} />,
        ]),
        ...(items.length > 0 ? [sums] : []),
      ]}
    />
  )
}
