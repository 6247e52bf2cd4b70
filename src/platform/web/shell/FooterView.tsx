import type { ReactNode } from 'react'
import type { Brand } from '#platform/values/brand.ts'
import { leasingCompanyNames, partnerNames } from '#platform/values/partners.ts'
import type { Texts } from '#platform/web/words/i18n.ts'

type Links = readonly (readonly [path: string, text: string])[]
const service: Links = [
  ['/tyonantajalle', 'forEmployers'],
  ['/tyontekijalle', 'forEmployees'],
  ['/pyoraliikkeelle', 'forStores'],
  ['/laskuri', 'calculator'],
]
const information: Links = [
  ['/usein-kysytyt-kysymykset', 'questions'],
  ['/ota-yhteytta', 'contact'],
  ['/medialle', 'media'],
  ['/yritystiedot', 'companyFacts'],
  ['/saavutettavuus', 'accessibility'],
  ['/turvallisuus', 'security'],
]

interface Props {
  t: Texts
  brand: Omit<Brand, 'socialLinks' | 'trainingLinks' | 'iban'>
  phoneHref: string
  /** The address of a public page in the language on screen. */
  hrefOf: (path: string) => string
  logo: ReactNode
  themeSwitch: ReactNode
  /** Items of the list of games, and of the list of social media with what stands around it. */
  games: ReactNode
  social: ReactNode
  cookieSettings: ReactNode
}

interface ColumnProps extends Pick<Props, 't' | 'hrefOf'> {
  title: string
  links: Links
  more?: ReactNode
}

function Column({ t, hrefOf, title, links, more }: ColumnProps) {
  return (
    <nav aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {links.map(([path, text]) => (
          <li key={path}>
            <a href={hrefOf(path)}>{t(`nav.${text}`)}</a>
          </li>
        ))}
        {more}
      </ul>
    </nav>
  )
}

/** Where the owner's customer service answers. */
export function ContactLines({ t, brand, phoneHref }: Pick<Props, 't' | 'brand' | 'phoneHref'>) {
  return (
    <>
      <h2>{t('footer.customerService', { hours: brand.openingHours })}</h2>
      <p>
        <a className="n" href={phoneHref}>
          {brand.phone}
        </a>
      </p>
      <p>
        <a href={`mailto:${brand.email}`}>{brand.email}</a>
      </p>
      <p className="address">{`${brand.legalName}, ${brand.streetAddress}, ${brand.postalCode} ${brand.city}`}</p>
    </>
  )
}

/** The owner's official numbers. */
export function LegalFacts({ t, brand }: Pick<Props, 't' | 'brand'>) {
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

/** The one footer: of the public site, which is drawn when it is built, and of the signed-in pages. */
export function FooterView(props: Props) {
  const { t, brand, hrefOf } = props
  const operator = (name: string) => name.replace('{product}', brand.name)
  return (
    <footer className="ftr no-print">
      <div className="wrap">
        <div className="wide">
          <a className="logo" href={hrefOf('/')} aria-label={t('shell.home', { name: brand.name })}>
            {props.logo}
          </a>
          <p className="promise">{t('footer.promise')}</p>
          {props.themeSwitch}
        </div>
        <Column t={t} hrefOf={hrefOf} title={t('footer.service')} links={service} more={props.games} />
        <Column t={t} hrefOf={hrefOf} title={t('footer.information')} links={information} />
        <div className="big wide">
          <ContactLines t={t} brand={brand} phoneHref={props.phoneHref} />
          {props.social}
        </div>
        <p className="partners">
          <b>{t('footer.leasingCompanies')}</b> {leasingCompanyNames.map(operator).join(' · ')}
          <br />
          <b>{t('footer.partners')}</b> {partnerNames.join(' · ')}
        </p>
        <div className="legal">
          <LegalFacts t={t} brand={brand} />
          <a href={hrefOf('/tietosuojaseloste')}>{t('nav.privacy')}</a>
          <a href={hrefOf('/vastuuvapauslauseke')}>{t('nav.disclaimer')}</a>
          {props.cookieSettings}
        </div>
      </div>
    </footer>
  )
}
