import { useState } from 'react'
import { useApi } from '#platform/web/api/api.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { absencePlans } from '../contract.ts'
import { PlanForm } from './PlanForm.tsx'
import { PlanPanel } from './PlanPanel.tsx'

/** On /mybike: the plan of one's own absence, or the way to propose one. */
export function OwnAbsence({ leasingAgreementId }: { leasingAgreementId: string }) {
  const t = useTexts('absence-plans')
  const [isOpen, setOpen] = useState(false)
  const found = useApi(absencePlans.list, { query: { leasingAgreementId, limit: 5 } })
  if (!found.data) return null
  const plan = found.data.items.find(({ state }) => state !== 'CANCELLED' && state !== 'ENDED')
  return (
    <section className="card stack-md" aria-labelledby="own-absence">
      <h2 id="own-absence">{t('own.title')}</h2>
      {plan ? (
        <PlanPanel id={plan.id} />
      ) : (
        <>
          <p>{t('own.text')}</p>
          <div className="row">
            <Button onClick={() => setOpen(true)}>{t('propose.open')}</Button>
          </div>
        </>
      )}
      {isOpen && (
        <Dialog opened close={() => setOpen(false)} title={t('propose.open')}>
          <PlanForm leasingAgreementId={leasingAgreementId} done={() => setOpen(false)} />
        </Dialog>
      )}
    </section>
  )
}
