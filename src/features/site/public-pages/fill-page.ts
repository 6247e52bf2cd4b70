import type { Brand } from '#platform/values/brand.ts'
import { isOutsideArea, type Processor, processorTasks, transferGrounds } from '#platform/values/processors.ts'

/** What a prerendered page does not know when it is built: where it is served and who serves it. */
export interface PageValues {
  /** The public origin without a closing slash, `https://poljin.example`. */
  origin: string
  brand: Brand
}

/** The drawn wordmark says "Poljin"; another brand is written in the display type. */
const drawnBrand = 'Poljin'

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** For the inside of a JSON string that may stand in a script element. */
function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1).replaceAll('<', '\\u003c')
}

/** A Finnish number as a `tel:` address: `010 555 0140` becomes `+358105550140`. */
function phoneLink(phone: string): string {
  const digits = phone.replace(/[^\d+]/g, '')
  return digits.startsWith('0') ? `+358${digits.slice(1)}` : digits
}

/** Links of the configuration come from the operator, yet only web addresses may become links. */
function webAddress(url: string | undefined): string {
  return url && /^https?:\/\//i.test(url) ? url : ''
}

const languages = ['fi', 'en', 'sv'] as const

/** Names with their countries, in each language of the pages: `__BRAND_HOSTING_FI__` and those beside it. */
function processorValues({ processors = [] }: Brand): Record<string, string> {
  const values: Record<string, string> = {}
  for (const language of languages) {
    const countries = new Intl.DisplayNames([language], { type: 'region' })
    const told = (some: readonly Processor[]) =>
      some.map(({ name, country }) => `${name} (${countries.of(country) ?? country})`).join(', ')
    const of = language.toUpperCase()
    for (const task of processorTasks)
      values[`__BRAND_${task}_${of}__`] = told(processors.filter((one) => one.task === task))
    for (const ground of transferGrounds)
      values[`__BRAND_${ground}_${of}__`] = told(
        processors.filter((one) => isOutsideArea(one) && one.ground === ground),
      )
  }
  return values
}

/** Which sentences about processors stand. */
function processorsPresent({ processors }: Brand): Record<string, boolean> {
  const some = processors ?? []
  return {
    processorsUntold: processors === undefined,
    processorsNone: processors?.length === 0,
    processorsNamed: some.length > 0,
    processorsWithin: some.length > 0 && !some.some(isOutsideArea),
    ...Object.fromEntries(processorTasks.map((task) => [task, some.some((one) => one.task === task)])),
    ...Object.fromEntries(
      transferGrounds.map((ground) => [ground, some.some((one) => isOutsideArea(one) && one.ground === ground)]),
    ),
  }
}

function plainValues({ origin, brand }: PageValues): Record<string, string> {
  return {
    __ORIGIN__: origin.replace(/\/$/, ''),
    __BRAND_NAME__: brand.name,
    __BRAND_LEGAL_NAME__: brand.legalName,
    __BRAND_BUSINESS_ID__: brand.businessId,
    __BRAND_TAX_ID__: brand.vatNumber,
    __BRAND_E_INVOICE_ADDRESS__: brand.eInvoiceAddress,
    __BRAND_OPERATOR_ID__: brand.operatorId,
    __BRAND_STREET_ADDRESS__: `${brand.streetAddress}, ${brand.postalCode} ${brand.city}`,
    __BRAND_STREET__: brand.streetAddress,
    __BRAND_POSTAL_CODE__: brand.postalCode,
    __BRAND_CITY__: brand.city,
    __BRAND_PHONE__: brand.phone,
    __BRAND_PHONE_LINK__: phoneLink(brand.phone),
    __BRAND_EMAIL__: brand.email,
    __BRAND_OPENING_HOURS__: brand.openingHours,
    __BRAND_EMPLOYER_GAME_URL__: webAddress(brand.trainingLinks.employer),
    __BRAND_BIKE_USER_GAME_URL__: webAddress(brand.trainingLinks.employee),
    ...processorValues(brand),
  }
}

function socialLinks({ socialLinks: links }: Brand): string {
  return links
    .filter(({ url }) => webAddress(url))
    .map(({ name, url }) => `<li><a href="${escapeHtml(url)}" rel="noopener">${escapeHtml(name)}</a></li>`)
    .join('')
}

function logo({ name }: Brand): string {
  if (name !== drawnBrand) return `<span class="word">${escapeHtml(name)}</span>`
  return '<svg aria-hidden="true"><use href="#wordmark"></use></svg>'
}

function replaceAll(text: string, values: Record<string, string>, escaped: (value: string) => string): string {
  return text.replace(/__[A-Z][A-Z_]*?__/g, (token) => {
    const value = values[token]
    return value === undefined ? token : escaped(value)
  })
}

/** Takes out the elements that stand only when the brand has what they show. */
function dropEmpty(html: string, { brand }: PageValues): string {
  const present: Record<string, boolean> = {
    social: brand.socialLinks.some(({ url }) => webAddress(url)),
    employerGameUrl: webAddress(brand.trainingLinks.employer) !== '',
    bikeUserGameUrl: webAddress(brand.trainingLinks.employee) !== '',
    ...processorsPresent(brand),
  }
  return html.replace(/<(\w+)([^>]*) data-when="(\w+)"([^>]*)>[\s\S]*?<\/\1>/g, (whole, _tag, _before, name: string) =>
    present[name] ? whole : '',
  )
}

/**
 * Fills a prerendered page, or one of the site's other files, with the origin and the brand. Values are escaped for
 * where they stand: HTML and XML text, or JSON strings (the manifest and the data blocks of a page).
 */
export function fillPage(text: string, values: PageValues): string {
  const plain = plainValues(values)
  if (text.startsWith('{')) return replaceAll(text, plain, escapeJson)
  const markup = { __BRAND_LOGO__: logo(values.brand), __BRAND_SOCIAL_LINKS__: socialLinks(values.brand) }
  return dropEmpty(text, values)
    .split(/(<script type="application\/(?:ld\+)?json"[\s\S]*?<\/script>)/)
    .map((part) => {
      if (part.startsWith('<script')) return replaceAll(part, plain, escapeJson)
      return replaceAll(
        replaceAll(part, markup, (value) => value),
        plain,
        escapeHtml,
      )
    })
    .join('')
}
