import type { PriceCardType } from '#features/orders/orders/shapes.ts'
import { fairValues } from '#features/pricing/leasing/fair-value-contract.ts'
import { endTaxOf } from '#features/pricing/leasing/fair-values.ts'
import { centsFromEuros, formatEuros } from '#platform/values/money.ts'
import { useApi } from '#platform/web/api/api.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'

/** The tax that may come at the end of a price, once the estimate of values is there. */
export function useEndTax(card: PriceCardType) {
  const { data } = useApi(fairValues.get, {})
  return data ? endTaxOf(card, data) : null
}

/** The range of the tax at the end, and what the bike costs at most with it. */
export function EndTax({ card, viewer = 'EMPLOYEE' }: { card: PriceCardType; viewer?: 'EMPLOYEE' | 'EMPLOYER' }) {
  const t = useTexts('orders')
  const language = useLanguage()
  const tax = useEndTax(card)
  if (!tax || tax.mostCents === 0) return null
  const most = formatEuros(tax.mostCents, language)
  const total = formatEuros(centsFromEuros(card.totalToOwn) + tax.mostCents, language)
  return <p className="sm">{t(`price.endTax.${viewer}`, { most, total })}</p>
}
