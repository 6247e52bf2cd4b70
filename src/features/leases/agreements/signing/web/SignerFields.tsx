import { useUser } from '#platform/web/api/user.ts'
import { Field } from '#platform/web/form/Field.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'

/** Who signs for the employer: the position, the name as it stands in their own details, the password once more. */
export function SignerFields() {
  const t = useTexts('signing')
  const user = useUser()
  return (
    <>
      <input type="text" name="username" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
      <Field
        name="position"
        label={t('form.position')}
        hint={t('form.positionHint')}
        autoComplete="organization-title"
      />
      <Field name="typedName" label={t('form.name')} hint={t('form.nameHint')} autoComplete="name" required />
      <Field
        name="password"
        kind="password"
        label={t('form.password')}
        hint={t('form.passwordHint')}
        autoComplete="current-password"
      />
    </>
  )
}
