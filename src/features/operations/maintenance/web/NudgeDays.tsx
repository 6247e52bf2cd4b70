import { nudgeSettings } from '#features/orders/orders/nudge-contract.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { FieldRow } from '#platform/web/form/Field.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { Setting } from './Setting.tsx'

/** After how many days whoever is awaited is reminded. */
export function NudgeDays() {
  const t = useTexts('maintenance')
  const state = useApi(nudgeSettings.get, {})
  return (
    <Setting title={t('nudges.title')} text={t('nudges.text')}>
      <Loaded from={state}>
        {({ version, ...initial }) => (
          <Form
            key={version}
            endpoint={nudgeSettings.set}
            submit={t('nudges.submit')}
            initial={initial}
            also={{ version }}
            refresh={[nudgeSettings.get]}
            plain
            onDone={() => showDone(t('nudges.done'))}
          >
            <FieldRow>
              <Field name="firstDays" kind="number" label={t('nudges.first')} unit={t('nudges.days')} />
              <Field name="secondDays" kind="number" label={t('nudges.second')} unit={t('nudges.days')} />
              <Field name="lastDays" kind="number" label={t('nudges.last')} unit={t('nudges.days')} />
            </FieldRow>
          </Form>
        )}
      </Loaded>
    </Setting>
  )
}
