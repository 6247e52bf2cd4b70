/**
 * Every page address of the signed-in application. Screens, mails, notices and the server's answer to an unknown
 * address read this one list; `$name` stands for a param.
 */
export const pages = {
  login: '/kirjaudu',
  logout: '/kirjaudu-ulos',
  register: '/register',
  recovery: '/salasanan-palauttaminen',
  recoveryAlias: '/palauta-salasana',
  resetPassword: '/reset/$token',
  firstAdmin: '/aloitus/$token',
  join: '/liity/$token',
  joinInLanguage: '/$language/liity/$token',
  invitation: '/kutsu/$token',
  identityChange: '/muutos/$token',
  confirmAddress: '/kirjautumisosoite/$token',
  mailPreferences: '/asetukset/$token',
  account: '/kayttaja',
  myBike: '/mybike',
  ownBenefit: '/mybike/etu',
  storeFinder: '/liikkeet',
  ownClaim: '/mybike/vahinko/$claimId',
  brokerage: '/bikeBrokerageService',
  brokerageCase: '/mybike/valitys/$brokerageId',
  lifeEvent: '/mybike/muutos',
  employeeSigning: '/mybike/sopimus/$orderId',
  employer: '/tyonantaja',
  employerOrder: '/tyonantaja/tilaus/$orderId',
  employerTerms: '/tyonantaja/ehdot/$companyId',
  employerBikes: '/tyonantaja/pyorat',
  employerReturns: '/tyonantaja/palautukset',
  employerLifeEvent: '/tyonantaja/muutos',
  adminAbsences: '/admin/poissaolot',
  employerAbsences: '/tyonantaja/poissaolot',
  employerRedemptions: '/tyonantaja/lunastukset',
  employerTransfers: '/tyonantaja/siirrot',
  employerClaims: '/tyonantaja/vakuutustapaukset',
  employerProposals: '/tyonantaja/vahvistukset',
  employerSigning: '/tyonantaja/tilaus/$orderId/allekirjoitus',
  employerSignAll: '/tyonantaja/allekirjoitukset',
  companySettings: '/yritys-asetukset',
  reporting: '/raportointi',
  ownInvoices: '/raportointi/laskut',
  delivery: '/runkonumero-ja-toimitus/$token',
  storeOrder: '/liike/$token',
  lessor: '/rahoittaja/$token',
  counter: '/kassa/$token',
  storeReturn: '/palautus/$token',
  storeRepair: '/korjaus/$token',
  storeRefund: '/hyvitys/$token',
  serviceVoucher: '/huolto/$code',
  serviceCode: '/huolto',
  serviceBill: '/huoltolasku/$token',
  pay: '/maksu/$token',
  repayment: '/takaisinmaksu/$token',
  admin: '/admin',
  adminOrders: '/admin/tilaukset',
  adminOrder: '/admin/tilaukset/$orderId',
  adminCancellations: '/admin/peruutukset',
  adminInvoices: '/admin/laskut',
  adminBank: '/admin/pankki',
  adminPaymentFile: '/admin/pankki/aineisto/$paymentFileId',
  adminIntake: '/admin/saapuneet',
  adminEInvoices: '/admin/verkkolaskut',
  adminUserPayments: '/admin/kayttajamaksut',
  adminBilling: '/admin/laskutus',
  adminBookkeeping: '/admin/kirjanpito',
  adminAgreements: '/admin/sopimukset',
  adminTaxReviews: '/admin/verokohtelut',
  adminReturns: '/admin/palautukset',
  adminCompanyExits: '/admin/lahtevat-yritykset',
  adminRedemptions: '/admin/lunastukset',
  adminRedemptionPayments: '/admin/lunastusmaksut',
  adminClaims: '/admin/vakuutustapaukset',
  adminBrokerage: '/admin/pyoravalitys',
  adminDocuments: '/admin/asiakirjat',
  adminUsers: '/admin/kayttajat',
  adminPerson: '/admin/kayttajat/$userId',
  adminOutbox: '/admin/lahetykset',
  adminEvents: '/admin/tapahtumat',
  adminPersonalData: '/admin/tietojen-kopiot',
  adminRights: '/admin/tietopyynnot',
  adminSettings: '/admin/asetukset',
  adminFirstHour: '/admin/kayttoonotto',
  adminCompanies: '/admin/yritykset',
  adminCompany: '/admin/yritykset/$companyId',
  adminAddCompany: '/admin/lisaa-yritys',
  adminContactForms: '/admin/contact-forms',
  adminLessors: '/admin/rahoitusyhtiot',
  adminLessor: '/admin/rahoitusyhtiot/$leasingCompanyId',
  adminLessorFiles: '/admin/rahoitustiedostot',
  adminBillingTables: '/admin/laskutustaulukot',
  adminGroups: '/admin/konsernit',
  adminStores: '/admin/liikkeet',
  adminStore: '/admin/liikkeet/$bikeStoreId',
  adminVat: '/admin/alv',
  adminTerms: '/admin/ehdot',
  adminReporting: '/admin/raportointi',
  adminRoles: '/admin/roolit',
  adminStoreGroups: '/admin/liikeryhmat',
  adminFigures: '/admin/luvut',
  adminTasks: '/admin/tehtavat',
  adminProposals: '/admin/vahvistukset',
  adminTaxTables: '/admin/verotaulukot',
  demo: '/demo',
  noRights: '/ei-oikeuksia',
  deactivated: '/deactivated',
  maintenance: '/huoltokatkos',
} as const

export type PageName = keyof typeof pages
export type PagePath = (typeof pages)[PageName]

type ParamNames<Path extends string> = Path extends `${string}$${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}$${infer Name}`
    ? Name
    : never

type ParamsOf<Name extends PageName> = Readonly<Record<ParamNames<(typeof pages)[Name]>, string>>
type Search = Readonly<Record<string, unknown>>

/** The params of a URL path that matches a page path, or null; a slash at the end makes no difference. */
export function matchPath(path: string, pathname: string): Readonly<Record<string, string>> | null {
  const wanted = path.split('/')
  const given = pathname.replace(/(?<=.)\/+$/, '').split('/')
  if (wanted.length !== given.length) return null
  const fits = wanted.every((part, index) => (part.startsWith('$') ? given[index] !== '' : part === given[index]))
  if (!fits) return null
  return Object.fromEntries(
    wanted.flatMap((part, index) => (part.startsWith('$') ? [[part.slice(1), decoded(given[index]!)]] : [])),
  )
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** A query string with its question mark; empty values are left out. */
export function stringifySearch(values: Search): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  const text = search.toString()
  return text ? `?${text}` : ''
}

/** Fills the params into a path. @throws Error for a param without a value */
export function fillPath(path: string, params: Readonly<Record<string, string>> = {}, search: Search = {}): string {
  const filled = path.replace(/\$(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (!value) throw new Error(`${path} needs ${name}`)
    return encodeURIComponent(value)
  })
  return filled + stringifySearch(search)
}

/** The address of a page with its params and query: `pageUrl('adminOrder', { orderId })`. */
export function pageUrl<Name extends PageName>(
  name: Name,
  ...[params, search]: [ParamNames<(typeof pages)[Name]>] extends [never]
    ? [params?: Readonly<Record<string, never>>, search?: Search]
    : [params: ParamsOf<Name>, search?: Search]
): string {
  return fillPath(pages[name], params, search)
}

/** Whether the application has a page at a path; every other path that is not a public page answers 404. */
export function isPage(pathname: string): boolean {
  return Object.values(pages).some((path) => {
    const params = matchPath(path, pathname)
    return params !== null && ['fi', 'en', 'sv'].includes(params.language ?? 'fi')
  })
}
