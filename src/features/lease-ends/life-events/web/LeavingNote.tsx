import { type Day, formatDay, formatMonth } from '#platform/values/days.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Note } from '#platform/web/parts/Note.tsx'
import { Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { lifeEventCalls } from '../contract.ts'

/** Before a last working day is saved: each lease that runs then, its price on that day and what comes next. */
export function LeavingNote({ employeeId, day }: { employeeId: string; day: Day }) {
  const { data } = useApi(lifeEventCalls.leases, { query: { beneficiaryEmployeeId: employeeId } })
  return (
    <div role="status" className="stack-sm">
      {data?.items.map(({ leasingAgreementId: id }) => (
        <RunningThen key={id} leasingAgreementId={id} day={day} />
      ))}
    </div>
  )
}

function RunningThen({ leasingAgreementId, day }: { leasingAgreementId: string; day: Day }) {
  const t = useTexts('life-events')
  const query = { event: 'LEAVING', day } as const
  const { data } = useApi(lifeEventCalls.options, { params: { leasingAgreementId }, query, keepPrevious: true })
  if (!data) return null
  const buyOut = data.options.find(({ kind }) => kind === 'REDEEM')
  const bike = data.bike ?? data.agreementNumber
  return (
    <Note kind="warn">
      <b>{t('leaving.runs', { bike, day: formatDay(day) })}</b>{' '}
      {buyOut?.price != null && buyOut.endMonth && (
        <span>
          {t('leaving.buyOut', { month: formatMonth(buyOut.endMonth) })} <Money euros={buyOut.price} />.{' '}
        </span>
      )}
      <span>
        {t(`otherwise.${data.otherwise}`)} {t('leaving.next')}
      </span>
    </Note>
  )
}
