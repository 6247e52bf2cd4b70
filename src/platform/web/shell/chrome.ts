/** What the shell draws around a page (specification §2, Layout rules). */
export interface Chrome {
  readonly header: boolean
  /** Links in the header; token pages have none. */
  readonly navigation: boolean
  readonly footer: boolean
  /** The cookie question and the way back to the top. */
  readonly extras: boolean
  readonly announcement: boolean
}

const AUTH =
  /^\/(kirjaudu|register|kirjaudu-ulos|salasanan-palauttaminen|palauta-salasana)\/?$|^\/(reset|kutsu|muutos)\/|^(\/(fi|en|sv))?\/liity\//
const MAINTENANCE = /^\/huoltokatkos\/?$/
const ADMIN = /^\/admin(\/|$)/
const TOKEN =
  /^\/(runkonumero-ja-toimitus|liike|rahoittaja|maksu|palautus|korjaus|hyvitys|kassa|takaisinmaksu|asetukset|aloitus|huoltolasku)\/|^\/huolto(\/|$)/
const DEACTIVATED = /^\/deactivated\/?$/

/** A deactivated person sees the header with an empty menu, their page and the footer, and nothing else. */
const deactivatedChrome: Chrome = { header: true, navigation: false, footer: true, extras: false, announcement: false }

/** The chrome of an address, or of the page that a deactivated person sees at every address. */
export function chromeOf(path: string, isDeactivated = DEACTIVATED.test(path)): Chrome {
  if (isDeactivated) return deactivatedChrome
  const admin = ADMIN.test(path)
  const bare = admin || AUTH.test(path) || MAINTENANCE.test(path)
  return { header: !bare, navigation: !TOKEN.test(path), footer: !bare, extras: !bare, announcement: !admin }
}

/** Addresses that the specification wants loaded in full, and the public pages of the other front end. */
const FULL_LOAD =
  /\/laskuri|\/bikeBrokerageService|\/kayttaja|^(\/(en|sv))?\/(tyonantajalle|tyontekijalle|pyoraliikkeelle|ota-yhteytta|usein-kysytyt-kysymykset|medialle|yritystiedot|tietosuojaseloste|vastuuvapauslauseke|tiedote-pyoraedusta|saavutettavuus|turvallisuus|huoltokatkos)\/?([?#].*)?$|^(\/(en|sv))?\/?([?#].*)?$/

/** Whether a link has to load the page in full instead of drawing it in place. */
export function needsFullLoad(path: string): boolean {
  return FULL_LOAD.test(path)
}
