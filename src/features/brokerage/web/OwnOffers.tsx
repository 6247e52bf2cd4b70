import { Button } from '@mantine/core'
import { useState } from 'react'
import { companies } from '#features/companies/contract.ts'
import { employees } from '#features/employees/contract.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { Dialog } from '#platform/web/parts/Dialog.tsx'
import { navigate } from '#platform/web/router/history.ts'
import { Link } from '#platform/web/router/Link.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { brokerage, readsOfBrokerage } from '../contract.ts'
import { OfferState } from './OfferState.tsx'

interface Props {
  leasingAgreementId: string
  beneficiaryEmployeeId: string
}

/** On one's own page: offers of the bicycle to others, and the way to a new one. */
export function OwnOffers({ leasingAgreementId, beneficiaryEmployeeId }: Props) {
  const t = useTexts('brokerage')
  const [isAsking, setAsking] = useState(false)
  const found = useApi(brokerage.cases, { query: { leasingAgreementId, limit: 5 } })
  const isAllowed = useIsAllowed(beneficiaryEmployeeId)
  if (!found.data || (!isAllowed && found.data.items.length === 0)) return null
  const hasOpen = found.data.items.some(({ status }) => status === 'PENDING')
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
      {!hasOpen && isAllowed && (
        <>
          <p>{t('own.offerLead')}</p>
          <div>
            <Button onClick={() => setAsking(true)}>{t('own.offer')}</Button>
          </div>
          <Dialog opened={isAsking} close={() => setAsking(false)} title={t('own.offer')}>
            <NewOffer leasingAgreementId={leasingAgreementId} />
          </Dialog>
        </>
      )}
    </section>
  )
}

/** Whether the company of an employment of one's own allows it; the server decides anew. */
function useIsAllowed(beneficiaryEmployeeId: string): boolean {
  const mine = useApi(employees.mine, {})
  const companyId = mine.data?.items.find((one) => one.beneficiaryEmployeeId === beneficiaryEmployeeId)?.companyId
  const policy = useApi(companies.ownPolicy, { query: { companyId }, enabled: companyId !== undefined })
  return policy.data?.allowsBrokerage ?? false
}

function NewOffer({ leasingAgreementId }: { leasingAgreementId: string }) {
  const t = useTexts('brokerage')
  return (
    <Form
      endpoint={brokerage.create}
      also={{ leasingAgreementId }}
      submit={t('own.create')}
      refresh={readsOfBrokerage}
      onDone={({ bikeBrokerageId }) => navigate(`/mybike/valitys/${bikeBrokerageId}`)}
    >
      <Field name="text" kind="textarea" rows={5} label={t('form.text')} hint={t('form.textHint')} required />
      <Field name="municipality" label={t('columns.municipality')} hint={t('form.place')} required />
    </Form>
  )
}
