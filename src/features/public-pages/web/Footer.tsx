import { pagePaths } from '../pages.ts'
import { leasingCompanyNames, partnerNames } from '../partners.ts'
import { hrefOf, type Site, set } from './site.ts'
import { ThemeToggle } from './ThemeToggle.tsx'

type LinkedPage =
  | 'employers'
  | 'employees'
  | 'stores'
  | 'calculator'
  | 'faq'
  | 'media'
  | 'company'
  | 'accessibility'
  | 'security'
  | 'contact'

function LinkList({ site, id, heading, pages, more }: LinkListProps) {
  return (
    <nav aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      <ul>
        {pages.map((page) => (
          <li key={page}>
            <a href={hrefOf(site, pagePaths[page])}>{site.texts.nav[page]}</a>
          </li>
        ))}
        {more}
      </ul>
    </nav>
  )
}

interface LinkListProps {
  site: Site
  id: string
  heading: string
  pages: readonly LinkedPage[]
  more?: React.ReactNode
}

function CustomerService({ footer }: { footer: Site['texts']['footer'] }) {
  return (
    <div className="big wide">
      <h2>{footer.customerService} __BRAND_OPENING_HOURS__</h2>
      <p>
        <a className="n" href="tel:__BRAND_PHONE_LINK__">
          __BRAND_PHONE__
        </a>
      </p>
      <p>
        <a href="mailto:__BRAND_EMAIL__">__BRAND_EMAIL__</a>
      </p>
      <p className="address">__BRAND_LEGAL_NAME__, __BRAND_STREET_ADDRESS__</p>
      <nav aria-label={footer.social} data-when="social">
        <ul className="social">__BRAND_SOCIAL_LINKS__</ul>
      </nav>
    </div>
  )
}

/** What law and trade want beside a company's name, and the pages about data and cookies. */
function LegalLine({ site }: { site: Site }) {
  const { footer, nav } = site.texts
  return (
    <div className="legal">
      <span>
        {footer.businessId} <span className="n">__BRAND_BUSINESS_ID__</span>
      </span>
      <span>
        {footer.taxId} <span className="n">__BRAND_TAX_ID__</span>
      </span>
      <span>
        {footer.eInvoice} <span className="n">__BRAND_E_INVOICE_ADDRESS__</span>
      </span>
      <span>
        {footer.operator} <span className="n">__BRAND_OPERATOR_ID__</span>
      </span>
      <a href={hrefOf(site, '/tietosuojaseloste')}>{nav.privacy}</a>
      <a href={hrefOf(site, '/vastuuvapauslauseke')}>{nav.disclaimer}</a>
      <button type="button" className="plain" data-consent-again>
        {footer.cookieSettings}
      </button>
    </div>
  )
}

/** Contact details and links; every detail of the operator is filled in by the server. */
export function Footer({ site }: { site: Site }) {
  const { footer } = site.texts
  return (
    <footer className="ftr">
      <div className="wrap">
        <div className="wide">
          <a className="logo" href={hrefOf(site, '/')} aria-label={set(site.texts.homeLink, site.values)}>
            __BRAND_LOGO__
          </a>
          <p className="promise">{footer.promise}</p>
          <ThemeToggle site={site} className="btn btn-o" />
        </div>
        <LinkList
          site={site}
          id="footer-service"
          heading={footer.service}
          pages={['employers', 'employees', 'stores', 'calculator']}
          more={
            <>
              <li data-when="employerGameUrl">
                <a href="__BRAND_EMPLOYER_GAME_URL__">{footer.employerGame}</a>
              </li>
              <li data-when="bikeUserGameUrl">
                <a href="__BRAND_BIKE_USER_GAME_URL__">{footer.bikeUserGame}</a>
              </li>
            </>
          }
        />
        <LinkList
          site={site}
          id="footer-information"
          heading={footer.information}
          pages={['faq', 'contact', 'media', 'company', 'accessibility', 'security']}
        />
        <CustomerService footer={footer} />
        <p className="partners">
          <b>{footer.leasingCompanies}</b> {leasingCompanyNames.map((name) => set(name, site.values)).join(' · ')}
          <br />
          <b>{footer.partners}</b> {partnerNames.join(' · ')}
        </p>
        <LegalLine site={site} />
      </div>
    </footer>
  )
}
