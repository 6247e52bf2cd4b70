import { useState } from 'react'
import { employees } from '#features/people/employees/contract.ts'
import { useApi, useApiAction } from '#platform/web/api/api.ts'
import { NativeSelect } from '#platform/web/controls/NativeSelect.tsx'
import { AskFirst } from '#platform/web/dialogs/AskFirst.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { brokerage, type CaseView, readsOfBrokerage } from '../contract.ts'
import type { BrokerageGuard } from '../rules/words.ts'
import { NotNow, TakerCost } from './TakerCost.tsx'

interface Props {
  of: Pick<CaseView, 'bikeBrokerageId' | 'version'>
  step: 'reserve' | 'acceptOffer'
  done: (one: CaseView) => void
}

/** Takes a bicycle over, in one of the viewer's employments; what stands against it is told beside the button. */
export function TakeOver({ of: { bikeBrokerageId, version }, step, done }: Props) {
  const t = useTexts('brokerage')
  const mine = useApi(employees.mine, {})
  const cost = useApi(brokerage.cost, { params: { id: bikeBrokerageId } })
  const accepted = (mine.data?.items ?? []).filter(({ status }) => status === 'ACCEPTED')
  const [chosen, setChosen] = useState<string | null>(null)
  const [isUnchosen, setUnchosen] = useState(false)
  const [unmet, setUnmet] = useState<BrokerageGuard[]>([])
  const employment = chosen ?? (accepted.length === 1 ? accepted[0]!.beneficiaryEmployeeId : '')
  const take = useApiAction(brokerage.update, {
    refresh: readsOfBrokerage,
    handles: ['BROKERAGE_STEP_NOT_ALLOWED', 'BROKERAGE_EMPLOYMENT_CHOICE_NEEDED'],
    onSuccess: done,
    onError: (error) => {
      setUnchosen(error.code === 'BROKERAGE_EMPLOYMENT_CHOICE_NEEDED')
      setUnmet((error.details as { unmet?: BrokerageGuard[] } | undefined)?.unmet ?? [])
    },
  })
  const inEmployment = employment ? { beneficiaryEmployeeId: employment } : {}
  // Nobody commits to a price that they have not been shown.
  if (!cost.data) return null
  if (cost.data.unmet.length > 0)
    return (
      <>
        <NotNow unmet={cost.data.unmet} />
        <TakerCost cost={cost.data} />
      </>
    )
  return (
    <>
      <TakerCost cost={cost.data} />
      {accepted.length > 1 && (
        <Employment
          accepted={accepted}
          value={employment}
          isUnchosen={isUnchosen}
          choose={(value) => {
            setChosen(value)
            setUnchosen(false)
          }}
        />
      )}
      {unmet.length > 0 && <Note kind="warn">{unmet.map((guard) => t(`guards.${guard}`)).join(' ')}</Note>}
      <div>
        <AskFirst
          act={t(`acts.${step}`)}
          look={{ 'data-act': 'primary' }}
          run={() => take.mutateAsync({ params: { id: bikeBrokerageId }, body: { step, version, ...inEmployment } })}
        />
      </div>
    </>
  )
}

interface EmploymentProps {
  accepted: readonly { beneficiaryEmployeeId: string; companyName: string }[]
  value: string
  isUnchosen: boolean
  choose: (value: string) => void
}

/** As whose employee somebody takes the bicycle. */
function Employment({ accepted, value, isUnchosen, choose }: EmploymentProps) {
  const t = useTexts('brokerage')
  return (
    <NativeSelect
      label={t('market.employment')}
      value={value}
      error={isUnchosen && t('errors.BROKERAGE_EMPLOYMENT_CHOICE_NEEDED')}
      onChange={(event) => choose(event.currentTarget.value)}
      data={[
        { value: '', label: t('market.choose') },
        ...accepted.map(({ beneficiaryEmployeeId, companyName }) => ({
          value: beneficiaryEmployeeId,
          label: companyName,
        })),
      ]}
    />
  )
}
