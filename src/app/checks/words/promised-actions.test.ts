import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { keptText } from '#platform/values/features.ts'
import { sourceFiles } from '#testing/sources/source-imports.ts'

const root = path.resolve(import.meta.dirname, '../../..')

/** Acts that texts name, by the call that a screen makes for them: its words in the Finnish texts. */
const actions: Readonly<Record<string, RegExp>> = {
  'orders.setPackage':
    /valitset yhden|valitset \{exitDays|valit(set|a|see|tsee)?[^.]*(pyörä|liik|paketti|mallis)|muuttaa paketti|muuttaa pyörää|valitse (pyörä|liike|seuraavaksi)/i,
  'orders.setAnswers': /hyväksy(t)? mitään|vastaa vielä viimeisiin/i,
  'orders.move':
    /vahvista(t)? (vielä )?tilau|vahvistaa tilauksen|tilauksen voi perua|peru tilaus|vastaat siihen omalla/i,
  'orders.setDelivery': /runkonumero|luovutuspäiv|kirjata samat tiedot/i,
  'orderLinks.reportDelivery':
    /luovutus puuttuu tilauksestasi|kirja(t)?kaa|kirjaatte|ilmoittakaa runkonumero|kirjata katkon/i,
  'orderLinks.fillCounter': /täydentää (pyörän|pyörän, )/i,
  'orderLinks.tellPickup': /ilmoittaa sivulla, milloin|kerrotte, milloin pyörä on valmis/i,
  'orderLinks.askBuyer': /ehdottakaa muutosta/i,
  'orderLinks.storeReports': /turvakoodi|koodi tilauksen sivulle/i,
  'invoices.storeEnters': /lähettäkää (lasku|meille lasku)|merkitkää (viitteeksi )?tilausnumero/i,
  'orderCancellations.storeCredit': /lähettäkää hyvityslasku/i,
  'orderCancellations.request': /emme voi perua sitä/i,
  'signing.sign': /allekirjoita|allekirjoittaa sopimuksen/i,
  'redemptions.create': /lunasta|uuden tarjouksen/i,
  'redemptions.update': /peruuttaa kaupan|hyväksyt tarjouksen/i,
  'returns.create': /palautat|palauttaa pyörän|palautusta|palauta se/i,
  'returns.receive': /merkitkää se vastaanotetuksi/i,
  'brokerage.create': /antaa sen pyörävälityksen/i,
  'brokerage.update': /siirtää (sen|sopimuksen)|siirrät sopimuksen|hylkää varaus/i,
  'insuranceClaims.report': /vahingosta ilmoitat|vahingosta ilmoitetaan/i,
  'absencePlans.create': /kirjaat poissaolon/i,
  'absencePlans.update': /kumpikin vahvistaa|katso kuukaudet ja vahvista/i,
  'companyExits.confirmDeductions': /vahvista, mikä on viimeinen kuukausi/i,
  'payrollDeductions.start': /pyytää, että lasku/i,
  'payrollDeductions.confirm': /vahvista joka kuukausi palkkaraportilla/i,
  'employees.decide': /hyväksy(t)? (tai hylkää|hakemukset|tai hylkäät)|hyväksyt tai hylkäät/i,
  'employees.create': /lisätä heidät|lisätä sinut/i,
  'employees.update': /kirjaat lähtöpäivän|ylärajan koko yritykselle/i,
  'companies.changePolicy': /muuta ohjetta|sopia järjestyksestä|päätät mallin/i,
  'memberships.accept': /hyväksyt kutsun|älä hyväksy/i,
  'bikeStores.confirmAccount': /liikkeeltä ennen kuin vahvistat/i,
  'bikeStores.refuseAccount': /voit myös estää/i,
  'leasing.confirmAccount': /rahoitusyhtiöltä ennen kuin vahvistat/i,
  'proposals.confirm': /vastaa viimeistään \{\{day\}\}/i,
  'proposals.refuse': /jos (muutosta|sitä) ei pidä tehdä/i,
  'roles.users': /tarkistakaa, kenellä rooli on/i,
  'identityChanges.refuse': /voit estää sen/i,
  'identityChanges.confirm': /vahvista s(e|e,)( |\.|,)|oikein, vahvista/i,
  'identityChanges.confirmAsSecond': /henkilöltä ennen kuin vahvistat|joku muu työkaveri/i,
  'proofs.confirmEmail': /kirjoita se palveluun/i,
  'ownSignIn.confirmAddress': /vahvista osoite/i,
  'sessions.startTotp': /ottaa käyttöön todennussovellu/i,
  'registration.verify': /kirjoita se liittymissivulle/i,
  'registration.confirm': /vahvista hakemus/i,
  'contactForms.update': /vastaa hallinnan Contact Forms/i,
  'banking.approveAccount': /kirjoittakaa hyväksyessänne/i,
  'payments.decideRefund': /kirjaa lopputulos laskulle/i,
  'ownRights.withdraw': /perua pyynnön/i,
  'bikeServices.make': /huoltosetelillä liikkeeseen/i,
}

/** What a sentence may name beside acts in the service: people who act elsewhere, and what cannot be done. */
const elsewhere = [
  /\/ota-yhteytta|ota(a)? (meihin )?yhteyttä|kysy (sitä |ensin|meiltä|työnantajaltasi|palkanlaskennastasi)|kirjoita meille|pyydä (esittely|työnantajaltasi|sitä)|soita|oikea ihminen vastaa|asiakaspalvelu/i,
  /(?<!\p{L})(emme|älä|eikä siihen voi|jos et) /iu,
  /vastaa (virheestä|pyöräliike|arkisin)|saatavuudesta vastaa|vastaa ja|kuka vastaa/i,
  /tulorekisteri|palkanlaskentaan|katkonkin/i,
  /pyytää sinua tarttumaan asiaan|lasku ehdittiin lähettää/i,
  /laskelman saat tallentaa|tallentaa päivän/i,
  /vie (pyörä|palautettava|hetken|pyörän)|valitset pyörän itse|maksa/i,
  /(liikkeelle ja palveluun|voi muuttaa verokohtelua|^Jos lunastat|sen voi lähettää|voit lähettää sen|palauttakaa|poistettiin|vahvistettu|tunnistat)|vastaa(t)? va(hingosta|urioista)|eikä pyörälle valita|aika valita on mennyt|voi palauttaa\.$|palauttaa leasingpyörän|haluaa muuttaa|ei siirrä|ei tarvitse tehdä|ei muuta/i,
]

const named =
  /(?<!\p{L})(lunasta(t|a)?|siirtä(ä)|siirrät?|kirjaat?|kirjaatte|kirjatkaa|kirjata|ilmoitat?|ilmoittaa|ilmoittakaa|perua|peru|peruuttaa|hyväksy(t|tte)?|hylkää|allekirjoita(t|a|tte)?|vahvista(t|a)?|valitse(t|tte)?|valita|täydentää|ehdottakaa|tarkistakaa|palauttaa|palautat|palauta|lisätä|asettaa|estää|ottaa käyttöön|tallentaa|muuttaa|muuta|vastaa|vastaat|pyytää|pyydät|lähettäkää|lähettää|merkitkää|kirjoittakaa|kirjoita)(?!\p{L})/iu

function* textsIn(part: unknown, place: string): Generator<{ place: string; text: string }> {
  if (typeof part === 'string') yield { place, text: part }
  else if (typeof part === 'object' && part !== null)
    for (const [key, inner] of Object.entries(part)) yield* textsIn(inner, `${place}.${key}`)
}

/** Public copy, the contract's articles, and the letters of mails. */
const binds = (place: string) =>
  (/public-pages\/texts\/pages/.test(place) &&
    !/\/(privacy|calculator|accessibility)\/|\.(form|id|title|description|label|question|heading)\b/.test(place)) ||
  /agreements\/.*\.articles\.\w+\.text$/.test(place) ||
  /\.(mail|\w*[nN]otice)\..*\.body$|\.(mail|\w*[nN]otice)\.\w+\.body$/.test(place)

const sentences = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\/texts\//.test(file) && file.endsWith('fi.json'))
  .flatMap((file) => [...textsIn(JSON.parse(readFileSync(path.join(root, file), 'utf8')), file)])
  .filter(({ place }) => binds(place))
  .flatMap(({ place, text }) =>
    keptText(text)
      .split(/(?<=[.!?:]) |\n+/)
      .map((sentence) => ({ place, sentence })),
  )

const screens = sourceFiles().filter(({ file }) => file.endsWith('.tsx'))

describe('a sentence of contract, mails and public copy that names an act', () => {
  it('points to a screen that does it', () => {
    const naming = sentences.filter(({ sentence }) => named.test(sentence))
    expect(naming.length).toBeGreaterThan(120)
    const open = naming.filter(
      ({ sentence }) => ![...Object.values(actions), ...elsewhere].some((words) => words.test(sentence)),
    )
    expect(open.map(({ place, sentence }) => `${place}: ${sentence}`)).toEqual([])
  })

  it.each(Object.entries(actions))('finds %s on a screen, and stands somewhere', (act, words) => {
    const call = new RegExp(`[^\\w.]${act.replace('.', '\\.')}\\b`)
    expect(screens.some(({ text }) => call.test(text))).toBe(true)
    expect(sentences.filter(({ sentence }) => words.test(sentence))).not.toEqual([])
  })
})
