import { useState } from 'react'
import { agreements } from '#features/leases/agreements/contract.ts'
import { formatMonth } from '#platform/values/days.ts'
import { fileUrl, useApi, useApiAction } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { type ChangesView, leaseChanges, readsOfChanges } from '../contract.ts'
import { EndForm } from './EndForm.tsx'
import { type FormParts, PaymentForm } from './PaymentForm.tsx'
import { ReviewForm } from './ReviewForm.tsx'

/** In the panel of an agreement: how its payment has changed, and what staff may change while the lease runs. */
export function LeaseChanges({ id }: { id: string }) {
  const read = useApi(leaseChanges.changes, { params: { id } })
  return <Loaded from={read}>{(view) => <Changes view={view} />}</Loaded>
}

type Act = 'payment' | 'end' | 'takeBack' | 'review'
const reads = [...readsOfChanges, agreements.get, agreements.list, agreements.documents]

function Changes({ view }: { view: ChangesView }) {
  const t = useTexts('lease-changes')
  const [open, setOpen] = useState<Act | null>(null)
  const done = () => {
    setOpen(null)
    showDone(t('done'))
  }
  const takeBack = useApiAction(leaseChanges.takeBackEnd, { refresh: reads, onSuccess: done })
  const parts = { view, done, reads }
  return (
    <section className="stack-md">
      <h3>{t('title')}</h3>
      {view.review && (
        <Note kind="danger">
          <b>{t('review.marked')}</b> {view.review}
        </Note>
      )}
      <Payments view={view} />
      {view.end && (
        <p className="sm">
          {t('end.set')} <Day day={view.end.endsOn} />: {t(`end.as.${view.end.endsAs}`)}. {view.end.reason}
        </p>
      )}
      <Acts view={view} open={setOpen} />
      <Forms open={open} close={() => setOpen(null)} parts={parts} />
      <ConfirmDialog
        opened={open === 'takeBack'}
        close={() => setOpen(null)}
        title={t('end.takeBackTitle', { number: view.agreementNumber })}
        confirm={t('end.takeBack')}
        busy={takeBack.isPending}
        onConfirm={() => takeBack.mutate({ params: { id: view.leasingAgreementId }, query: { version: view.version } })}
      >
        <p>{t('end.takeBackText')}</p>
      </ConfirmDialog>
    </section>
  )
}

/** The dialog of the act that is open. */
function Forms({ open, close, parts }: { open: Act | null; close: () => void; parts: FormParts }) {
  const t = useTexts('lease-changes')
  const { view } = parts
  if (open === null || open === 'takeBack') return null
  return (
    <Dialog opened close={close} title={t(`titles.${open}`, { number: view.agreementNumber })}>
      {open === 'payment' && <PaymentForm {...parts} />}
      {open === 'end' && <EndForm {...parts} />}
      {open === 'review' && <ReviewForm {...parts} />}
    </Dialog>
  )
}

function Payments({ view }: { view: ChangesView }) {
  const t = useTexts('lease-changes')
  return (
    <>
      <p className="sm t2">
        {t('payment.now')} <Money euros={view.instalment} />, {t('payment.ofWhich')} <Money euros={view.serviceShare} />
      </p>
      <ul className="sm">
        {view.payments.map((one) => (
          <li key={one.number}>
            {t('payment.from', { number: one.number, month: formatMonth(one.fromMonth) })}{' '}
            <Money euros={one.earlierInstalment} /> → <Money euros={one.instalment} />. {one.reason}{' '}
            {one.signedDocumentId && (
              <a href={fileUrl(agreements.file, { id: one.signedDocumentId })}>{t('payment.annex')}</a>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

/** What the viewer may do with a lease that runs. */
function Acts({ view, open }: { view: ChangesView; open: (act: Act) => void }) {
  const t = useTexts('lease-changes')
  const may = useMay()
  if (view.firstMonth === null) return null
  return (
    <div className="row">
      {may('agreement:update-payment') && view.earliestMonth !== null && (
        <Button onClick={() => open('payment')}>{t('payment.open')}</Button>
      )}
      {may('agreement:end') && view.end === null && <Button onClick={() => open('end')}>{t('end.open')}</Button>}
      {may('agreement:end') && view.end && <Button onClick={() => open('takeBack')}>{t('end.takeBack')}</Button>}
      {may('agreement:update-payment') && view.review && (
        <Button onClick={() => open('review')}>{t('review.open')}</Button>
      )}
    </div>
  )
}
