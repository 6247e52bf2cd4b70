import { fairValues } from '#features/pricing/leasing/fair-value-contract.ts'
import { fairValueMonths } from '#features/pricing/leasing/fair-values.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useMay } from '#platform/web/api/user.ts'
import { FieldRow } from '#platform/web/form/Field.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'

/** The one table of what bicycles are worth by month; calculator, price card and redemption read it. */
export function FairValueCard() {
  const t = useTexts('leasing')
  const may = useMay()
  const found = useApi(fairValues.get, {})
  return (
    <section className="card stack-md" aria-labelledby="fair-values">
      <h2 id="fair-values">{t('fairValues.title')}</h2>
      <p className="t2">{t('fairValues.lead')}</p>
      <Loaded from={found}>
        {({ version, ...initial }) => (
          <Form
            endpoint={fairValues.set}
            initial={initial}
            also={{ version }}
            submit={t('fairValues.save')}
            plain
            refresh={[fairValues.get]}
            onDone={() => showDone(t('fairValues.saved'))}
          >
            <FieldRow>
              {fairValueMonths.map((month) => (
                <Field
                  key={month}
                  name={`month${month}`}
                  kind="percent"
                  label={t('fairValues.month', { month })}
                  disabled={!may('billing-table:write')}
                  required
                />
              ))}
            </FieldRow>
          </Form>
        )}
      </Loaded>
    </section>
  )
}
