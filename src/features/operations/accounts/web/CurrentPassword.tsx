import { Field } from '#platform/web/form/Field.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'

/** The password again, before a change of what signs a person in. */
export function CurrentPassword() {
  const t = useTexts('accounts')
  return (
    <Field
      name="password"
      kind="password"
      label={t('fields.currentPassword')}
      autoComplete="current-password"
      required
    />
  )
}
