import { fileUrl } from '#platform/web/api/api.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { brokerage, type OfferRow } from '../contract.ts'
import styles from './Brokerage.module.css'

/** One bicycle on offer: its picture, its price and what is left of the lease. */
export function OfferCard({ offer, show }: { offer: OfferRow; show: () => void }) {
  const t = useTexts('brokerage')
  const photoId = offer.photoIds[0]
  return (
    <article className={`card ${styles.offer}`}>
      {photoId && (
        <img
          className={styles.picture}
          src={fileUrl(brokerage.photo, { id: offer.bikeBrokerageId, photoId })}
          alt={t('photos.alt', { bike: offer.bike, place: 1 })}
          loading="lazy"
        />
      )}
      <h3>{offer.bike}</h3>
      <Facts
        rows={[
          [t('columns.instalment'), <Money key="m" euros={offer.instalment} />],
          [t('columns.monthsLeft'), t('market.months', { count: offer.monthsLeft })],
          [t('columns.frameSize'), offer.frameSize],
          [t('columns.municipality'), offer.municipality],
        ]}
      />
      <div>
        <Button onClick={show}>{t('market.show', { bike: offer.bike })}</Button>
      </div>
    </article>
  )
}
