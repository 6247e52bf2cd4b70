import { useUser } from '#platform/web/api/user.ts'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { Field } from '#platform/web/form/Field.tsx'
import { Form } from '#platform/web/form/Form.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { stepUp } from '../contract.ts'

/** The password once more; good for ten minutes. */
export function StepUpDialog({ answer }: { answer: (isProven: boolean) => void }) {
  const t = useTexts('step-up')
  const user = useUser()
  return (
    <Dialog opened close={() => answer(false)} title={t('title')}>
      <p className="t2" style={{ marginBottom: 'var(--s-4)' }}>
        {t('lead')}
      </p>
      <Form endpoint={stepUp.prove} submit={t('submit')} wide unguarded onDone={() => answer(true)}>
        <input type="text" name="username" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
        <Field name="password" kind="password" label={t('password')} autoComplete="current-password" />
      </Form>
    </Dialog>
  )
}
