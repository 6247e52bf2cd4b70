import { type FormEvent, type ReactNode, useState } from 'react'
import type { BodyOf, ReplyOf } from '#platform/contract/contract.ts'
import { formatDay, formatMonth, helsinkiDay } from '#platform/values/days.ts'
import { fileUrl, refreshReads, useApi, useApiAction } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { NativeSelect } from '#platform/web/controls/NativeSelect.tsx'
import { Textarea } from '#platform/web/controls/Textarea.tsx'
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx'
import { FormFailure } from '#platform/web/form/FormFailure.tsx'
import { useKeptText } from '#platform/web/form/kept/use-kept-text.ts'
import { Note } from '#platform/web/parts/Note.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useEuros } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { type ReturnView, readsOfReturns, returns } from '../contract.ts'
import { type AskedReason, askedReasons } from '../rules.ts'
import { Damages, Photos } from './ReturnPanel.tsx'

/** On one's own page: what returning the bike costs and who pays, or where the return stands with its one act. */
export function OwnReturn({ leasingAgreementId }: { leasingAgreementId: string }) {
  const t = useTexts('returns')
  const may = useMay()
  const list = useApi(returns.list, { query: { leasingAgreementId, limit: 1 }, enabled: may('return:read') })
  const latest = list.data?.items[0]
  if (!list.data) return null
  const closed = latest?.step === 'CANCELLED' ? <Closed id={latest.id} /> : null
  if (!latest || closed) return <Quote leasingAgreementId={leasingAgreementId} closed={closed} />
  return (
    <section className="card stack-md" aria-labelledby="own-return">
      <h2 id="own-return">{t('own.title')}</h2>
      <Running id={latest.id} />
    </section>
  )
}

/** Why the last return was refused or called off, above the way to ask again. */
function Closed({ id }: { id: string }) {
  const t = useTexts('returns')
  const { data } = useApi(returns.get, { params: { id } })
  if (!data?.closedReason) return null
  return (
    <Note kind="warn">
      <p>
        {t('own.closed', { day: formatDay(helsinkiDay(new Date(data.createdAt))) })}{' '}
        <b>{t('own.closedReason', { reason: data.closedReason })}</b>
      </p>
      <p>{t('own.closedNext')}</p>
    </Note>
  )
}

type QuoteReply = ReplyOf<typeof returns.quote>

/** The price before anything is asked, or why nothing can be asked now. Of a lease that is over, its own page tells. */
function Quote({ leasingAgreementId, closed }: { leasingAgreementId: string; closed: ReactNode }) {
  const t = useTexts('returns')
  const found = useApi(returns.quote, { query: { leasingAgreementId } })
  const quote = found.data
  if (!quote) return null
  if (quote.keptFrom) return <Note>{t('own.kept', { month: formatMonth(quote.keptFrom) })}</Note>
  if (quote.unmet.includes('LEASE_NOT_RUNNING')) return null
  if (quote.unmet.length > 0)
    return (
      <section className="card stack-md" aria-labelledby="own-return">
        <h2 id="own-return">{t('own.title')}</h2>
        {closed}
        <p>{t('own.notNow', { why: quote.unmet.map((guard) => t(`guards.${guard}`)).join(' ') })}</p>
      </section>
    )
  return <Ask quote={quote} closed={closed} />
}

function Ask({ quote, closed }: { quote: QuoteReply; closed: ReactNode }) {
  const t = useTexts('returns')
  const euros = useEuros()
  const [reason, setReason] = useState<AskedReason>('RESIGNED')
  const [month, setMonth] = useState(quote.endMonth!)
  const payer = quote.payers.find((one) => one.reason === reason)!.payer
  return (
    <section className="card stack-md" aria-labelledby="own-return">
      <h2 id="own-return">{t('own.title')}</h2>
      {closed}
      <p>
        {t('own.lead', {
          total: euros(quote.total),
          fee: euros(quote.fee),
          transport: euros(quote.transport),
        })}
      </p>
      <NativeSelect
        label={t('own.reason')}
        value={reason}
        data={askedReasons.map((value) => ({ value, label: t(`reasons.${value}`) }))}
        onChange={(event) => setReason(event.currentTarget.value as AskedReason)}
      />
      <NativeSelect
        label={t('own.month')}
        value={month}
        data={quote.months.map((value) => ({ value, label: formatMonth(value) }))}
        onChange={(event) => setMonth(event.currentTarget.value)}
      />
      <p>{t(`own.pays.${payer}`, { total: euros(quote.total) })}</p>
      <p className="sm t2">{t('own.notice', { day: quote.noticeDay })}</p>
      <StartButton body={{ leasingAgreementId: quote.leasingAgreementId, reason, endMonth: month }} />
    </section>
  )
}

function StartButton({ body }: { body: BodyOf<typeof returns.create> }) {
  const t = useTexts('returns')
  const [isAsking, setAsking] = useState(false)
  const start = useApiAction(returns.create, {
    refresh: readsOfReturns,
    onSuccess: () => showDone(t('toasts.created')),
    onError: () => setAsking(false),
  })
  return (
    <>
      <div>
        <Button onClick={() => setAsking(true)}>{t('own.start')}</Button>
      </div>
      <ConfirmDialog
        opened={isAsking}
        close={() => setAsking(false)}
        title={t('own.startTitle')}
        confirm={t('own.start')}
        cancel={t('panel.keep')}
        busy={start.isPending}
        onConfirm={() => start.mutate({ body })}
      >
        <p>{t('own.startText')}</p>
      </ConfirmDialog>
    </>
  )
}

function Running({ id }: { id: string }) {
  const t = useTexts('returns')
  const found = useApi(returns.get, { params: { id }, refetchIntervalMs: 30_000 })
  const [isAsking, setAsking] = useState(false)
  const cancel = useApiAction(returns.update, {
    refresh: readsOfReturns,
    onSuccess: () => showDone(t('toasts.updated')),
  })
  const r = found.data
  if (!r) return null
  const may = (step: string) => r.allowedSteps.some((one) => one.step === step && one.allowed)
  return (
    <>
      <Now one={r} />
      <Damages one={r} />
      <Photos one={r} />
      {may('object') && <Objection one={r} />}
      {r.hasReceipt && (
        <p>
          <a href={fileUrl(returns.receipt, { id: r.id })}>{t('panel.receipt')}</a>
        </p>
      )}
      {may('cancel') && (
        <div>
          <Button variant="subtle" onClick={() => setAsking(true)}>
            {t('acts.cancel')}
          </Button>
        </div>
      )}
      <ConfirmDialog
        opened={isAsking}
        close={() => setAsking(false)}
        title={t('panel.cancelTitle')}
        confirm={t('acts.cancel')}
        cancel={t('panel.keep')}
        busy={cancel.isPending}
        onConfirm={() => cancel.mutate({ params: { id }, body: { step: 'cancel', version: r.version } })}
      >
        <p>{t('panel.cancelText')}</p>
      </ConfirmDialog>
    </>
  )
}

const beforeInspection = new Set<ReturnView['step']>(['REQUESTED', 'APPROVED', 'RECEIVED'])

/** Where the return stands, in words. */
function Now({ one: r }: { one: ReturnView }) {
  const t = useTexts('returns')
  const euros = useEuros()
  const values = {
    month: formatMonth(r.endMonth),
    store: [r.storeName, r.storeCity].filter(Boolean).join(', '),
    damage: euros(r.damages.reduce((sum, { amount }) => sum + amount, 0)),
    day: r.objectionUntil ? formatDay(r.objectionUntil) : '',
    answer: r.objectionAnswer,
    why: t(`reasons.${r.reason}`),
  }
  const inspected = r.isFromEmployer
    ? 'employers'
    : r.objectionAnswer
      ? 'answered'
      : r.objection
        ? 'objected'
        : r.isFeeOnOthersWord
          ? 'feeOnWord'
          : r.damages.length > 0
            ? 'damaged'
            : 'inspected'
  const bring = `${r.reason === 'TERM_OVER' ? 'bringOver' : 'bring'}${r.storeName ? '' : 'NoStore'}` as const
  const key = (
    {
      REQUESTED: 'requested',
      APPROVED: r.isFromEmployer ? 'employerBrings' : bring,
      RECEIVED: 'received',
      INSPECTED: inspected,
      DONE: 'done',
      CANCELLED: 'done',
    } as const
  )[r.step]
  return (
    <>
      <p className="lead">{t(`own.${key}`, values)}</p>
      {r.payer && r.total > 0 && <p>{t(`own.pays.${r.payer}`, { total: euros(r.total) })}</p>}
      {r.isFeeOnOthersWord && beforeInspection.has(r.step) && <Note>{t('own.onWord', values)}</Note>}
    </>
  )
}

function Objection({ one: r }: { one: ReturnView }) {
  const t = useTexts('returns')
  const [text, setText] = useKeptText(`object ${r.id}`)
  const object = useApiAction(returns.update, {
    handles: 'all',
    refresh: readsOfReturns,
    onSuccess: () => showDone(t('toasts.updated')),
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    object.mutate({ params: { id: r.id }, body: { step: 'object', version: r.version, reason: text.trim() } })
  }
  return (
    <form className="stack-md" onSubmit={send} noValidate>
      <Textarea
        label={t('own.objection')}
        value={text}
        rows={3}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {object.error && (
        <FormFailure
          error={object.error}
          reload={() => {
            object.reset()
            void refreshReads(readsOfReturns)
          }}
        />
      )}
      <div>
        <Button type="submit" loading={object.isPending} disabled={text.trim() === ''}>
          {t('own.object')}
        </Button>
      </div>
    </form>
  )
}
