import type { ReactNode } from 'react'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { Day, Instant, Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import type { BikeServiceView } from '../contract.ts'

type Balance = NonNullable<BikeServiceView['balance']>
type Voucher = BikeServiceView['vouchers'][number]

/** What a lease has of service, how it is used and what becomes of the rest. */
export function ServiceBalance({ balance }: { balance: Balance }) {
  const t = useTexts('bike-services')
  return (
    <>
      <Facts
        rows={[
          [
            t('own.left'),
            <b key="l" className="fig">
              <Money euros={balance.left} />
            </b>,
          ],
          [t('own.used'), <Money key="u" euros={balance.used} />],
          [t('own.total'), <Money key="t" euros={balance.total} />],
          [t('own.lastDay'), balance.lastDay && <Day key="d" day={balance.lastDay} />],
        ]}
      />
      <p className="sm t2">
        {t(`own.${balance.release}`)}{' '}
        {balance.daysAfter > 0 ? t('own.after', { count: balance.daysAfter }) : t('own.lapses')}
      </p>
    </>
  )
}

/** Vouchers one below the other, as they read on a phone. */
export function VoucherHistory({
  vouchers,
  actOf,
}: {
  vouchers: readonly Voucher[]
  actOf?: (voucher: Voucher) => ReactNode
}) {
  const t = useTexts('bike-services')
  if (vouchers.length === 0) return <p className="t2">{t('history.empty')}</p>
  return (
    <ul className="stack-md" style={{ listStyle: 'none', padding: 0, margin: 0 }}>
      {vouchers.map((voucher) => (
        <li key={voucher.serviceVoucherId}>
          <p>
            <b>
              {voucher.sum === null ? <span>{t(`state.${voucher.state}`)}</span> : <Money euros={voucher.sum} />}
              {voucher.work && <span> · {voucher.work}</span>}
            </b>
          </p>
          <p className="sm t2">
            {voucher.storeName && <span>{voucher.storeName} · </span>}
            <Instant at={voucher.billedAt ?? voucher.createdAt} dayOnly />
            {voucher.invoice && <span> · {t(`invoice.${voucher.invoice}`)}</span>}
          </p>
          {actOf?.(voucher)}
        </li>
      ))}
    </ul>
  )
}
