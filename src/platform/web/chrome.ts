/** What the shell draws around a page (specification §2, Layout rules). */
export interface Chrome {
  readonly header: boolean
  /** Links in the header; token pages have none. */
  readonly navigation: boolean
  /** Footer, cookie consent and the back-to-top button go together. */
  readonly footer: boolean
  readonly announcement: boolean
}

const AUTH =
  /^\/(kirjaudu|register|kirjaudu-ulos|salasanan-palauttaminen|palauta-salasana)\/?$|^\/reset\/|^(\/(fi|en|sv))?\/liity\//
const MAINTENANCE = /^\/huoltokatkos\/?$/
const ADMIN = /^\/admin(\/|$)/
const TOKEN = /^\/(runkonumero-ja-toimitus|liike|asetukset|aloitus)\//

/** The chrome of an address. */
export function chromeOf(path: string): Chrome {
  const admin = ADMIN.test(path)
  const bare = admin || AUTH.test(path) || MAINTENANCE.test(path)
  return { header: !bare, navigation: !TOKEN.test(path), footer: !bare, announcement: !admin }
}

/** Addresses that the specification wants loaded in full, and the public pages of the other front end. */
const FULL_LOAD =
  /\/laskuri|\/bikeBrokerageService|\/kayttaja|^(\/(en|sv))?\/(tyonantajalle|tyontekijalle|pyoraliikkeelle|ota-yhteytta|usein-kysytyt-kysymykset|medialle|yritystiedot|tietosuojaseloste|vastuuvapauslauseke|tiedote-pyoraedusta|saavutettavuus|huoltokatkos)\/?([?#].*)?$|^(\/(en|sv))?\/?([?#].*)?$/

/** Whether a link has to load the page in full instead of drawing it in place. */
export function needsFullLoad(path: string): boolean {
  return FULL_LOAD.test(path)
}
