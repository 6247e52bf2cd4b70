import { type ReactNode, useState } from 'react'
import { orderCancellations } from '#features/lease-ends/order-cancellations/contract.ts'
import { bikePlaces, lineDirections, payerTypes } from '#features/lease-ends/order-cancellations/rules.ts'
import { centsFromEuros, eurosFromCents, sumCents } from '#platform/values/money.ts'
import { isApiError, useApiAction } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { AskFirst } from '#platform/web/dialogs/AskFirst.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { Field, FieldRow } from '#platform/web/form/Field.tsx'
import { FieldArray } from '#platform/web/form/FieldArray.tsx'
import { Form } from '#platform/web/form/Form.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Removal } from '#platform/web/table/Removal.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import type { Case } from './CancellationCase.tsx'
import { mayStep } from './CaseLine.tsx'
import { caseReads } from './case-reads.ts'

type Asking = 'bike' | 'line' | 'storeCredit' | null

/** What staff do with an open case: bike and consent, lines, credit notes, and its two ends. */
export function CaseActs({ one }: { one: Case }) {
  const t = useTexts('order-cancellations')
  const may = useMay()
  const [asking, setAsking] = useState<Asking>(null)
  if (!mayStep(one, 'change')?.allowed) return null
  const close = () => setAsking(null)
  const storeInvoice = one.credits.find(({ direction }) => direction === 'PURCHASE')
  return (
    <section className="stack-sm">
      <h3>{t('case.acts')}</h3>
      <div className="row">
        <Button size="sm" onClick={() => setAsking('bike')}>
          {t('case.setBike')}
        </Button>
        <Button size="sm" onClick={() => setAsking('line')}>
          {t('case.addLine')}
        </Button>
        {may('invoice:credit') && one.credits.some(({ direction }) => direction === 'SALES') && <Credit one={one} />}
        {may('invoice:write') && storeInvoice && (
          <Button size="sm" onClick={() => setAsking('storeCredit')}>
            {t('case.storeCredit')}
          </Button>
        )}
        {one.lines.some(isStoresToPay) && <AskStore one={one} />}
      </div>
      <Ends one={one} />
      {asking === 'bike' && (
        <Dialog opened close={close} title={t('case.setBike')}>
          <BikeForm one={one} done={close} />
        </Dialog>
      )}
      {asking === 'line' && (
        <Dialog opened close={close} title={t('case.addLine')}>
          <LineForm one={one} done={close} />
        </Dialog>
      )}
      {asking === 'storeCredit' && storeInvoice && (
        <Dialog opened close={close} title={t('case.storeCredit')}>
          <StoreCreditForm one={one} invoice={storeInvoice} done={close} />
        </Dialog>
      )}
    </section>
  )
}

/** Completion is one orange act; what is open is listed above it. */
function Ends({ one }: { one: Case }) {
  const t = useTexts('order-cancellations')
  const may = useMay()
  const params = { id: one.orderCancellationId }
  const complete = useApiAction(orderCancellations.complete, {
    refresh: caseReads,
    handles: ['ORDER_CANCELLATION_OPEN_ITEMS'],
    onSuccess: () => showDone(t('case.completed', { order: one.orderNumber })),
  })
  const withdraw = useApiAction(orderCancellations.withdraw, {
    refresh: caseReads,
    onSuccess: () => showDone(t('case.withdrawn', { order: one.orderNumber })),
  })
  const step = mayStep(one, 'withdraw')
  return (
    <div className="row">
      {may('order-cancellation:complete') && (
        <AskFirst
          act={t('case.complete')}
          reach={{
            to: one.payers.map((payer) => t(`payer.${payer}`)).join(', '),
            euros: one.fromUs,
            count: t('case.lineCount', { count: one.lines.length }),
          }}
          look={{ disabled: !mayStep(one, 'complete')?.allowed, 'data-act': 'primary' }}
          run={() => complete.mutateAsync({ params })}
        />
      )}
      {step?.allowed && (
        <Removal
          ask={t('case.withdraw')}
          title={t('case.withdrawTitle', { order: one.orderNumber })}
          text={t('case.withdrawText')}
          remove={() => withdraw.mutateAsync({ params, query: { version: one.version } })}
        />
      )}
      {step && !step.allowed && (
        <p className="sm t2">
          {t('case.noWithdraw', { why: step.unmet.map((guard) => t(`guard.${guard}`)).join(', ') })}
        </p>
      )}
      {isApiError(complete.error, 'ORDER_CANCELLATION_OPEN_ITEMS') && <p role="alert">{t('case.openRefused')}</p>}
    </div>
  )
}

function Credit({ one }: { one: Case }): ReactNode {
  const t = useTexts('order-cancellations')
  const credit = useApiAction(orderCancellations.credit, {
    refresh: caseReads,
    onSuccess: () => showDone(t('case.credited')),
  })
  const ours = one.credits.filter(({ direction }) => direction === 'SALES')
  return (
    <AskFirst
      act={t('case.credit', { count: ours.length })}
      reach={{
        to: [...new Set(ours.map(({ otherParty }) => otherParty))].join(', '),
        euros: eurosFromCents(sumCents(ours.map(({ due }) => centsFromEuros(due)))),
        count: ours.map(({ number }) => number ?? '–').join(', '),
      }}
      look={{ size: 'sm' }}
      run={() => credit.mutateAsync({ params: { id: one.orderCancellationId }, body: { version: one.version } })}
    />
  )
}

const isStoresToPay = ({ payerType, direction, state }: Case['lines'][number]) =>
  payerType === 'BIKE_STORE' && direction === 'TO_US' && state === 'OPEN'

/** A store whose refund has not come is asked again. */
function AskStore({ one }: { one: Case }) {
  const t = useTexts('order-cancellations')
  const ask = useApiAction(orderCancellations.askStore, {
    refresh: caseReads,
    onSuccess: () => showDone(t('case.storeAsked')),
  })
  const awaited = one.lines.filter(isStoresToPay)
  return (
    <AskFirst
      act={t('case.askStore')}
      reach={{
        to: one.credits.find(({ direction }) => direction === 'PURCHASE')?.otherParty ?? t('payer.BIKE_STORE'),
        euros: eurosFromCents(
          sumCents(awaited.map(({ expected, settled }) => centsFromEuros(expected) - centsFromEuros(settled))),
        ),
        count: t('case.lineCount', { count: awaited.length }),
      }}
      look={{ size: 'sm' }}
      run={() => ask.mutateAsync({ params: { id: one.orderCancellationId }, body: { version: one.version } })}
    />
  )
}

interface FormProps {
  one: Case
  done: () => void
}

const useSaved = (done: () => void) => {
  const t = useTexts('order-cancellations')
  return () => {
    done()
    showDone(t('case.saved'))
  }
}

function BikeForm({ one, done }: FormProps) {
  const t = useTexts('order-cancellations')
  return (
    <Form
      endpoint={orderCancellations.update}
      params={{ id: one.orderCancellationId }}
      initial={{
        bikeAt: one.bikeAt,
        note: one.note,
        lessorConsent: one.lessorConsent ?? undefined,
      }}
      also={{ version: one.version }}
      submit={t('case.save')}
      refresh={caseReads}
      onDone={useSaved(done)}
    >
      <Field
        name="bikeAt"
        kind="select"
        label={t('case.bikeAt')}
        placeholder={t('bikeAt.NONE')}
        options={bikePlaces.map((value) => ({ value, label: t(`bikeAt.${value}`) }))}
      />
      {one.openItems.some(({ item }) => item === 'LESSOR_CONSENT_MISSING') && (
        <FieldRow>
          <Field name="lessorConsent.reference" label={t('case.consentReference')} />
          <Field name="lessorConsent.day" kind="day" label={t('case.consentDay')} />
        </FieldRow>
      )}
      <Field name="note" kind="textarea" label={t('case.note')} />
    </Form>
  )
}

/** New lines of the settlement, each with whoever pays it and which way. */
function LineForm({ one, done }: FormProps) {
  const t = useTexts('order-cancellations')
  const options = {
    payers: payerTypes.map((value) => ({ value, label: t(`payer.${value}`) })),
    directions: lineDirections.map((value) => ({ value, label: t(`directionName.${value}`) })),
  }
  return (
    <Form
      endpoint={orderCancellations.update}
      params={{ id: one.orderCancellationId }}
      initial={{ lines: [{ payerType: 'OTHER', direction: 'TO_US' }] }}
      also={{ version: one.version }}
      submit={t('case.addLine')}
      refresh={caseReads}
      onDone={useSaved(done)}
    >
      <FieldArray name="lines" add={t('line.another')} removal={(place) => t('line.remove', { place })} max={20}>
        {(row, place) => <LineFields row={row} place={place} {...options} />}
      </FieldArray>
    </Form>
  )
}

interface LineFieldsProps {
  row: string
  place: number
  payers: readonly Option[]
  directions: readonly Option[]
}

interface Option {
  readonly value: string
  readonly label: string
}

function LineFields({ row, place, payers, directions }: LineFieldsProps) {
  const t = useTexts('order-cancellations')
  return (
    <fieldset className="stack-sm">
      <legend className="vh">{t('line.row', { place })}</legend>
      <Field
        name={`${row}.payerType`}
        kind="select"
        label={t('columns.payer')}
        placeholder={t('line.choosePayer')}
        options={payers}
        required
      />
      <Field name={`${row}.isEmployer`} kind="checkbox" label={t('line.isEmployer')} />
      <Field name={`${row}.direction`} kind="segmented" label={t('line.direction')} options={directions} required />
      <Field name={`${row}.expected`} kind="money" label={t('line.expected')} required />
      <Field name={`${row}.note`} kind="textarea" label={t('line.note')} />
    </fieldset>
  )
}

function StoreCreditForm({ one, invoice, done }: FormProps & { invoice: Case['credits'][number] }) {
  const t = useTexts('order-cancellations')
  return (
    <Form
      endpoint={orderCancellations.storeCredit}
      params={{ id: one.orderCancellationId }}
      initial={{ total: invoice.due }}
      also={{ version: one.version, invoiceId: invoice.invoiceId }}
      submit={t('case.storeCredit')}
      refresh={caseReads}
      onDone={useSaved(done)}
    >
      <p className="t2">{t('case.storeCreditOf', { store: invoice.otherParty, number: invoice.number ?? '–' })}</p>
      <Field name="number" label={t('case.creditNumber')} autoComplete="off" />
      <FieldRow>
        <Field name="issueDay" kind="day" label={t('case.creditDay')} />
        <Field name="total" kind="money" label={t('case.creditTotal')} />
      </FieldRow>
    </Form>
  )
}
