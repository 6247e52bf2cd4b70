import type { LanguageCode } from '#platform/contract/contract.ts'
import type { Texts } from '#platform/server/runtime/texts.ts'
import { formatEuros } from '#platform/values/money.ts'
import { percentFromBasisPoints } from '#platform/values/percent.ts'
import type { InsuranceFacts } from '../shapes.ts'

/** What an insurance covers, in the words of a sentence: the one source for every document. */
export function coversIn(texts: Texts, language: LanguageCode, { covers }: Pick<InsuranceFacts, 'covers'>): string {
  const words = covers.map((risk) => texts.t(language, `terms:covers.${risk}`))
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(words)
}

interface InsuranceText {
  readonly number: number
  readonly title: string
  readonly body: string
  readonly facts: InsuranceFacts
}

/** Insurance terms as they are read and hashed: what the staff entered as facts, then the insurer's own text. */
export function insuranceContent(texts: Texts, language: LanguageCode, terms: InsuranceText): string {
  const t = (key: string, values = {}) => texts.t(language, `terms:content.${key}`, values)
  const { facts } = terms
  const lines = [
    t('version', { number: terms.number }),
    t('insurer', { name: facts.insurer, id: facts.businessId }),
    t('covers', { covers: coversIn(texts, language, facts) }),
    t('deductible', { sum: formatEuros(facts.deductibleCents, language) }),
    facts.limitCents === null ? t('noLimit') : t('limit', { sum: formatEuros(facts.limitCents, language) }),
    ...(facts.coverFallBasisPoints === undefined
      ? []
      : [t('coverFall', { percent: percentFromBasisPoints(facts.coverFallBasisPoints).toLocaleString(language) })]),
  ]
  return `${terms.title.trim()}\n\n${lines.join('\n')}\n\n${terms.body.trim()}\n`
}
