import { Facts } from '#platform/web/parts/Facts.tsx'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import type { CaseView } from '../contract.ts'
import { OfferState } from './OfferState.tsx'

/** What is known of an offer to whoever reads it. */
export function CaseFacts({ one }: { one: CaseView }) {
  const t = useTexts('brokerage')
  return (
    <Facts
      rows={[
        [t('columns.state'), <OfferState key="s" step={one.step} />],
        [t('columns.awaited'), one.waitingFor.map((who) => t(`awaited.${who}`)).join(', ')],
        [t('columns.seller'), [one.sellerName, one.sellerCompany].filter(Boolean).join(', ')],
        [t('columns.taker'), [one.takerName, one.takerCompany].filter(Boolean).join(', ')],
        [t('columns.named'), one.namedEmail],
        [t('columns.agreement'), one.agreementNumber],
        [t('columns.kind'), one.kind && t(`kinds.${one.kind}`)],
        [t('columns.frameSize'), one.frameSize],
        [t('columns.municipality'), one.municipality],
        [t('columns.instalment'), <Money key="m" euros={one.instalment} />],
        [t('columns.leaseEnd'), <Day key="d" day={one.leaseEndDay} />],
        [t('columns.residual'), <Money key="r" euros={one.residual} />],
        [t('columns.expires'), one.expiresOn && <Day key="e" day={one.expiresOn} />],
        [t('columns.reservedUntil'), one.reservedUntil && <Day key="u" day={one.reservedUntil} />],
        [
          t('columns.closedReason'),
          one.closedReason === 'LESSOR_REFUSES' ? t('transfer.lessorRefuses') : one.closedReason,
        ],
      ]}
    />
  )
}
