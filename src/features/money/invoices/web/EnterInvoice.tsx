import { invoices } from '#features/money/invoices/contract.ts'
import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import { bikeStores } from '#features/pricing/bike-stores/contract.ts'
import { addDays } from '#platform/values/days.ts'
import { inFours } from '#platform/values/in-fours.ts'
import { formatEuros, parseEuroInput, sumCents } from '#platform/values/money.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { serviceDay } from '#platform/web/api/service-clock.ts'
import { useMay } from '#platform/web/api/user.ts'
import { FieldRow } from '#platform/web/form/Field.tsx'
import { FieldArray } from '#platform/web/form/FieldArray.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { rowField, rowsOf } from '#platform/web/form/field-rows.ts'
import { useForm } from '#platform/web/form/form-context.ts'
import { Note } from '#platform/web/parts/Note.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import { invoiceReads } from './invoice-reads.ts'

const MOST = 20

interface Props {
  order: OrderViewType
  onDone?: () => void
}

/** A store's invoice from paper, with the account that the register has of the store. */
export function EnterInvoice({ order, onDone }: Props) {
  const may = useMay()
  const storeId = order.bikeStore?.bikeStoreId ?? null
  const isKnown = storeId !== null && may('bike-store:read')
  const read = useApi(bikeStores.get, { params: { id: storeId ?? '' }, enabled: isKnown })
  if (!isKnown) return <EnterForm order={order} registerIban={null} {...(onDone ? { onDone } : {})} />
  return (
    <Loaded from={read}>
      {(store) => <EnterForm order={order} registerIban={store.iban} {...(onDone ? { onDone } : {})} />}
    </Loaded>
  )
}

/** What the paper says. The total is not filled in from the order: then nothing would be compared. */
function EnterForm({ order, registerIban, onDone }: Props & { registerIban: string | null }) {
  const t = useTexts('desk')
  const today = serviceDay()
  const vatPercent = order.priceCard?.vatPercent ?? 25.5
  return (
    <Form
      endpoint={invoices.enter}
      initial={{ issueDay: today, dueDay: addDays(today, 14), vatPercent, iban: registerIban ?? '' }}
      also={{ orderId: order.orderId }}
      submit={t('invoice.enter')}
      refresh={invoiceReads}
      onDone={(invoice) => {
        showDone(t('invoice.entered', { number: invoice.number }))
        onDone?.()
      }}
    >
      <p className="t2">{t('invoice.enterText', { store: order.bikeStore?.storeName ?? '–' })}</p>
      <FieldRow>
        <Field name="number" label={t('invoice.number')} autoComplete="off" />
        <Field name="referenceNumber" label={t('invoice.reference')} autoComplete="off" />
      </FieldRow>
      <Amounts />
      <FieldRow>
        <Field name="issueDay" kind="day" label={t('invoice.issueDay')} />
        <Field name="dueDay" kind="day" label={t('invoice.dueDay')} />
      </FieldRow>
      <Account registerIban={registerIban} />
    </Form>
  )
}

/** The account, marked where it is not that of the register. */
function Account({ registerIban }: { registerIban: string | null }) {
  const t = useTexts('desk')
  const typed = String(useForm().inputOf('iban', 'text')).replaceAll(/\s/g, '').toUpperCase()
  const differs = registerIban !== null && typed !== '' && typed !== registerIban
  return (
    <>
      <Field
        name="iban"
        label={t('invoice.iban')}
        autoComplete="off"
        {...(registerIban ? { hint: t('invoice.ibanHint') } : {})}
      />
      {differs && <Note kind="warn">{t('invoice.ibanDiffers', { iban: inFours(registerIban) })}</Note>}
    </>
  )
}

/** The total with its rate, or the total and its lines, each with a rate of its own. */
function Amounts() {
  const t = useTexts('desk')
  const form = useForm()
  const rows = rowsOf(form.inputOf('lines', 'rows'))
  const cents = (name: string) => parseEuroInput(String(form.inputOf(name, 'money'))) ?? 0
  const sum = sumCents(rows.map((row) => cents(rowField('lines', row, 'total'))))
  const values = { sum: formatEuros(sum, useLanguage()) }
  return (
    <>
      <FieldRow>
        <Field name="total" kind="money" label={t('invoice.total')} autoComplete="off" />
        {rows.length === 0 && <Field name="vatPercent" kind="percent" label={t('invoice.vat')} autoComplete="off" />}
      </FieldRow>
      <FieldArray
        name="lines"
        add={t('invoice.addLine')}
        removal={(number) => t('invoice.removeLine', { number })}
        max={MOST}
      >
        {(row, number) => <Line row={row} number={number} />}
      </FieldArray>
      <p className="sm t2" role="status">
        {rows.length === 0
          ? t('invoice.linesHint')
          : t(sum === cents('total') ? 'invoice.linesSum' : 'invoice.linesDiffer', values)}
      </p>
    </>
  )
}

function Line({ row, number }: { row: string; number: number }) {
  const t = useTexts('desk')
  return (
    <>
      <Field name={`${row}.description`} label={t('invoice.lineText', { number })} autoComplete="off" />
      <Field name={`${row}.total`} kind="money" label={t('invoice.lineTotal', { number })} autoComplete="off" />
      <Field name={`${row}.vatPercent`} kind="percent" label={t('invoice.lineVat', { number })} autoComplete="off" />
    </>
  )
}
