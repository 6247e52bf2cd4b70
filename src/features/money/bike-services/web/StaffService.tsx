import { useApi } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { bikeServices } from '../contract.ts'
import { ServiceBalance, VoucherHistory } from './ServiceHistory.tsx'

/** In the staff's view of an order: the service of its lease, where its terms have some. */
export function StaffService({ leasingAgreementId }: { leasingAgreementId: string }) {
  const t = useTexts('bike-services')
  const may = useMay()('bike-service:read')
  const { data } = useApi(bikeServices.get, { params: { leasingAgreementId }, enabled: may })
  if (!data?.balance) return null
  return (
    <section className="stack-sm">
      <h3>{t('own.title')}</h3>
      <ServiceBalance balance={data.balance} />
      <VoucherHistory vouchers={data.vouchers} />
    </section>
  )
}
