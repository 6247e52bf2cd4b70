import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { employees } from '#features/employees/contract.ts'
import { useApi, useApiAction } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { navigate } from '#platform/web/router/history.ts'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { brokerage, type OfferRow, readsOfBrokerage } from '../contract.ts'
import type { BrokerageGuard } from '../rules/table.ts'
import { Photos } from './Photos.tsx'

/** All that is told of a bicycle on offer, and the reservation. */
export function OfferDetails({ offer, done }: { offer: OfferRow; done: () => void }) {
  const t = useTexts('brokerage')
  const may = useMay()
  return (
    <div className="stack-md">
      <Photos id={offer.bikeBrokerageId} photoIds={offer.photoIds} bike={offer.bike} />
      <p>{offer.description}</p>
      <Facts
        rows={[
          [t('columns.kind'), offer.kind && t(`kinds.${offer.kind}`)],
          [t('columns.frameSize'), offer.frameSize],
          [t('columns.municipality'), offer.municipality],
          [t('columns.instalment'), <Money key="m" euros={offer.instalment} />],
          [t('columns.monthsLeft'), t('market.months', { count: offer.monthsLeft })],
          [t('columns.leaseEnd'), <Day key="d" day={offer.leaseEndDay} />],
          [t('columns.residual'), <Money key="r" euros={offer.residual} />],
          [t('columns.tax'), offer.taxRegime && t(`taxes.${offer.taxRegime}`)],
        ]}
      />
      <p className="sm t2">{t('market.taxAnew')}</p>
      {offer.isOwn && <Note>{t('market.own')}</Note>}
      {!offer.isOwn && may('brokerage:reserve') && <Reserve offer={offer} done={done} />}
    </div>
  )
}

function Reserve({ offer, done }: { offer: OfferRow; done: () => void }) {
  const t = useTexts('brokerage')
  const mine = useApi(employees.mine, {})
  const accepted = (mine.data?.items ?? []).filter(({ status }) => status === 'ACCEPTED')
  const [chosen, setChosen] = useState<string | null>(null)
  const [unmet, setUnmet] = useState<BrokerageGuard[]>([])
  const employment = chosen ?? accepted[0]?.beneficiaryEmployeeId
  const reserve = useApiAction(brokerage.update, {
    refresh: readsOfBrokerage,
    handles: ['BROKERAGE_STEP_NOT_ALLOWED'],
    onSuccess: ({ bikeBrokerageId }) => {
      done()
      navigate(`/mybike/valitys/${bikeBrokerageId}`)
    },
    onError: (error) => setUnmet((error.details as { unmet?: BrokerageGuard[] } | undefined)?.unmet ?? []),
  })
  return (
    <>
      {accepted.length > 1 && (
        <NativeSelect
          label={t('market.employment')}
          value={employment ?? ''}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={accepted.map(({ beneficiaryEmployeeId, companyName }) => ({
            value: beneficiaryEmployeeId,
            label: companyName,
          }))}
        />
      )}
      {unmet.length > 0 && <Note kind="warn">{unmet.map((guard) => t(`guards.${guard}`)).join(' ')}</Note>}
      <PrimaryButton
        loading={reserve.isPending}
        onClick={() =>
          reserve.mutate({
            params: { id: offer.bikeBrokerageId },
            body: {
              step: 'reserve',
              version: offer.version,
              ...(employment ? { beneficiaryEmployeeId: employment } : {}),
            },
          })
        }
      >
        {t('acts.reserve')}
      </PrimaryButton>
    </>
  )
}
