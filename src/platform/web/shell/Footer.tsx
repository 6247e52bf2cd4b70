import type { Brand } from '#platform/values/brand.ts'
import { phoneAddress } from '#platform/web/router/phone-address.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { useBrand } from './brand.ts'
import styles from './Footer.module.css'
import { useTheme } from './theme-choice.ts'
import { Wordmark } from './Wordmark.tsx'

const service = [
  ['/tyonantajalle', 'forEmployers'],
  ['/tyontekijalle', 'forEmployees'],
  ['/pyoraliikkeelle', 'forStores'],
  ['/laskuri', 'calculator'],
] as const
const information = [
  ['/usein-kysytyt-kysymykset', 'questions'],
  ['/ota-yhteytta', 'contact'],
  ['/medialle', 'media'],
  ['/yritystiedot', 'companyFacts'],
  ['/saavutettavuus', 'accessibility'],
] as const

const isWebAddress = (url: string | undefined): url is string => url !== undefined && /^https?:\/\//i.test(url)

function Column({ title, links }: { title: string; links: readonly (readonly [string, string])[] }) {
  const t = useTexts()
  return (
    <nav aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {links.map(([to, text]) => (
          <li key={to}>
            <a href={to}>{t(`nav.${text}`)}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function OutsideLinks({ brand }: { brand: Brand }) {
  const t = useTexts()
  const games = [
    { url: brand.trainingLinks.employer, name: t('footer.employerGame') },
    { url: brand.trainingLinks.employee, name: t('footer.employeeGame') },
  ]
  const links = [...brand.socialLinks, ...games].filter((link) => isWebAddress(link.url))
  return links.map(({ url, name }) => (
    <a key={url} href={url} rel="noopener">
      {name}
    </a>
  ))
}

/** The contact details of the owner: in the footer and on the deactivated page. */
export function ContactDetails() {
  const t = useTexts()
  const brand = useBrand()
  return (
    <div className={styles.contact}>
      <h2>{t('footer.customerService', { hours: brand.openingHours })}</h2>
      <a className="n" href={phoneAddress(brand.phone)}>
        {brand.phone}
      </a>
      <a href={`mailto:${brand.email}`}>{brand.email}</a>
      <p>
        {brand.legalName}, {brand.streetAddress}, {brand.postalCode} {brand.city}
      </p>
    </div>
  )
}

/** The owner's official numbers. */
export function LegalFacts({ brand }: { brand: Brand }) {
  const t = useTexts()
  const facts = [
    [t('footer.businessId'), brand.businessId],
    [t('footer.vatNumber'), brand.vatNumber],
    [t('footer.eInvoice'), brand.eInvoiceAddress],
    [t('footer.operator'), brand.operatorId],
  ] as const
  return facts.map(([name, value]) => (
    <span key={name}>
      {name} <span className="n">{value}</span>
    </span>
  ))
}

/** The footer with public links, contact details and the owner's official numbers. */
export function Footer() {
  const t = useTexts()
  const brand = useBrand()
  const { isDark, toggle } = useTheme()
  return (
    <footer className={`${styles.footer} no-print`}>
      <div className={`wrap ${styles.inner}`}>
        <div>
          <Wordmark height={40} />
          <p className={styles.promise}>{t('footer.promise')}</p>
        </div>
        <Column title={t('footer.service')} links={service} />
        <Column title={t('footer.information')} links={information} />
        <ContactDetails />
        <div className={styles.legal}>
          <LegalFacts brand={brand} />
          <a href="/tietosuojaseloste">{t('nav.privacy')}</a>
          <a href="/vastuuvapauslauseke">{t('nav.disclaimer')}</a>
          <OutsideLinks brand={brand} />
          <button type="button" onClick={toggle}>
            {t(isDark ? 'shell.toLight' : 'shell.toDark')}
          </button>
        </div>
      </div>
    </footer>
  )
}
