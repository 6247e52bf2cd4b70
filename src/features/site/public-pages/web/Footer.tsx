import { FooterView } from '#platform/web/shell/FooterView.tsx'
import { hrefOf, type Site } from './site.ts'
import { ThemeToggle } from './ThemeToggle.tsx'

/** What the server fills in when it knows whose service this is. */
const brand = {
  name: '__BRAND_NAME__',
  legalName: '__BRAND_LEGAL_NAME__',
  businessId: '__BRAND_BUSINESS_ID__',
  vatNumber: '__BRAND_TAX_ID__',
  eInvoiceAddress: '__BRAND_E_INVOICE_ADDRESS__',
  operatorId: '__BRAND_OPERATOR_ID__',
  streetAddress: '__BRAND_STREET__',
  postalCode: '__BRAND_POSTAL_CODE__',
  city: '__BRAND_CITY__',
  phone: '__BRAND_PHONE__',
  email: '__BRAND_EMAIL__',
  openingHours: '__BRAND_OPENING_HOURS__',
}

function Games({ site }: { site: Site }) {
  return (
    <>
      <li data-when="employerGameUrl">
        <a href="__BRAND_EMPLOYER_GAME_URL__" rel="noopener">
          {site.t('footer.employerGame')}
        </a>
      </li>
      <li data-when="bikeUserGameUrl">
        <a href="__BRAND_BIKE_USER_GAME_URL__" rel="noopener">
          {site.t('footer.employeeGame')}
        </a>
      </li>
    </>
  )
}

/** Contact details and links; every detail of the operator is filled in by the server. */
export function Footer({ site }: { site: Site }) {
  return (
    <FooterView
      t={site.t}
      brand={brand}
      phoneHref="tel:__BRAND_PHONE_LINK__"
      hrefOf={(path) => hrefOf(site, path)}
      logo="__BRAND_LOGO__"
      themeSwitch={<ThemeToggle site={site} className="theme" />}
      games={<Games site={site} />}
      social={
        <nav aria-label={site.t('footer.social')} data-when="social">
          <ul className="social">__BRAND_SOCIAL_LINKS__</ul>
        </nav>
      }
      cookieSettings={
        <button type="button" data-consent-again>
          {site.t('footer.cookieSettings')}
        </button>
      }
    />
  )
}
