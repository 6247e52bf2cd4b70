import { useState } from 'react'
import { type VatRate, vat } from '#features/pricing/vat/contract.ts'
import { useApi, useApiAction } from '#platform/web/api/api.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { FieldRow } from '#platform/web/form/Field.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { PageHead } from '#platform/web/parts/PageHead.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Day } from '#platform/web/table/Amounts.tsx'
import { DataTable } from '#platform/web/table/DataTable.tsx'
import { formatPercent } from '#platform/web/words/formats.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import { Effects, useAskVat } from './AskVat.tsx'

const refresh = [vat.list, vat.ofCountry]

/** The name of a country in the reader's language. */
function useCountryName() {
  const names = new Intl.DisplayNames([useLanguage()], { type: 'region' })
  return (code: string) => names.of(code) ?? code
}

/** The standard VAT rates by country and day, on a page of their own. */
export function VatPage() {
  const t = useTexts('vat')
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} />
      <VatRates />
    </>
  )
}

/** The table of the VAT rates with its forms. */
export function VatRates() {
  const t = useTexts('vat')
  const language = useLanguage()
  const countryName = useCountryName()
  const [adding, setAdding] = useState(false)
  const adds = useAskVat()
  return (
    <>
      <DataTable
        from={vat.list}
        paging={false}
        density="dense"
        label={t('title')}
        rowKey={(row) => row.vatId}
        columns={[
          { key: 'country', title: t('country'), cell: (row) => countryName(row.country) },
          {
            key: 'value',
            inName: true,
            title: t('value'),
            cell: (row) => <span className="n">{formatPercent(row.value, language)}</span>,
            align: 'right',
          },
          { key: 'from', inName: true, title: t('validFrom'), cell: (row) => <Day day={row.validFrom} /> },
          { key: 'to', title: t('validTo'), cell: (row) => <Day day={row.validTo} /> },
        ]}
        panel={{
          title: (row) => countryName(row.country),
          content: (row, close) => <RatePanel key={row.vatId} rate={row} close={close} />,
        }}
        controls={<PrimaryButton onClick={() => setAdding(true)}>{t('add')}</PrimaryButton>}
        empty={{ text: t('empty') }}
      />
      <Dialog opened={adding} close={() => setAdding(false)} title={t('add')}>
        <Form
          {...adds.form}
          endpoint={vat.create}
          initial={{ country: 'FI' }}
          submit={t('addSubmit')}
          refresh={refresh}
          onDone={() => {
            setAdding(false)
            showDone(t('added'))
          }}
        >
          <RateFields />
        </Form>
      </Dialog>
      {adds.question}
    </>
  )
}

function RateFields() {
  const t = useTexts('vat')
  return (
    <>
      <FieldRow>
        <Field name="country" label={t('country')} hint={t('countryHint')} autoComplete="off" />
        <Field name="value" kind="percent" label={t('value')} />
      </FieldRow>
      <FieldRow>
        <Field name="validFrom" kind="day" label={t('validFrom')} />
        <Field name="validTo" kind="day" label={t('validTo')} hint={t('validToHint')} />
      </FieldRow>
    </>
  )
}

function RatePanel({ rate, close }: { rate: VatRate; close: () => void }) {
  const t = useTexts('vat')
  const [asking, setAsking] = useState(false)
  const remove = useApiAction(vat.remove, { refresh, onSuccess: close, onError: () => setAsking(false) })
  const params = { id: rate.vatId }
  const changes = useAskVat(rate.vatId)
  const { country, value, validFrom, validTo } = rate
  const query = { id: rate.vatId, remove: true, country, value, validFrom, ...(validTo ? { validTo } : {}) }
  const removed = useApi(vat.effects, { query, enabled: asking })
  return (
    <div className="stack-lg">
      <Form
        {...changes.form}
        endpoint={vat.update}
        params={params}
        initial={rate}
        also={{ version: rate.version }}
        submit={t('save')}
        refresh={refresh}
        onDone={() => showDone(t('saved'))}
      >
        <RateFields />
      </Form>
      {changes.question}
      <div>
        <Button variant="subtle" onClick={() => setAsking(true)}>
          {t('remove')}
        </Button>
      </div>
      <ConfirmDialog
        opened={asking}
        close={() => setAsking(false)}
        title={t('removeTitle')}
        confirm={t('removeConfirm')}
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ params, query: { version: rate.version } })}
        destroys
      >
        <p>{t('removeText')}</p>
        {removed.data && <Effects effects={removed.data} />}
      </ConfirmDialog>
    </div>
  )
}
