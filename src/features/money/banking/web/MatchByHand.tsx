import { useState } from 'react'
import { invoices } from '#features/money/invoices/contract.ts'
import { centsFromEuros, formatEuros, parseEuroInput, sumCents } from '#platform/values/money.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { FieldArray } from '#platform/web/form/FieldArray.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { rowField, rowsOf } from '#platform/web/form/field-rows.ts'
import { useForm } from '#platform/web/form/form-context.ts'
import { pickFrom } from '#platform/web/form/Picker.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import { banking } from '../contract.ts'
import type { Entry } from './EntriesTab.tsx'

const refresh = [banking.entries, banking.entry, banking.files, invoices.list]
const MOST = 50

/** Settles invoices that nothing proposed, or several of them, with one movement. */
export function MatchByHand({ row }: { row: Entry }) {
  const t = useTexts('banking')
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <div>
      <Button onClick={() => setOpen(true)}>{t('byHand.open')}</Button>
      <Dialog opened={isOpen} close={close} title={t('byHand.open')}>
        <Form
          endpoint={banking.match}
          params={{ id: row.bankEntryId }}
          also={{ version: row.version }}
          initial={{ parts: [{ amount: row.amount }] }}
          submit={t('byHand.submit')}
          refresh={refresh}
          onDone={() => {
            close()
            showDone(t('byHand.done'))
          }}
        >
          <Parts row={row} />
        </Form>
      </Dialog>
    </div>
  )
}

function Parts({ row }: { row: Entry }) {
  const t = useTexts('banking')
  const language = useLanguage()
  const form = useForm()
  const given = rowsOf(form.inputOf('parts', 'rows')).map(
    (part) => parseEuroInput(String(form.inputOf(rowField('parts', part, 'amount'), 'money'))) ?? 0,
  )
  const left = centsFromEuros(row.amount) - sumCents(given)
  const source = pickFrom(
    invoices.list,
    ({ items }) =>
      items.map((invoice) => ({
        value: invoice.invoiceId,
        label: `${invoice.number ?? '–'} · ${invoice.otherParty} · ${formatEuros(centsFromEuros(invoice.open), language)}`,
      })),
    { search: 'search', query: { due: 'OPEN', direction: row.direction === 'CREDIT' ? 'SALES' : 'PURCHASE' } },
  )
  return (
    <>
      <FieldArray name="parts" add={t('byHand.add')} removal={(place) => t('byHand.remove', { place })} max={MOST}>
        {(part, place) => (
          <>
            <Field name={`${part}.invoiceId`} kind="picker" label={t('byHand.invoice', { place })} source={source} />
            <Field name={`${part}.amount`} kind="money" label={t('byHand.amount', { place })} />
          </>
        )}
      </FieldArray>
      <p className="sm t2" role="status">
        {t(left === 0 ? 'byHand.whole' : 'byHand.left', { left: formatEuros(left, language) })}
      </p>
    </>
  )
}
