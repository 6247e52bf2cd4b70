import { IconMoon, IconSun } from '@tabler/icons-react'
import { phoneAddress } from '#platform/web/router/phone-address.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import { publicAddress } from '#platform/web/words/language.ts'
import '../style/footer.css'
import { useBrand } from './brand.ts'
import { askAgain } from './consent.ts'
import { ContactLines, FooterView } from './FooterView.tsx'
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
      {t(isDark ? 'shell.toLight' : 'shell.toDark')}
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

/** The footer of the signed-in pages. */
export function Footer() {
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
