import { useState } from 'react'
import { companies } from '#features/people/companies/contract.ts'
import { employees } from '#features/people/employees/contract.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { useSearch } from '#platform/web/router/location.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { brokerage } from '../contract.ts'
import { OfferState } from './OfferState.tsx'
import { PassOn, type PassOnWay } from './PassOn.tsx'

interface Props {
  leasingAgreementId: string
  beneficiaryEmployeeId: string
  /** The lease has ended: what was offered of it stays to be read. */
  isOver: boolean
}

/** The way that a link asks for. */
const wayOf = (asked: string | undefined): PassOnWay => (asked === 'move' || asked === 'sell' ? asked : 'give')

/** On one's own page: offers of the bicycle, and the ways to pass it on. */
export function OwnOffers({ leasingAgreementId, beneficiaryEmployeeId, isOver }: Props) {
  const t = useTexts('brokerage')
  const asked = useSearch()
  const [chosen, setWay] = useState<PassOnWay | null>(asked.passOn === leasingAgreementId ? wayOf(asked.way) : null)
  const found = useApi(brokerage.cases, { query: { leasingAgreementId, limit: 5 } })
  const { isAllowed, others } = useOwnWays(beneficiaryEmployeeId)
  if (!found.data || (isOver && found.data.items.length === 0)) return null
  const hasOpen = found.data.items.some(({ status }) => status === 'PENDING')
  // Without another employment the bicycle goes to a person by address.
  const way = chosen === 'move' && others.length === 0 ? 'give' : chosen
  const ways: PassOnWay[] = [
    ...(isAllowed ? (['offer'] as const) : []),
    'give',
    'sell',
    ...(others.length > 0 ? (['move'] as const) : []),
  ]
  return (
    <section className="card stack-md" aria-labelledby="own-offers">
      <h2 id="own-offers">{t('own.offerTitle')}</h2>
      {found.data.items.map((one) => (
        <p key={one.bikeBrokerageId} className="row">
          <Link to="/mybike/valitys/$brokerageId" params={{ brokerageId: one.bikeBrokerageId }}>
            {one.bike}
          </Link>
          <OfferState step={one.step} />
        </p>
      ))}
      {!hasOpen && !isOver && (
        <>
          {isAllowed && <p>{t('own.offerLead')}</p>}
          <div className="row">
            {ways.map((one) => (
              <Button key={one} onClick={() => setWay(one)}>
                {t(`own.${one}`)}
              </Button>
            ))}
          </div>
          <Dialog opened={way !== null} close={() => setWay(null)} title={t(`own.${way ?? 'give'}`)}>
            {way && <PassOn way={way} leasingAgreementId={leasingAgreementId} others={others} />}
          </Dialog>
        </>
      )}
    </section>
  )
}

/** What the policy of the bicycle's company allows, and the viewer's other employments; the server decides anew. */
function useOwnWays(beneficiaryEmployeeId: string) {
  const mine = useApi(employees.mine, {})
  const items = mine.data?.items ?? []
  const companyId = items.find((one) => one.beneficiaryEmployeeId === beneficiaryEmployeeId)?.companyId
  const policy = useApi(companies.ownPolicy, { query: { companyId }, enabled: companyId !== undefined })
  const others = items.filter((one) => one.status === 'ACCEPTED' && one.beneficiaryEmployeeId !== beneficiaryEmployeeId)
  return { isAllowed: policy.data?.allowsBrokerage ?? false, others }
}
