import { useState } from 'react'
import { isProposed } from '#features/ground/proposals/rules.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { paymentMethods } from '#features/money/invoices/rules.ts'
import { centsFromEuros, eurosFromCents, sumCents } from '#platform/values/money.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { NativeSelect } from '#platform/web/controls/NativeSelect.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { Reach } from '#platform/web/dialogs/Reach.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import type { InvoiceDetails } from './InvoiceState.tsx'

type Asked = 'account' | 'credit' | 'pay' | 'repay' | 'terms' | 'early' | 'writeOff' | { reverse: string }
const reads = [invoices.list, invoices.get]

/** The payments of an invoice, and what may be done with its money. */
export function InvoiceMoney({ invoice }: { invoice: InvoiceDetails }) {
  const t = useTexts('invoices')
  const may = useMay()
  const [asked, setAsked] = useState<Asked | null>(null)
  const isOwed = invoice.settlement !== 'NOT_OWED' && invoice.creditsInvoiceId === null
  const isOurs = invoice.direction === 'SALES'
  const act = (key: Extract<Asked, string>, isThere: boolean) =>
    isThere && <Button onClick={() => setAsked(key)}>{t(`money.${key}.open`)}</Button>
  return (
    <section className="stack-md">
      {invoice.payments.length > 0 && (
        <div>
          <h3>{t('money.title')}</h3>
          <ul className="sm">
            {invoice.payments.map((payment) => (
              <li key={payment.paymentId}>
                <Day day={payment.paidDay} />, {t(`methods.${payment.method}`)}, {t(`money.${payment.direction}`)}{' '}
                <Money euros={payment.amount} />
                {payment.isReversed && <span> ({t('money.reversed')})</span>}
                {may('payment:write') && !payment.isReversed && payment.reversesPaymentId === null && (
                  <>
                    {' '}
                    <Button size="sm" variant="subtle" onClick={() => setAsked({ reverse: payment.paymentId })}>
                      {t('money.reverse.open')}
                    </Button>
                  </>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
      {isOwed && (
        <div className="row">
          {act('pay', may('payment:write'))}
          {act('repay', may('payment:write') && invoice.open < 0)}
          {act('credit', may('invoice:credit') && isOurs && invoice.credited < invoice.total)}
          {act('terms', may('invoice:write') && invoice.open > 0)}
          {act('account', may('invoice:write') && invoice.account?.mayChange === true)}
          {act('early', may('invoice:write') && invoice.unpayable?.problem === 'NOT_DELIVERED')}
          {act('writeOff', may('invoice:credit') && isOurs && invoice.open > 0)}
        </div>
      )}
      {asked !== null && <MoneyDialog invoice={invoice} asked={asked} close={() => setAsked(null)} />}
    </section>
  )
}

/** What all forms about an invoice's money share. */
interface Common {
  readonly submit: string
  readonly refresh: typeof reads
  readonly onDone: () => void
}

function PayForm({ invoice, asked, common }: { invoice: InvoiceDetails; asked: 'pay' | 'repay'; common: Common }) {
  const t = useTexts('invoices')
  const params = { id: invoice.invoiceId }
  const { version } = invoice
  return (
    <Form
      endpoint={invoices.pay}
      params={params}
      also={{ version, direction: (asked === 'pay') === (invoice.direction === 'SALES') ? 'IN' : 'OUT' }}
      initial={{ amount: Math.abs(invoice.open) }}
      {...common}
    >
      <Field name="amount" kind="money" label={t('money.amount')} />
      <Field name="paidDay" kind="day" label={t('panel.paid')} />
      <Field
        name="method"
        kind="select"
        label={t('money.method')}
        options={paymentMethods.map((value) => ({ value, label: t(`methods.${value}`) }))}
      />
      <Field name="reason" kind="textarea" label={t('money.reasonForHand')} />
    </Form>
  )
}

/** The account of a payee of no register waits for another person; that of the register counts at once. */
function AccountForm({ invoice, close }: { invoice: InvoiceDetails; close: () => void }) {
  const t = useTexts('invoices')
  const isRegistered = invoice.account?.isRegistered === true
  return (
    <Form
      endpoint={invoices.setAccount}
      params={{ id: invoice.invoiceId }}
      also={{ version: invoice.version }}
      initial={{ iban: invoice.account?.registerIban ?? invoice.iban ?? '' }}
      submit={t('money.account.submit')}
      refresh={reads}
      onDone={(reply) => {
        close()
        showDone(isProposed(reply) ? t('money.account.proposed') : t('money.account.done'))
      }}
    >
      <p className="t2">{t(isRegistered ? 'money.account.registered' : 'money.account.other')}</p>
      <Field name="iban" label={t('panel.iban')} autoComplete="off" />
      <Field name="reason" kind="textarea" label={t('money.reason')} />
    </Form>
  )
}

function MoneyDialog({ invoice, asked, close }: { invoice: InvoiceDetails; asked: Asked; close: () => void }) {
  const t = useTexts('invoices')
  const key = typeof asked === 'string' ? asked : 'reverse'
  const params = { id: invoice.invoiceId }
  const version = invoice.version
  const done = () => {
    close()
    showDone(t(`money.${key}.done`))
  }
  const common = { submit: t(`money.${key}.submit`), refresh: reads, onDone: done }
  return (
    <Dialog opened close={close} title={t(`money.${key}.title`, { number: invoice.number ?? '' })}>
      {typeof asked !== 'string' && (
        <Form endpoint={invoices.reverse} params={{ paymentId: asked.reverse }} {...common}>
          <Field name="reason" kind="textarea" label={t('money.reason')} />
        </Form>
      )}
      {asked === 'credit' && <CreditForm invoice={invoice} common={common} />}
      {asked === 'writeOff' && (
        <Form endpoint={invoices.writeOff} params={params} also={{ version }} {...common}>
          <p className="t2">{t('money.writeOff.text')}</p>
          <Reach to={invoice.otherParty} euros={invoice.open} count={invoice.number} />
          <Field name="reason" kind="textarea" label={t('money.reason')} />
        </Form>
      )}
      {asked === 'account' && <AccountForm invoice={invoice} close={close} />}
      {asked === 'early' && (
        <Form endpoint={invoices.setTerms} params={params} also={{ version, isPaidEarly: true }} {...common}>
          <p className="t2">{t('money.early.text')}</p>
          <Field name="reason" kind="textarea" label={t('money.reason')} />
        </Form>
      )}
      {asked === 'terms' && (
        <Form
          endpoint={invoices.setTerms}
          params={params}
          also={{ version }}
          initial={{ dueDay: invoice.dueDay, isDisputed: invoice.isDisputed }}
          {...common}
        >
          <Field name="dueDay" kind="day" label={t('columns.due')} />
          <Field name="isDisputed" kind="checkbox" label={t('money.terms.disputed')} />
          <Field name="reason" kind="textarea" label={t('money.reason')} />
        </Form>
      )}
      {(asked === 'pay' || asked === 'repay') && <PayForm invoice={invoice} asked={asked} common={common} />}
    </Dialog>
  )
}

interface CreditProps {
  readonly invoice: InvoiceDetails
  readonly common: { submit: string; refresh: typeof reads; onDone: () => void }
}

/** Credits the whole invoice or one of its lines. */
function CreditForm({ invoice, common }: CreditProps) {
  const t = useTexts('invoices')
  const [lineId, setLineId] = useState('')
  const left = invoice.lines.filter((line) => line.credited < line.gross && (!lineId || line.lineId === lineId))
  const credited = eurosFromCents(
    sumCents(left.map((line) => centsFromEuros(line.gross) - centsFromEuros(line.credited))),
  )
  return (
    <div className="stack-md">
      <p className="t2">{t('money.credit.text')}</p>
      <NativeSelect
        label={t('money.credit.line')}
        value={lineId}
        onChange={(event) => setLineId(event.currentTarget.value)}
        data={[
          { value: '', label: t('money.credit.all') },
          ...invoice.lines
            .filter((line) => line.credited < line.gross)
            .map((line) => ({ value: line.lineId, label: line.description })),
        ]}
      />
      <Form
        endpoint={invoices.credit}
        params={{ id: invoice.invoiceId }}
        also={{ version: invoice.version, ...(lineId ? { lines: [{ lineId }] } : {}) }}
        {...common}
      >
        <Field name="reason" kind="textarea" label={t('money.reason')} />
        <Reach to={invoice.otherParty} euros={credited} count={invoice.number} />
      </Form>
    </div>
  )
}
