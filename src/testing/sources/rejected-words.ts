import type { LanguageCode } from '#platform/contract/contract.ts'

interface Rejected {
  readonly words: RegExp
  readonly say: string
  /** Places where the word means something else. */
  readonly but?: RegExp
}

/** Words that texts once used beside the one that stands for the thing. */
const rejectedWords: Readonly<Record<LanguageCode, readonly Rejected[]>> = {
  fi: [
    { words: /palkkanumero|työntekijänumero/i, say: 'henkilönumero' },
    { words: /hallintomaksu/i, say: 'hallinnointimaksu' },
    { words: /(?<![a-zäö])pyöräohje|pyöräeh(to|do)/i, say: 'pyöräetuohje' },
    { words: /veroarvo/i, say: 'verotusarvo' },
    { words: /verollinen osuus/i, say: 'veronalainen osuus' },
    {
      words: /^(palkasta|rahapalkasta|nettopalkasta|etu otetaan palkasta)$/i,
      say: 'Palkan osana',
      but: /methods\.PAYROLL|modelNet/,
    },
    { words: /^(palkan lisäksi|palkan päälle)$/i, say: 'Palkan lisänä' },
    { words: /ruutukoodi/i, say: 'QR-koodi' },
    { words: /rekisteröitymislink|ilmoittautumislink/i, say: 'liittymislinkki' },
    { words: /rahoittaj|vuokranantaj/i, say: 'rahoitusyhtiö' },
    { words: /pyöräpolitiik/i, say: 'pyöräetuohje' },
    { words: /palk(an|kasi) päälle/i, say: 'palkan lisänä' },
    { words: /(?<![a-zäö])leasingit(?![a-zäö])/i, say: 'leasingsopimukset' },
    { words: /täytä tämä kohta/i, say: 'what is missing, with the act' },
    { words: /(?<![a-zäö])noudata se/i, say: 'nouda se' },
    { words: /vakuutus ja vuosihuolto|huolto ja palvelu/i, say: 'vakuutus ja huolto' },
    // What an expert of the field read and would have said otherwise.
    { words: /työnantaja on vuokraaja/i, say: 'vuokralleottaja' },
    {
      words: /vauriot ovat työn|vastust|vastalaus/i,
      say: 'hän vastaa vaurioista lain mukaan; kiistää',
      but: /rights|event-facts|privacy/,
    },
    { words: /jäännöshinta/i, say: 'lunastus lopussa' },
    { words: /määräaika valita|aika vastustaa/i, say: 'valinnan määräaika on päättynyt' },
    { words: /jolla on käynnissä oleva sopimus/i, say: 'jonka sopimus on voimassa' },
    { words: /ei ole enää merkitty kadonneeksi/i, say: 'katoamismerkintä on poistettu' },
    { words: /pyöräetuohje ei sano/i, say: 'pyöräetuohjeen mukaan' },
    {
      words: /vain palkasta tai työnantajan laskulla/i,
      say: 'lunastuksen, joka peritään palkasta tai laskutetaan työnantajalta',
    },
    { words: /ei ole niin montaa/i, say: 'vähemmän kuin valitsit' },
    { words: /jos lasku oli lähetetty/i, say: 'jos lasku ehdittiin lähettää' },
    { words: /laskun raha|laskulla on yhä liikaa/i, say: 'suoritus, liikasuoritus' },
    { words: /palautettavaa ei ole enää|luovu aineistosta/i, say: 'summa on pienentynyt; peru maksuaineisto' },
    { words: /laskun teon jälkeen/i, say: 'laskun muodostamisen jälkeen' },
    { words: /sopimuksen kuukausi viimeisen/i, say: 'valitse kuukausi, jona sopimus on voimassa' },
    { words: /rivi on nolla/i, say: 'rivin summat ovat nollia' },
    { words: /omana laskunaan, ei koskaan/i, say: 'eri laskulla' },
    { words: /on vain se, mikä on/i, say: 'what there is, by name' },
    { words: /palkkasi viimeisistä euroista/i, say: 'marginaalivero' },
    {
      words: /joka työnantaja tekee|jonka työnantaja tekee|lomautus on syy vasta/i,
      say: 'työnantajan pyyntö; kelpaa syyksi',
    },
    {
      words: /pyytää palauttaa|pyysit palauttaa|päättyy: *\.|viimeistään: |alkaen \{\{month|: \{\{month|linkin takana/i,
      say: 'pyytää saada palauttaa; kuukauden lopussa',
    },
    { words: /toinen kuski/i, say: 'toinen käyttäjä' },
    { words: /sopimus syntyy ja molemmat/i, say: 'sopimus syntyy, kun molemmat ovat allekirjoittaneet' },
    { words: /valitse alkaa|pyörä(si)? (on )?vuokralla|pyörä vuokralla/i, say: 'leasing' },
    { words: /tilau(s|ksesi)( \{\{order\}\})? on käsitelty|odottaa käsittelyä/i, say: 'who does what' },
  ],
  sv: [
    {
      words: /raden är noll|sedan när|avtalet skapas och/i,
      say: 'raden visar noll; hur länge; när båda har undertecknat',
    },
    { words: /överlåt/i, say: 'överlämning', but: /brokerage|articles\.ownership|values\.SELLER/ },
    { words: /lönenum|anställningsnum/i, say: 'personalnummer' },
    { words: /skattevärde/i, say: 'beskattningsvärde' },
    { words: /affär/i, say: 'butik' },
    { words: /cykelanvisning/i, say: 'cykelpolicy' },
    { words: /gottgjor/i, say: 'återbetald' },
    { words: /leverans(dag|intyg|länk)/i, say: 'överlämning', but: /invoices/ },
    { words: /cykelvillkor/i, say: 'cykelpolicy' },
    { words: /anslutningslänk/i, say: 'registreringslänk' },
    { words: /förvaltningsavgift/i, say: 'administrationsavgift' },
    { words: /hyresavtal/i, say: 'leasingavtal' },
    { words: /provanställning/i, say: 'prövotid' },
    { words: /finans(ierings)?(bolag|filer)|finansiär|finansierings- och/i, say: 'leasingbolag' },
    { words: /(bekräfta|bifoga|bjud|undertecknar) ännu(?!\s*inte)/i, say: 'the act alone' },
    { words: /(kan|är|finns|granskar) ännu (?!inte\b|ingen\b|inget\b|inga\b)/i, say: 'fortfarande' },
    { words: /i formen (https|\d)/i, say: 'i formatet' },
    { words: /leas(e|ing)tagare/i, say: 'leasingavtalet är arbetsgivarens' },
    { words: /är i din användning/i, say: 'står till ditt förfogande' },
    { words: /kundtjänst/i, say: 'kundservice' },
    { words: /leasingtid/i, say: 'leasingperiod' },
    { words: /månadsbetalning/i, say: 'månadsrat' },
    { words: /ovanpå/i, say: 'utöver lönen' },
    { words: /rutkod/i, say: 'QR-kod' },
    { words: /nätfaktura/i, say: 'e-faktura' },
    { words: /(?<!löne)bikostnad/i, say: 'lönebikostnad' },
    { words: /signer(a|ing)|signatur/i, say: 'underteckna, underskrift' },
    { words: /annuller|avbeställ/i, say: 'avboka' },
    { words: /verklig(t|a) värde/i, say: 'gängse värde' },
    { words: /försäkringsfall/i, say: 'försäkringsärende' },
    { words: /returavgift/i, say: 'återlämningsavgift' },
    { words: /jobb(mejl|adress)|arbetets e-post|e-post i arbetet/i, say: 'arbets-e-post' },
    { words: /bakom länken/i, say: 'via länken' },
    { words: /(?<![a-zåäö])skilt(?![a-zåäö])/i, say: 'separat' },
  ],
  en: [
    {
      words: /leaves once|the price decides(?! the)|agreement is made and/i,
      say: 'is paid once; decides the term; when both have signed',
    },
    { words: /cost unit/i, say: 'cost centre' },
    { words: /trial period/i, say: 'probation' },
    { words: /reason of absence/i, say: 'reason for absence' },
    { words: /\bwaits (for (?!at least)|to be\b)/i, say: 'is waiting' },
    { words: /\btax value/i, say: 'taxable value' },
    { words: /\blessor/i, say: 'leasing company' },
    // The specification gives the sentences of the toasts.
    { words: /\bredemption|\bredeem/i, say: 'buy-out', but: /redemptions\/texts\/en\.json\.toasts/ },
    { words: /\bsigners?\b/i, say: 'signatory' },
    { words: /monthly payment/i, say: 'monthly instalment' },
    { words: /\badmin fee/i, say: 'administration fee' },
    { words: /side[- ]cost/i, say: 'employer contributions' },
    { words: /\blog (in|out)\b/i, say: 'sign in, sign out' },
    { words: /salary row/i, say: 'payroll row' },
    { words: /insurance case/i, say: 'insurance claim' },
    { words: /(?<!not )\bdeductible(?! vat)/i, say: 'excess' },
    { words: /\bclerk\b/i, say: 'salesperson' },
    { words: /behind the link/i, say: 'follow the link' },
    { words: /privacy notice/i, say: 'privacy policy' },
    { words: /\bbicycle/i, say: 'bike', but: /\/(agreements|documents)\// },
    { words: /\d €/, say: 'the sign before the sum' },
    { words: /'/, say: 'the curved apostrophe' },
  ],
}

/** What a reader sees of a text: neither the names of its placeholders nor those of the features it depends on. */
const readWords = (text: string) => text.replaceAll(/\{\{?\w+\}?\}|\[\[!?[a-z-]+\|/g, '')

/** Each text with a word that was rejected in its language, and what to say instead. */
export function rejectedIn(language: LanguageCode, place: string, text: string): string[] {
  const read = readWords(text)
  return rejectedWords[language]
    .filter(({ words, but }) => words.test(read) && !but?.test(place))
    .map(({ say }) => `${place} (say ${say}): ${text}`)
}
