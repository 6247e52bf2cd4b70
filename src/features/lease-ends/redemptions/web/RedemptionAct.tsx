import { useApi } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { redemptions } from '../contract.ts'

/** In the head of one's own page: the one thing to do about a redemption now, the bill before all else. */
export function RedemptionAct({ leasingAgreementId }: { leasingAgreementId: string }) {
  const t = useTexts('redemptions')
  const may = useMay()
  const list = useApi(redemptions.list, { query: { leasingAgreementId, limit: 1 }, enabled: may('redemption:read') })
  const id = list.data?.items.find(({ status }) => status === 'PENDING')?.id
  const found = useApi(redemptions.get, { params: { id: id ?? '' }, enabled: id !== undefined })
  const r = found.data
  if (!r) return null
  if (r.invoice?.payPath)
    return (
      <PrimaryButton component="a" href={r.invoice.payPath} size="lg">
        {t('own.payRedemption')}
      </PrimaryButton>
    )
  if (!r.waitingFor.includes('EMPLOYEE')) return null
  return (
    <PrimaryButton component="a" href="#own-redemption" size="lg">
      {t(r.step === 'STARTED' ? 'acts.offer' : 'own.seeOffer')}
    </PrimaryButton>
  )
}
