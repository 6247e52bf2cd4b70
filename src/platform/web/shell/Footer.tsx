import { IconMoon, IconSun } from '@tabler/icons-react'
import { useUser } from '#platform/web/api/user.ts'
import { phoneAddress } from '#platform/web/router/phone-address.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import { publicAddress } from '#platform/web/words/language.ts'
import '../style/footer.css'
import { useBrand } from './brand.ts'
import { askAgain } from './consent.ts'
import { ContactLines, FooterView, LegalFacts } from './FooterView.tsx'
import { useTheme } from './theme-choice.ts'
import { Wordmark } from './Wordmark.tsx'

const isWebAddress = (url: string | undefined): url is string => url !== undefined && /^https?:\/\//i.test(url)

/** The contact details of the owner on the deactivated page. */
export function ContactDetails() {
  const t = useTexts()
  const brand = useBrand()
  return (
    <div className="big">
      <ContactLines t={t} brand={brand} phoneHref={phoneAddress(brand.phone)} />
    </div>
  )
}

function ThemeSwitch() {
  const t = useTexts()
  const { isDark, toggle } = useTheme()
  const Icon = isDark ? IconSun : IconMoon
  return (
    <button type="button" className="theme" onClick={toggle}>
      <Icon size={20} stroke={1.75} aria-hidden="true" />
      <span>{t(isDark ? 'shell.toLight' : 'shell.toDark')}</span>
    </button>
  )
}

function Outside({ links }: { links: readonly { url: string; name: string }[] }) {
  return links.map(({ url, name }) => (
    <li key={url}>
      <a href={url} rel="noopener">
        {name}
      </a>
    </li>
  ))
}

/** Whoever is signed in has the site's pages in no need: who helps, who the owner is, and what the law wants at hand. */
function ShortFooter() {
  const t = useTexts()
  const brand = useBrand()
  const language = useLanguage()
  const hrefOf = (path: string) => publicAddress(path, language)
  return (
    <footer className="ftr short no-print">
      <div className="wrap">
        <p>
          {t('footer.customerService', { hours: brand.openingHours })}:{' '}
          <a className="n" href={phoneAddress(brand.phone)}>
            {brand.phone}
          </a>{' '}
          · <a href={`mailto:${brand.email}`}>{brand.email}</a>
        </p>
        <div className="legal">
          <a href={hrefOf('/usein-kysytyt-kysymykset')}>{t('nav.questions')}</a>
          <a href={hrefOf('/tietosuojaseloste')}>{t('nav.privacy')}</a>
          <a href={hrefOf('/saavutettavuus')}>{t('nav.accessibility')}</a>
          <button type="button" onClick={askAgain}>
            {t('footer.cookieSettings')}
          </button>
          <ThemeSwitch />
        </div>
        <p className="legal">
          <span>{`${brand.legalName}, ${brand.streetAddress}, ${brand.postalCode} ${brand.city}`}</span>
          <LegalFacts t={t} brand={brand} />
        </p>
      </div>
    </footer>
  )
}

/** The footer of the application: the site's own for visitors, a short one for whoever is signed in. */
export function Footer() {
  return useUser() ? <ShortFooter /> : <WholeFooter />
}

function WholeFooter() {
  const t = useTexts()
  const brand = useBrand()
  const language = useLanguage()
  const games = [
    { url: brand.trainingLinks.employer, name: t('footer.employerGame') },
    { url: brand.trainingLinks.employee, name: t('footer.employeeGame') },
  ].flatMap(({ url, name }) => (isWebAddress(url) ? [{ url, name }] : []))
  const social = brand.socialLinks.filter(({ url }) => isWebAddress(url))
  return (
    <FooterView
      t={t}
      brand={brand}
      phoneHref={phoneAddress(brand.phone)}
      hrefOf={(path) => publicAddress(path, language)}
      logo={<Wordmark height={40} />}
      themeSwitch={<ThemeSwitch />}
      games={<Outside links={games} />}
      social={
        social.length > 0 && (
          <nav aria-label={t('footer.social')}>
            <ul className="social">
              <Outside links={social} />
            </ul>
          </nav>
        )
      }
      cookieSettings={
        <button type="button" onClick={askAgain}>
          {t('footer.cookieSettings')}
        </button>
      }
    />
  )
}
