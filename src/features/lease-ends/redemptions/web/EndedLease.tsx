import { useState } from 'react'
import { readsOfReturns, returns } from '#features/lease-ends/returns/contract.ts'
import { isKeptAtEmployer, isOverWithBikeOut } from '#features/leases/agreements/bike-out.ts'
import { agreements } from '#features/leases/agreements/contract.ts'
import { leaseStory } from '#features/story/lease-story/contract.ts'
import { DAYS_TO_CHOOSE_AFTER_END } from '#features/story/lease-story/facts.ts'
import { pages, pageUrl } from '#platform/contract/pages.ts'
import { addDays, formatDay } from '#platform/values/days.ts'
import { useApi, useApiAction } from '#platform/web/api/api.ts'
import { serviceDay } from '#platform/web/api/service-clock.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { AskFirst } from '#platform/web/dialogs/AskFirst.tsx'
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { Reach } from '#platform/web/dialogs/Reach.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { readsOfRedemptions, redemptions } from '../contract.ts'

/** Where the staff look after what may stand in the way of every other end. */
const pageOf = {
  BUY_OUT: 'adminRedemptions',
  RETURN: 'adminReturns',
  TRANSFER: 'adminBrokerage',
  CANCELLATION: 'adminCancellations',
} as const
type Ending = keyof typeof pageOf
const isEnding = (kind: string | undefined): kind is Ending => kind !== undefined && kind in pageOf

/** On an agreement that is over while its bicycle is still out: what the staff do about it. */
export function EndedLease({ id }: { id: string }) {
  const t = useTexts('redemptions')
  const may = useMay()
  const one = useApi(agreements.get, { params: { id } }).data
  const isEnded = one?.leaseState === 'ENDED' && may('redemption:manage')
  const story = useApi(leaseStory.get, { params: { leasingAgreementId: id }, enabled: isEnded }).data
  if (one?.leaseState !== 'ENDED' || !may('redemption:manage')) return null
  const both = `${one.employeeName}, ${one.companyName}`
  const isTerm = one.endReason === 'TERM'
  const isLost = isTerm && one.bikeAt === 'LOST'
  const isKept = isKeptAtEmployer(one)
  if (!isLost && !isOverWithBikeOut(one)) return null
  if (isLost && one.lostClosedAt !== null) return <p className="sm t2">{t('ended.closed')}</p>
  if (!story) return null
  // An offer of the bicycle to others refuses no other end.
  const other = story.beside.find(
    ({ begins, refusal }) => begins !== 'TRANSFER' && refusal === 'AGREEMENT_ENDING_EXISTS',
  )?.process
  if (isEnding(other?.kind)) return <Under kind={other.kind} id={other.id} />
  const judgedFrom = isTerm && !isLost && one.endDay ? addDays(one.endDay, DAYS_TO_CHOOSE_AFTER_END) : null
  const isJudged = isTerm && (judgedFrom === null || judgedFrom <= serviceDay())
  return (
    <section className="stack-sm">
      <h3>{t(isTerm ? 'ended.title' : 'ended.titleOut')}</h3>
      <p className="sm t2">{t(isLost ? 'ended.lost' : isKept ? 'ended.kept' : isTerm ? 'ended.lead' : 'ended.out')}</p>
      {judgedFrom && !isJudged && <p className="sm">{t('ended.judgedFrom', { day: formatDay(judgedFrom) })}</p>}
      <div className="row">
        {!isLost && <TakeBack id={id} to={both} />}
        {isJudged && <Charge id={id} to={one.companyName} />}
        {isJudged && !isLost && !isKept && <MarkLost id={id} to={both} />}
        {isLost && <SettleLost id={id} to={both} />}
      </div>
      <p className="sm">
        <Link to={pages.adminReturns}>{t('ended.returns')}</Link> ·{' '}
        <Link to={pages.adminRedemptions}>{t('list.title')}</Link>
      </p>
    </section>
  )
}

/** What is ending the matter already: nothing else can be begun beside it, so the way to it is all there is. */
function Under({ kind, id }: { kind: Ending; id: string }) {
  const t = useTexts('redemptions')
  return (
    <section className="stack-sm">
      <h3>{t('ended.titleOut')}</h3>
      <p className="sm t2">{t(`ended.under.${kind}`)}</p>
      <p className="sm">
        <Link to={pageUrl(pageOf[kind], {}, { open: id })}>{t(`ended.openUnder.${kind}`)}</Link>
      </p>
    </section>
  )
}

function TakeBack({ id, to }: { id: string; to: string }) {
  const t = useTexts('redemptions')
  const takeBack = useApiAction(returns.takeBack, {
    refresh: readsOfReturns,
    onSuccess: () => showDone(t('ended.done')),
  })
  return (
    <AskFirst
      act={t('ended.takeBack')}
      text={t('ended.takeBackText')}
      reach={{ to }}
      run={() => takeBack.mutateAsync({ body: { leasingAgreementId: id } })}
    />
  )
}

/** What the employer would be billed for the bicycle today, as the server reckons it. */
const useResidual = (leasingAgreementId: string, enabled: boolean) =>
  useApi(redemptions.quote, { query: { leasingAgreementId, buyer: 'EMPLOYER' }, enabled }).data

function Charge({ id, to }: { id: string; to: string }) {
  const t = useTexts('redemptions')
  const [isAsking, setAsking] = useState(false)
  const residual = useResidual(id, isAsking)
  const close = () => setAsking(false)
  const charge = useApiAction(redemptions.chargeEmployer, {
    refresh: readsOfRedemptions,
    onSuccess: () => {
      close()
      showDone(t('ended.done'))
    },
    onError: close,
  })
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('ended.charge')}</Button>
      <ConfirmDialog
        opened={isAsking}
        close={close}
        title={t('ended.charge')}
        confirm={t('ended.charge')}
        cancel={t('own.keep')}
        busy={charge.isPending}
        onConfirm={() => charge.mutate({ body: { leasingAgreementId: id } })}
      >
        <Reach to={to} euros={residual?.total} count={t('ended.oneInvoice')} />
        <p>{t('ended.chargeText')}</p>
      </ConfirmDialog>
    </>
  )
}

function MarkLost({ id, to }: { id: string; to: string }) {
  const t = useTexts('redemptions')
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <>
      <Button data-act="danger" onClick={() => setAsking(true)}>
        {t('ended.markLost')}
      </Button>
      {isAsking && (
        <Dialog opened close={close} title={t('ended.markLost')}>
          <Form
            endpoint={redemptions.markLost}
            also={{ leasingAgreementId: id }}
            submit={t('ended.markLost')}
            refresh={readsOfRedemptions}
            onDone={() => {
              close()
              showDone(t('ended.done'))
            }}
          >
            <Reach to={to} count={t('ended.twoMessages')} />
            <Field name="reason" kind="textarea" label={t('ended.reason')} required />
          </Form>
        </Dialog>
      )}
    </>
  )
}

/** A lost bicycle is found at its person's, or nothing more is asked for it. */
function SettleLost({ id, to }: { id: string; to: string }) {
  const t = useTexts('redemptions')
  const [outcome, setOutcome] = useState<'FOUND' | 'CLOSED' | null>(null)
  const close = () => setOutcome(null)
  const residual = useResidual(id, outcome === 'CLOSED')
  return (
    <>
      <Button onClick={() => setOutcome('FOUND')}>{t('ended.found')}</Button>
      <Button data-act="danger" onClick={() => setOutcome('CLOSED')}>
        {t('ended.close')}
      </Button>
      {outcome !== null && (
        <Dialog opened close={close} title={t(outcome === 'FOUND' ? 'ended.found' : 'ended.close')}>
          <Form
            endpoint={redemptions.settleLost}
            also={{ leasingAgreementId: id, outcome }}
            submit={t(outcome === 'FOUND' ? 'ended.found' : 'ended.close')}
            refresh={readsOfRedemptions}
            onDone={() => {
              close()
              showDone(t('ended.done'))
            }}
          >
            <Reach to={to} count={t('ended.twoMessages')} />
            <p>{t(outcome === 'FOUND' ? 'ended.foundText' : 'ended.closeText')}</p>
            {outcome === 'CLOSED' && residual && (
              <Facts rows={[[t('ended.waived'), <Money key="waived" euros={residual.total} />]]} />
            )}
            <Field name="reason" kind="textarea" label={t('ended.reason')} required />
          </Form>
        </Dialog>
      )}
    </>
  )
}
