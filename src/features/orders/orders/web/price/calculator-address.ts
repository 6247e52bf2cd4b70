import type { PriceCardType } from '#features/orders/orders/shapes.ts'
import type { LanguageCode } from '#platform/contract/contract.ts'
import { inputOf } from '#platform/web/form/field-values.ts'

/** The calculator with the bike, its model of benefit and its day filled in; /laskuri keeps its fields in the fragment. */
export function calculatorAddress(card: PriceCardType, language: LanguageCode): string {
  const given = new URLSearchParams({
    hinta: String(inputOf('money', card.bikePrice)),
    varusteet: String(inputOf('money', card.accessoriesPrice)),
    malli: card.benefitModel,
    paiva: String(inputOf('day', card.day)),
  })
  return `${language === 'fi' ? '' : `/${language}`}/laskuri#${given}`
}
