import { sourceAddresses } from '#features/calculator/sources.ts'

/** The Incomes Register's page on the bicycle benefit and the commuter ticket. */
const incomesRegister =
  'https://www.vero.fi/tulorekisteri/yritykset-ja-organisaatiot/suorituksen-maksajat/palkkatiedot/luontoisedut/polkupyoraetu-ja-tyosuhdematkalippu'

interface LegalSentence {
  /** Words of the Finnish copy that only this statement uses. */
  readonly words: RegExp
  /** The page that says it and was read; null until somebody has read it there. No public text cites a null. */
  readonly source: string | null
}

/** What public texts state as law. Super admins see the list on their settings page. */
export const legalSentences = {
  repealed: { words: /verovapaus poistui|käypään arvoon/i, source: sourceAddresses.bikeBenefitAct },
  exemptLimit: { words: /1 200/, source: incomesRegister },
  commuterTicket: { words: /3 400/, source: incomesRegister },
  incomeTypes: { words: /tulorekister|tulolaj/i, source: incomesRegister },
  exemptUntilEnd: { words: /ennen 24\.4\.2025|viisi vuotta/i, source: null },
  exempt2025: { words: /31\.12\.2025|vuoden 2025 loppuun/i, source: null },
  exemptionMayEnd: { words: /verovapaus voi katketa/i, source: null },
  pension: { words: /eläke/i, source: null },
  sicknessAllowance: { words: /sairauspäiväraha/i, source: null },
  redemption: { words: /lunasta[^.]*käyp|käypä arvo[^.]*erotus/i, source: null },
  feeOutside: { words: /hallinnointimaksu[^.]*(osa etua|edun arvoa)/i, source: null },
  finalPay: { words: /loppupalkasta ei peritä/i, source: null },
  vatNotDeducted: { words: /arvonlisäveroa ei yleensä/i, source: null },
} as const satisfies Record<string, LegalSentence>
