import type { OutsideSourceCode } from '#features/site/calculator/sources.ts'

interface LegalSentence {
  /** Words of the Finnish texts that only this statement uses. */
  readonly words: RegExp
  /** Where it is to be read; null while nobody knows. Super admins see which of them nobody has read. */
  readonly source: OutsideSourceCode | null
}

/** What pages, contracts, mails and screens state as law. Super admins see the list beside the tax tables. */
export const legalSentences = {
  repealed: {
    words:
      /verovapaus (poistui|on päättynyt)|käypään arvoon|etu on (kokonaan )?veronalai|on vuo(den|desta) 2026 (alusta|alkaen) veronalaista|etu verotetaan|kumottu \(EV 120|1\.1\.2026 tai sen jälkeen/i,
    source: 'bikeBenefitAct',
  },
  exemptLimit: { words: /1 200|\{exemptYearly/, source: 'incomesRegister' },
  commuterTicket: { words: /\{commuterTicketYearly/, source: 'incomesRegister' },
  incomeTypes: { words: /tulorekister|tulolaj/i, source: 'incomesRegister' },
  exemptUntilEnd: { words: /ennen 24\.4\.2025|viisi vuotta/i, source: 'bikeBenefitTransition' },
  exempt2025: { words: /31\.12\.2025|vuoden 2025 loppuun/i, source: 'bikeBenefitTransition' },
  exemptionMayEnd: { words: /verovapaus voi (katketa|päättyä)|päättää verovapauden/i, source: null },
  outsideBenefit: { words: /eivät kuulu pyöräetuun/i, source: null },
  exemptPart: { words: /verovapaasta osuudesta ei makseta sivukuluja/i, source: 'contributions' },
  taxRules: { words: /ennakonpidätyspäätös/i, source: 'taxAdministration' },
  pension: { words: /eläke/i, source: 'contributions' },
  sicknessAllowance: { words: /sairauspäiväraha/i, source: null },
  redemption: {
    words: /lunasta[^.]*käyp|lunastushinta[^.]*erotus|käy(pä|vän) arvo[^.]*erotus|käypä arvo on[^.]*veronalaista/i,
    source: null,
  },
  feeOutside: { words: /hallinnointimaksu[^.]*(osa etua|edun arvoa)/i, source: null },
  finalPay: { words: /loppupalkasta ei peritä/i, source: null },
  withholding: { words: /laki (sen )?sallii/i, source: null },
  vatNotDeducted: { words: /arvonlisäveroa ei yleensä/i, source: 'vatAct' },
  sellerAnswers: { words: /myyjä lain mukaan vastaa/i, source: null },
  lawOfTheTerms: { words: /laki ja riidat|laki voi vaatia tietyn tiedon/i, source: null },
  damage: {
    words: /lain mukaan (on siitä|olet niistä) vastuussa|siltä osin kuin laki sanoo|lain mukaan vastaa vahingosta/i,
    source: null,
  },
  lateInterest: { words: /korkolain/i, source: 'interestAct' },
  fixedCompensation: { words: /laki 30\/2013/i, source: null },
  withdrawal: { words: /peruuttaa kaup|peruuta kauppa/i, source: null },
  retention: { words: /kirjanpito- ja verolaki|kirjanpitolain|laki enää vaadi/i, source: null },
  mandatoryLaw: { words: /pakottavan lainsäädännön/i, source: null },
} as const satisfies Record<string, LegalSentence>
