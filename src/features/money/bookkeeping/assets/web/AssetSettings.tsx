import { useState } from 'react'
import { useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Button } from '#platform/web/controls/Button.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { leaseAssets } from '../contract.ts'

/** Over how many months and down to what own bicycles are depreciated; a super admin changes it. */
export function AssetSettings() {
  const t = useTexts('bookkeeping')
  const [isOpen, setOpen] = useState(false)
  const read = useApi(leaseAssets.settings, { enabled: isOpen })
  const close = () => setOpen(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('assets.settings.open')}</Button>
      <Dialog opened={isOpen} close={close} title={t('assets.settings.open')}>
        <Loaded from={read}>
          {({ version, ...initial }) => (
            <Form
              endpoint={leaseAssets.setSettings}
              submit={t('assets.settings.submit')}
              initial={initial}
              also={{ version }}
              refresh={[leaseAssets.settings]}
              onDone={() => {
                close()
                showDone(t('assets.settings.done'))
              }}
            >
              <Field name="months" kind="number" label={t('assets.months')} hint={t('assets.settings.monthsHint')} />
              <Field name="residualPercent" kind="number" label={t('assets.settings.residual')} unit="%" />
            </Form>
          )}
        </Loaded>
      </Dialog>
    </>
  )
}
