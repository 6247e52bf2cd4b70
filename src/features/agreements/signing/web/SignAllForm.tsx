import { useUser } from '#platform/web/api/user.ts'
import { Field } from '#platform/web/form/Field.tsx'
import { Form } from '#platform/web/form/Form.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { signing } from '../contract.ts'
import { afterSigning } from './after-signing.ts'
import type { SignResult, ToSign } from './SignAllPage.tsx'

interface Props {
  readonly chosen: readonly ToSign[]
  readonly done: (results: readonly SignResult[]) => void
}

/** One confirmation for all chosen agreements: position, name and password once. */
export function SignAllForm({ chosen, done }: Props) {
  const t = useTexts('signing')
  const user = useUser()
  const shown = chosen.map(({ leasingAgreementId, version, documentSha256 }) => ({
    leasingAgreementId,
    version,
    documentSha256,
  }))
  return (
    <Form
      endpoint={signing.signAll}
      also={{ agreements: shown }}
      submit={t('all.submit', { count: chosen.length })}
      wide
      unguarded
      refresh={[...afterSigning, signing.toSign]}
      onDone={({ results }) => done(results)}
    >
      <input type="text" name="username" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
      <Field
        name="position"
        label={t('form.position')}
        hint={t('form.positionHint')}
        autoComplete="organization-title"
      />
      <Field name="typedName" label={t('form.name')} hint={t('form.nameHint')} autoComplete="name" />
      <Field
        name="password"
        kind="password"
        label={t('form.password')}
        hint={t('form.passwordHint')}
        autoComplete="current-password"
      />
      <p className="sm t2">{t('all.statement', { count: chosen.length })}</p>
    </Form>
  )
}
