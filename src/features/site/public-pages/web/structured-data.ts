import { type PageCopy, questionsOf } from '../copy.ts'
import { addressOf, type Language, type PrerenderedPage } from '../pages.ts'
import { set } from './site.ts'

const plain = (text: string, values: Readonly<Record<string, string>>) =>
  set(text, values)
    .replace(/\*\*([^*]+)\*\*/g, '$1')
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')

const organisation = {
  '@context': 'https://schema.org',
  '@type': 'Organization',
  '@id': '__ORIGIN__/#organization',
  name: '__BRAND_NAME__',
  legalName: '__BRAND_LEGAL_NAME__',
  url: '__ORIGIN__/',
  logo: '__ORIGIN__/icon-512.png',
  email: '__BRAND_EMAIL__',
  telephone: '__BRAND_PHONE_LINK__',
  vatID: '__BRAND_TAX_ID__',
  taxID: '__BRAND_BUSINESS_ID__',
  address: {
    '@type': 'PostalAddress',
    streetAddress: '__BRAND_STREET__',
    postalCode: '__BRAND_POSTAL_CODE__',
    addressLocality: '__BRAND_CITY__',
    addressCountry: 'FI',
  },
  contactPoint: {
    '@type': 'ContactPoint',
    contactType: 'customer service',
    email: '__BRAND_EMAIL__',
    telephone: '__BRAND_PHONE_LINK__',
    areaServed: 'FI',
    availableLanguage: ['fi', 'sv', 'en'],
  },
}

function webPage(page: PrerenderedPage, language: Language, copy: PageCopy, values: Readonly<Record<string, string>>) {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebPage',
    name: plain(copy.heading, values),
    description: plain(copy.description, values),
    inLanguage: language,
    url: page === 'notFound' ? undefined : `__ORIGIN__${addressOf(page, language)}`,
    publisher: { '@id': '__ORIGIN__/#organization' },
  }
}

/** What search engines are told: who we are, what the page is, and its questions where it has them. */
export function structuredData(
  page: PrerenderedPage,
  language: Language,
  copy: PageCopy,
  values: Readonly<Record<string, string>>,
): object[] {
  const questions = questionsOf(copy)
  const described: object[] = page === 'home' || page === 'company' || page === 'contact' ? [organisation] : []
  described.push(webPage(page, language, copy, values))
  if (questions.length > 0 && page === 'faq') {
    described.push({
      '@context': 'https://schema.org',
      '@type': 'FAQPage',
      inLanguage: language,
      mainEntity: questions.map(({ question, answer }) => ({
        '@type': 'Question',
        name: plain(question, values),
        acceptedAnswer: { '@type': 'Answer', text: answer.map((text) => plain(text, values)).join(' ') },
      })),
    })
  }
  return described
}
