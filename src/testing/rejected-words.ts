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
    { words: /rekisteröitymislink/i, say: 'liittymislinkki' },
    { words: /(?<![a-zäö])leasingit(?![a-zäö])/i, say: 'leasingsopimukset' },
    { words: /täytä tämä kohta/i, say: 'what is missing, with the act' },
    { words: /(?<![a-zäö])noudata se/i, say: 'nouda se' },
    { words: /vakuutus ja vuosihuolto|huolto ja palvelu/i, say: 'vakuutus ja huolto' },
    { words: /tilau(s|ksesi)( \{\{order\}\})? on käsitelty|odottaa käsittelyä/i, say: 'who does what' },
  ],
  sv: [
    { words: /överlåt/i, say: 'överlämning', but: /brokerage|articles\.ownership/ },
    { words: /lönenummer|anställningsnummer/i, say: 'personalnummer' },
    { words: /skattevärde/i, say: 'beskattningsvärde' },
    { words: /affär/i, say: 'butik' },
    { words: /cykelanvisning/i, say: 'cykelpolicy' },
    { words: /gottgjord/i, say: 'återbetald' },
    { words: /leverans(dag|intyg|länk)/i, say: 'överlämning', but: /invoices/ },
    { words: /cykelvillkor/i, say: 'cykelpolicy' },
    { words: /anslutningslänk/i, say: 'registreringslänk' },
    { words: /förvaltningsavgift/i, say: 'administrationsavgift' },
    { words: /hyresavtal/i, say: 'leasingavtal' },
    { words: /provanställning/i, say: 'prövotid' },
    { words: /finans(ierings)?bolag|finansiär/i, say: 'leasingbolag' },
    { words: /(bekräfta|bifoga|bjud|undertecknar) ännu(?!\s*inte)/i, say: 'the act alone' },
    { words: /(kan|är|finns|granskar) ännu (?!inte\b|ingen\b|inget\b|inga\b)/i, say: 'fortfarande' },
    { words: /i formen (https|\d)/i, say: 'i formatet' },
    { words: /leas(e|ing)tagare/i, say: 'leasingavtalet är arbetsgivarens' },
    { words: /är i din användning/i, say: 'står till ditt förfogande' },
  ],
  en: [
    { words: /cost unit/i, say: 'cost centre' },
    { words: /trial period (until|ends)/i, say: 'probation' },
    { words: /reason of absence/i, say: 'reason for absence' },
    { words: /waits for your decision/i, say: 'is waiting for your decision' },
    { words: /\btax value/i, say: 'taxable value' },
  ],
}

/** Each text with a word that was rejected in its language, and what to say instead. */
export function rejectedIn(language: LanguageCode, place: string, text: string): string[] {
  return rejectedWords[language]
    .filter(({ words, but }) => words.test(text) && !but?.test(place))
    .map(({ say }) => `${place} (say ${say}): ${text}`)
}
