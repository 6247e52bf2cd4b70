/** The page addresses of the signed-in application; every other address that is not a public page is a 404. */
const patterns = [
  /^\/(kirjaudu|register|kirjaudu-ulos|salasanan-palauttaminen|palauta-salasana|deactivated|ei-oikeuksia)$/,
  /^(\/(fi|en|sv))?\/liity\/[^/]+$/,
  /^\/(reset|runkonumero-ja-toimitus|liike|asetukset|aloitus|kirjautumisosoite)\/[^/]+$/,
  /^\/(tyonantaja|yritys-asetukset|raportointi|admin|mybike)(\/.*)?$/,
  /^\/(kayttaja|bikeBrokerageService|demo)$/,
]

/** Whether the application has a screen for an address. A slash at the end does not matter. */
export function isAppPage(address: string): boolean {
  const path = address.length > 1 ? address.replace(/\/$/, '') : address
  return patterns.some((pattern) => pattern.test(path))
}
