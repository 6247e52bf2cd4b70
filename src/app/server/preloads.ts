import type { LanguageCode } from '#platform/contract/contract.ts'
import { matchPath } from '#platform/contract/pages.ts'
import { spokenLanguage } from '#platform/values/spoken-language.ts'

/** The built files that a screen is made of beside those of every page, as the build lists them. */
export interface ScreenFiles {
  /** The screen's path, `/liity/$token`. */
  readonly path: string
  /** Nothing is drawn before it is known who asks. */
  readonly asksForUser: boolean
  /** What stands on the page until its scripts have run, by language. */
  readonly before: Readonly<Record<LanguageCode, string>>
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
  readonly texts: Readonly<Record<LanguageCode, readonly string[]>>
}

/** Whether a browser may be signed in: it holds a cookie of a session, which only the server can see. */
export const hasSession = (cookies = '') => /(?:^|;\s*)(?:accessToken|refreshToken)=/.test(cookies)

/** What the everyday screens read first, whoever opens them; asked for as `request.ts` asks, so that it is used. */
const firstReads: Readonly<Record<string, readonly string[]>> = {
  '/tyonantaja': ['/api/companies?filtered=true', '/api/tasks'],
  '/mybike': ['/api/beneficiary-employee/mine', '/api/orders/own'],
  '/tyonantaja/tilaus/$orderId': ['/api/orders/$orderId'],
  '/raportointi': ['/api/payroll-report/companies'],
  '/yritys-asetukset': ['/api/companies?names=true&filtered=true'],
  '/admin/tilaukset/$orderId': ['/api/orders/$orderId'],
  '/admin/pankki/aineisto/$paymentFileId': ['/api/payment-files/$paymentFileId'],
  '/admin/tehtavat': ['/api/staff-tasks?view=ALL', '/api/staff-tasks/summary', '/api/companies?names=true'],
}

/** The first page of lists, which an address that filters or pages does not ask for. */
const firstPages: Readonly<Record<string, readonly string[]>> = {
  '/admin': [
    '/api/beneficiary-employee/employeesOptimizedList?filterType=ALL&page=1&pageSize=20',
    '/api/companies?names=true',
  ],
  '/admin/tilaukset': ['/api/orders/list-data?page=1&limit=20&sort=waiting', '/api/companies?names=true'],
  // Whoever reads the books opens it too, and reads no list of companies.
  '/admin/laskut': ['/api/invoices?page=1&limit=20'],
}

const isId = (text: string) => /^[\w-]+$/.test(text)

/** The first reads of a screen with the ids of its address; none where the address holds no id in its place. */
function readsOf(path: string, address: string): readonly string[] {
  const params = Object.entries(matchPath(path, address) ?? {})
  if (!params.every(([, value]) => isId(value))) return []
  return (firstReads[path] ?? []).map((read) =>
    params.reduce((text, [name, value]) => text.replace(`$${name}`, value), read),
  )
}

function readUrl(url: string, cookies: string) {
  const [address = '', search = ''] = url.split('?')
  return { address, search, language: spokenLanguage(cookies, search) }
}

/** What an address shows until the scripts have run, in the language that the page will speak. */
export function beforeScripts(screens: readonly ScreenFiles[], url: string, cookies = ''): string {
  const { address, language } = readUrl(url, cookies)
  return screens.find(({ path }) => matchPath(path, address))?.before[language] ?? ''
}

/**
 * The head's links for an address, so that a browser fetches in one go what it would find out step by step: the
 * screen's scripts and styles, its texts in the page's language, and, with a session, who is signed in and what the screen
 * reads first.
 */
export function preloadLinks(screens: readonly ScreenFiles[], url: string, cookies = ''): string {
  const { address, search, language } = readUrl(url, cookies)
  const screen = screens.find(({ path }) => matchPath(path, address))
  if (!screen) return ''
  const pages = search ? [] : (firstPages[screen.path] ?? [])
  const reads = ['/api/user', ...readsOf(screen.path, address), ...pages]
  return [
    ...screen.styles.map((file) => `<link rel="stylesheet" crossorigin href="/app/${file}">`),
    ...[...screen.scripts, ...screen.texts[language]].map(
      (file) => `<link rel="modulepreload" crossorigin href="/app/${file}">`,
    ),
    ...(screen.asksForUser && hasSession(cookies)
      ? reads.map(
          (href) =>
            `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${href.replaceAll('&', '&amp;')}">`,
        )
      : []),
  ].join('')
}
