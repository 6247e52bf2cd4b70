/**
 * What the service can do, and the words that promise it. A text names the feature of each promise:
 * `[[redemption|You can buy the bike out at any month's end.]]` stands only while the feature is on, and
 * `[[!redemption|Ask us for a buy-out.]]` only while it is off. In a page's copy a part with `"needs": "redemption"`
 * stands or falls as a whole. A text with a feature's words outside such a mark, and a mark without a feature, fail the
 * build (`src/app/checks/words/promises.test.ts` and the loading of the texts).
 */
interface Feature {
  readonly isOn: boolean
  /** Words that only a promise of this feature uses, in Finnish, Swedish and English. */
  readonly words: RegExp
}

export const features = {
  /** The store fills in bicycle, accessories and price by the code that the buyer shows at the counter. */
  'store-package': {
    isOn: true,
    words:
      /täydentää pyörän|täydennä pyörä|päivität paketin|päivitä paketti linkistä|fylla i cykel|fyll i cykel|uppdaterar du paketet|uppdatera paketet via|complete the bike|fill in the bike|update the package through/i,
  },
  /** The employer asks an applicant for more before it decides. */
  'application-questions': { isOn: false, words: /kysyt lisää|fråga mer|ask for more/i },
  /** The event log as a file. */
  'event-log-export': { isOn: true, words: /tilintarkastaja saa tiedostona|revisorn kan få|auditor can have/i },
  /** Invoices to employers: the admin fee, and as e-invoices. */
  'employer-billing': {
    isOn: true,
    words:
      /laskutamme hallin|laskut tulevat verkko|vi fakturerar en admin|fakturorna kommer som e-|we invoice an admin|arrive as e-invoices/i,
  },
  /** Insurance terms that are read and accepted; texts of orders and agreements stand while some are in force. */
  'insurance-terms': {
    isOn: true,
    words:
      /vakuutusehdo|vakuutuksen ja sen ehdot|vakuutus kattaa|pyörä on vakuutettu|försäkringsvillkor|försäkringen och dess villkor|försäkringen gäller stöld|cykeln är försäkrad|insurance terms|insurance and its terms|insurance covers|bike is insured/i,
  },
  /** Claims: reported on the own page, decided, settled. */
  'insurance-claims': {
    isOn: true,
    words:
      /vahinkoilmoitus (omalla|kun)|vahinkoilmoitus, kun|vahingosta ilmoitat itse|vakuutusasiat|skadeanmälan (på din|när)|anmäler en skada själv|försäkringsärendena|file (a|the) claim|report a claim|a claim on your|insurance matters/i,
  },
  /** Absence plans, confirmed by both sides, month by month. */
  'absence-plans': {
    isOn: true,
    words:
      /(teette|kanssa) poissaolosuunnitelma|suunnitelma on voimassa|kirjaat poissaolon|vaihtoehdot ja summat näkyvät|(upp|gör) en frånvaroplan|planen gäller när|antecknar orsaken|samma alternativ och belopp|make an absence plan|the plan holds once|enter the reason|same options and amounts/i,
  },
  /** Options with prices and a deadline when somebody leaves; transfers. */
  'leaving-options': {
    isOn: true,
    words:
      /samat vaihtoehdot|näet vaihtoehdot|siirtää (sen|sopimuksen) uudelle|siirto uudelle työnantajalle|se jää työnantajalle|samma alternativ, samma|du ser alternativen|överföra den till den nya|flytta avtalet|överföring till den nya|den stannar hos arbetsgivaren|same options, the same|you see the options|transfer it to (your|another)|move the agreement to a new|transfer to the new employer|it stays with your employer/i,
  },
  /** The bicycle goes back before the end, or stays with the employer. */
  'early-return': {
    isOn: true,
    words:
      /palautus kesken kauden,|pyörä jää työnantajalle\*\*|återlämning under perioden,|cykeln stannar hos arbetsgivaren\*\*|return before the end,|bike stays with the employer\*\*/i,
  },
  /** The exchange of bicycles between people. */
  brokerage: {
    isOn: true,
    words: /pyörävälityksen kautta|pyörävälityksestä|genom cykelförmedlingen|through the bike exchange/i,
  },
  /** Buying the bicycle out before the end, in the service. */
  redemption: {
    isOn: true,
    words:
      /minkä tahansa kuukauden päätteeksi|lunastaa pyörän minkä|lösa in cykeln i slutet av vilken månad|eller i slutet av vilken månad|buy the bike out at the end of any|or at the end of any month/i,
  },
  /** Reminders before the end of the term. */
  'end-reminders': { isOn: true, words: /90, 30|90, 30 och 7|90, 30 and 7/i },
  /** A warning before a change that may end an exemption. */
  'exemption-warning': {
    isOn: true,
    words:
      /varoitamme ennen|ilmoittaa siitä ennen muutosta|vi varnar|meddelar det före ändringen|we warn you|says so before the change/i,
  },
  /** A cancelled order line by line: what is paid back, to whom, of which sum. */
  'cancellation-lines': {
    isOn: true,
    words:
      /mitä palautetaan, kenelle|vad som återbetalas, till vem|what is refunded, to whom|erittely palvelussa|specifikation i tjänsten|account of the cancellation and of payments to be returned is made in the service/i,
  },
  /** Salary rows in the form that a company's payroll program takes. */
  'salary-rows': { isOn: true, words: /omat palkkalajinne|era egna lönearter|your own pay types/i },
} as const satisfies Record<string, Feature>

export type FeatureName = keyof typeof features

/** Whether a feature is on. @throws Error for a name that is none, so that a promise without a feature fails the build */
function isOn(name: string): boolean {
  if (!Object.hasOwn(features, name)) throw new Error(`A text promises by a feature that is not in the list: ${name}`)
  return features[name as FeatureName].isOn
}

const mark = /\[\[(!?)([a-z-]+)\|([\s\S]*?)\]\]/g

/** A text with its promises as the features stand: a sentence whose feature is off is not there. */
export function keptText(text: string): string {
  if (!text.includes('[[')) return text
  return text
    .replaceAll(mark, (_, not: string, name: string, words: string) => (isOn(name) === (not === '') ? words : ''))
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(/ *\n */g, '\n')
    .trim()
}

function isKept(part: unknown): boolean {
  if (part === '') return false
  const needs = (part as { needs?: string } | null)?.needs
  return needs === undefined || isOn(needs)
}

/** Texts of any shape as the features stand; parts of a list fall out when nothing is left of them. */
export function keptTexts<T>(texts: T): T {
  if (typeof texts === 'string') return keptText(texts) as T
  if (Array.isArray(texts)) {
    const kept = texts.map((part) => [part, keptTexts(part)] as const)
    return kept.filter(([before, part]) => before === '' || isKept(part)).map(([, part]) => part) as T
  }
  if (typeof texts !== 'object' || texts === null) return texts
  return Object.fromEntries(Object.entries(texts).map(([key, part]) => [key, keptTexts(part)])) as T
}
