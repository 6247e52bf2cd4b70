import { insuranceContent } from '#features/ground/terms/server/insurance-text.ts'
import { publishTerms } from '#features/ground/terms/server/publish.ts'
import { insuredRisks } from '#features/ground/terms/shapes.ts'
import type { Services } from '#platform/server/http/context.ts'

const words = {
  fi: {
    title: 'Vakuutusehdot (esimerkki)',
    body: 'Nämä ehdot ovat esimerkki kuvitteellisesta vakuutuksesta. Ne eivät vakuuta mitään.\n\nPyörä lukitaan rungosta kiinteään kohteeseen tai säilytetään lukitussa tilassa. Varkaudesta tehdään rikosilmoitus. Kulumista ja kilpailukäytössä syntynyttä vahinkoa ei korvata.',
  },
  sv: {
    title: 'Försäkringsvillkor (exempel)',
    body: 'Dessa villkor är ett exempel på en påhittad försäkring. De försäkrar ingenting.\n\nCykelns ram låses vid ett fast föremål, eller cykeln förvaras i ett låst utrymme. En stöld anmäls till polisen. Slitage och skador vid tävling ersätts inte.',
  },
  en: {
    title: 'Insurance terms (example)',
    body: 'These terms are an example of an invented insurance. They insure nothing.\n\nThe frame is locked to something fixed, or the bicycle is kept in a locked room. A theft is reported to the police. Wear and damage in races are not paid.',
  },
}

/** The demo's insurance terms: an invented insurer's, which say so. */
export async function seedInsuranceTerms({ env, database, texts }: Services): Promise<void> {
  const facts = {
    insurer: 'Esimerkkivakuutus Oy',
    businessId: '9870005-5',
    covers: insuredRisks,
    deductibleCents: 20_000,
    limitCents: null,
    coverFallBasisPoints: 100,
  }
  const text = (language: 'fi' | 'sv' | 'en') => ({
    title: words[language].title,
    content: insuranceContent(texts, language, { number: 1, facts, ...words[language] }),
  })
  await publishTerms(database.primary, env, {
    kind: 'INSURANCE',
    number: 1,
    insurance: facts,
    createdBy: null,
    texts: { fi: text('fi'), sv: text('sv'), en: text('en') },
  })
}
