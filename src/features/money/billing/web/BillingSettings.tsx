import { useState } from 'react'
import { settablePurposes } from '#features/money/invoices/rules/supplies.ts'
import { billingSettings } from '#features/money/invoices/settings-contract.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Button } from '#platform/web/controls/Button.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { FieldRow } from '#platform/web/form/Field.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'

/** When bills are drafted and reminded of, what a second reminder costs, and VAT by purpose; a super admin changes them. */
export function BillingSettings() {
  const t = useTexts('billing')
  const [isOpen, setOpen] = useState(false)
  const read = useApi(billingSettings.get, { enabled: isOpen })
  const close = () => setOpen(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('settings.open')}</Button>
      <Dialog opened={isOpen} close={close} title={t('settings.open')}>
        <Loaded from={read}>
          {({ version, ...initial }) => (
            <Form
              endpoint={billingSettings.set}
              submit={t('settings.submit')}
              initial={initial}
              also={{ version }}
              refresh={[billingSettings.get]}
              onDone={() => {
                close()
                showDone(t('settings.done'))
              }}
            >
              <Fields />
            </Form>
          )}
        </Loaded>
      </Dialog>
    </>
  )
}

function Fields() {
  const t = useTexts('billing')
  const options = (['STANDARD', 'NONE'] as const).map((value) => ({ value, label: t(`settings.vat.${value}`) }))
  return (
    <>
      <Field name="billingDay" kind="number" label={t('settings.billingDay')} hint={t('settings.billingDayHint')} />
      <FieldRow>
        <Field name="firstReminderDays" kind="number" label={t('settings.first')} unit={t('settings.days')} />
        <Field name="secondReminderDays" kind="number" label={t('settings.second')} unit={t('settings.days')} />
      </FieldRow>
      <Field name="reminderFee" kind="money" label={t('settings.fee')} hint={t('settings.feeHint')} />
      <Field name="termsNameReminderFee" kind="checkbox" label={t('settings.terms')} />
      {settablePurposes.map((purpose) => (
        <Field
          key={purpose}
          name={`vat.${purpose}`}
          kind="select"
          label={t(`settings.vat.${purpose}`)}
          options={options}
        />
      ))}
    </>
  )
}
