import { mapLink } from '#platform/values/map-link.ts'
import { phoneAddress } from '#platform/web/router/phone-address.ts'
import { formatPhone } from '#platform/web/words/formats.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './StorePlace.module.css'

interface Props {
  storeName: string
  address: string | null
  openingHours: string | null
  phone?: string | null
}

/** Where a store is and when it is open, with the way there; nothing of one whose address is not known. */
export function StorePlace({ storeName, address, openingHours, phone }: Props) {
  const t = useTexts()
  if (!address) return null
  return (
    <address className={styles.place}>
      <b>{storeName}</b>
      <span>{address}</span>
      {openingHours && <span>{openingHours}</span>}
      <span className="row">
        <a href={mapLink(address)} target="_blank" rel="noreferrer">
          {t('contact.map')}
        </a>
        {phone && (
          <a className="n" href={phoneAddress(phone)}>
            {formatPhone(phone)}
          </a>
        )}
      </span>
    </address>
  )
}
