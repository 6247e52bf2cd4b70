import type { ReplyOf } from '#platform/contract/contract.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { NativeSelect } from '#platform/web/controls/NativeSelect.tsx'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { bookkeeping } from '../contract.ts'
import styles from './Books.module.css'
import { Figures } from './Figures.tsx'
import { useMonth } from './use-month.ts'

type BankDay = ReplyOf<typeof bookkeeping.bank>['items'][number]

/** The bank's balance beside the ledger's, day by day, with what explains the difference. */
export function BankTab() {
  const t = useTexts('bookkeeping')
  const { period, choice } = useMonth()
  const read = useApi(bookkeeping.bank, { query: period, keepPrevious: true })
  return (
    <div className="stack-md">
      <div className={styles.actions}>
        <NativeSelect label={t('period')} {...choice} />
      </div>
      <Loaded from={read}>
        {({ items }) => (
          <Figures
            title={t('bank.title')}
            empty={t('bank.empty')}
            columns={['day', 'explained', 'ledger', 'statement', 'difference']}
            amountsFrom={2}
            rows={items.map((row) => [
              <Day key="day" day={row.day} />,
              <Explained key="explained" row={row} />,
              <Money key="ledger" euros={row.ledger} />,
              <Money key="statement" euros={row.statement} />,
              <Money key="difference" euros={row.difference} />,
            ])}
          />
        )}
      </Loaded>
    </div>
  )
}

function Explained({ row }: { row: BankDay }) {
  const t = useTexts('bookkeeping')
  if (row.parts.length === 0 && row.unexplained === 0) return t('bank.agrees')
  return (
    <ul className={styles.parts}>
      {row.parts.map(({ part, amount }) => (
        <li key={part}>
          <Money euros={amount} /> {t(`bank.parts.${part}`)}
        </li>
      ))}
      {row.unexplained !== 0 && (
        <li className={styles.unexplained}>
          <Money euros={row.unexplained} /> {t('bank.unexplained')}
        </li>
      )}
    </ul>
  )
}
