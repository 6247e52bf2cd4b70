import { useState } from 'react'
import { nextHalfYear } from '#features/money/invoices/late/rules/late-interest.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { Field, FieldRow } from '#platform/web/form/Field.tsx'
import { Form } from '#platform/web/form/Form.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Day } from '#platform/web/table/Amounts.tsx'
import type { RowOf } from '#platform/web/table/table-types.ts'
import { formatPercent } from '#platform/web/words/formats.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import { Figures } from '../../web/Figures.tsx'
import { lateMoney } from '../contract.ts'

type Rate = RowOf<typeof lateMoney.rates>

/** The reference rates by half-year with their source and who has entered them. */
export function ReferenceRates() {
  const t = useTexts('bookkeeping')
  const language = useLanguage()
  const may = useMay()
  const read = useApi(lateMoney.rates, {})
  const [asked, setAsked] = useState<Rate | 'new' | null>(null)
  const mayWrite = may('bookkeeping:close')
  return (
    <Loaded from={read}>
      {({ items }) => (
        <>
          <Figures
            title={t('rates.title')}
            columns={['half', 'rate', 'source', 'entered']}
            amountsFrom={9}
            wraps
            rows={items.map((rate) => [
              <Day key="from" day={rate.fromDay} />,
              mayWrite ? (
                <Button key="rate" size="sm" variant="subtle" onClick={() => setAsked(rate)}>
                  {formatPercent(rate.percent, language)}
                </Button>
              ) : (
                formatPercent(rate.percent, language)
              ),
              rate.source,
              rate.enteredBy ?? t('rates.shipped'),
            ])}
          />
          {mayWrite && (
            <div>
              <Button onClick={() => setAsked('new')}>{t('rates.add')}</Button>
            </div>
          )}
          {asked && <RateForm asked={asked} latest={items[0]} close={() => setAsked(null)} />}
        </>
      )}
    </Loaded>
  )
}

function RateForm({ asked, latest, close }: { asked: Rate | 'new'; latest: Rate | undefined; close: () => void }) {
  const t = useTexts('bookkeeping')
  const common = {
    submit: t('rates.submit'),
    beside: <Button onClick={close}>{t('actions.cancel')}</Button>,
    refresh: [lateMoney.rates, lateMoney.list],
    onDone: () => {
      close()
      showDone(t('rates.done'))
    },
  }
  const fields = (
    <>
      <Field name="percent" kind="percent" label={t('rates.percent')} hint={t('rates.percentHint')} />
      <Field name="source" label={t('rates.source')} hint={t('rates.sourceHint')} />
    </>
  )
  return (
    <Dialog opened close={close} title={t(asked === 'new' ? 'rates.add' : 'rates.change')}>
      {asked === 'new' ? (
        <Form
          endpoint={lateMoney.addRate}
          initial={latest ? { fromDay: nextHalfYear(latest.fromDay) } : {}}
          {...common}
        >
          <FieldRow>
            <Field name="fromDay" kind="day" label={t('rates.from')} />
          </FieldRow>
          {fields}
        </Form>
      ) : (
        <Form
          endpoint={lateMoney.changeRate}
          params={{ id: asked.rateId }}
          initial={{ percent: asked.percent, source: asked.source }}
          also={{ version: asked.version }}
          {...common}
        >
          {fields}
        </Form>
      )}
    </Dialog>
  )
}
