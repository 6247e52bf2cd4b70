import { insuranceContent } from '#features/ground/terms/server/insurance-text.ts'
import { publishTerms } from '#features/ground/terms/server/publish.ts'
import { insuredRisks } from '#features/ground/terms/shapes.ts'
import { employerTerms } from '#features/people/companies/employer-terms/contract.ts'
import type { Services } from '#platform/server/http/context.ts'
import { clientOf, type SeedParts } from './order-client.ts'

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

/** Each company's admin accepts what employers do before their first link. */
export async function acceptEmployerTerms(parts: SeedParts, password: string): Promise<void> {
  const { world, actors } = parts
  const { ok, nameOf } = clientOf(parts)
  for (const key of ['a', 'b', 'c', 'd'] as const) {
    const as = actors[key]
    const params = { id: world[key].companyId }
    const { kinds } = await ok(employerTerms.get, { as, params })
    const documents = kinds.flatMap(({ inForce }) =>
      inForce ? [{ termsId: inForce.termsId, sha256: inForce.sha256 }] : [],
    )
    const typedName = await nameOf(as.userId)
    await ok(employerTerms.accept, { as, params, body: { documents, typedName, password } })
  }
}
