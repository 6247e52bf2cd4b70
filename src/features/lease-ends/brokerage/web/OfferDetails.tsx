import { useMay } from '#platform/web/api/user.ts'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { navigate } from '#platform/web/router/history.ts'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import type { OfferRow } from '../contract.ts'
import { Photos } from './Photos.tsx'
import { TakeOver } from './TakeOver.tsx'

/** All that is told of a bicycle on offer, and the reservation. */
export function OfferDetails({ offer, done }: { offer: OfferRow; done: () => void }) {
  const t = useTexts('brokerage')
  const may = useMay()
  return (
    <div className="stack-md">
      <Photos id={offer.bikeBrokerageId} photoIds={offer.photoIds} bike={offer.bike} />
      <p>{offer.description}</p>
      <Facts
        rows={[
          [t('columns.kind'), offer.kind && t(`kinds.${offer.kind}`)],
          [t('columns.frameSize'), offer.frameSize],
          [t('columns.municipality'), offer.municipality],
          [t('columns.instalment'), <Money key="m" euros={offer.instalment} />],
          [t('columns.monthsLeft'), t('market.months', { count: offer.monthsLeft })],
          [t('columns.leaseEnd'), <Day key="d" day={offer.leaseEndDay} />],
          [t('columns.residual'), <Money key="r" euros={offer.residual} />],
          [t('columns.tax'), offer.taxRegime && t(`taxes.${offer.taxRegime}`)],
        ]}
      />
      <p className="sm t2">{t('market.taxAnew')}</p>
      {offer.isOwn && <Note>{t('market.own')}</Note>}
      {!offer.isOwn && may('brokerage:reserve') && (
        <TakeOver
          of={offer}
          step="reserve"
          done={({ bikeBrokerageId }) => {
            done()
            navigate(`/mybike/valitys/${bikeBrokerageId}`)
          }}
        />
      )}
    </div>
  )
}
