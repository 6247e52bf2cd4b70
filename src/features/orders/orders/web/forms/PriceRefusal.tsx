import { centsFromEuros, formatEuros } from '#platform/values/money.ts'
import type { ApiError } from '#platform/web/api/api.ts'
import { textOfError } from '#platform/web/api/messages.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { hasText, useLanguage, useTexts } from '#platform/web/words/i18n.ts'

/** Codes that concern the price and are told beside it. */
export const priceRefusals = [
  'LEASING_CONFIGURATION_INVALID',
  'LEASING_TERMS_NOT_COMPUTABLE',
  'LEASING_CAMPAIGN_PERIOD_TOO_SHORT',
  'LEASING_PERIOD_BELOW_MINIMUM',
  'PRICE_OVER_LIMIT',
] as const

type Figures = Record<string, string | number | undefined>

/** Why a price cannot be leased, with the limit that it hits, and the way out where there is one. */
export function PriceRefusal({ refusal, withoutCampaign }: { refusal: ApiError; withoutCampaign: () => void }) {
  const t = useTexts('orders')
  const language = useLanguage()
  const figures = (refusal.details ?? {}) as Figures
  const euros = (name: string) =>
    typeof figures[name] === 'number' ? formatEuros(centsFromEuros(figures[name]), language) : ''
  const key = `refusal.${figures.reason ?? refusal.code}`
  const text = hasText(key, 'orders')
    ? t(key, { ...figures, maxPrice: euros('maxPrice'), minPrice: euros('minPrice') })
    : textOfError(refusal)
  return (
    <div role="alert">
      <Note kind="warn">
        <p>{text}</p>
        {refusal.code === 'LEASING_CAMPAIGN_PERIOD_TOO_SHORT' && (
          <Button size="sm" className="above" onClick={withoutCampaign}>
            {t('refusal.withoutCampaign')}
          </Button>
        )}
      </Note>
    </div>
  )
}
