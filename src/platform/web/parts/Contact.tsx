import { phoneAddress } from '#platform/web/router/phone-address.ts'
import { useBrand } from '#platform/web/shell/brand.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './Contact.module.css'

/** Whom to ask, with the number to tell them. */
export function Contact({ orderNumber }: { orderNumber?: string }) {
  const t = useTexts()
  const brand = useBrand()
  return (
    <section className="card">
      <h2>{t('contact.title')}</h2>
      <p className={`sm t2 ${styles.hours}`}>
        {t('contact.hours', { hours: brand.openingHours })}{' '}
        {orderNumber && (
          <span>
            {t('contact.number')} <b className="n">{orderNumber}</b>.
          </span>
        )}
      </p>
      <p className={styles.ask}>
        <a className="n" href={phoneAddress(brand.phone)}>
          {brand.phone}
        </a>{' '}
        · <a href={`mailto:${brand.email}`}>{brand.email}</a>
      </p>
    </section>
  )
}
