import { employerTerms } from '#features/people/companies/employer-terms/contract.ts'
import type { Answer } from '#platform/web/api/api.ts'
import { useUser } from '#platform/web/api/user.ts'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'

interface Props {
  readonly companyId: string
  readonly kinds: Answer<typeof employerTerms.get>['kinds']
}

/** Accepts for the company what stands above, by its hashes, with the own name and the password once more. */
export function AcceptForm({ companyId, kinds }: Props) {
  const t = useTexts('employer-terms')
  const user = useUser()
  const documents = kinds.flatMap(({ inForce }) =>
    inForce ? [{ termsId: inForce.termsId, sha256: inForce.sha256 }] : [],
  )
  return (
    <section className="card stack-md" aria-labelledby="terms-accept">
      <h2 id="terms-accept">{t('form.title')}</h2>
      <p className="sm t2">{t('form.lead')}</p>
      <Form
        endpoint={employerTerms.accept}
        params={{ id: companyId }}
        also={{ documents }}
        submit={t('form.submit')}
        refresh={[employerTerms.get]}
        onDone={() => showDone(t('form.done'), { text: t('form.doneText') })}
      >
        <input type="text" name="username" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
        <Field name="typedName" label={t('form.name')} hint={t('form.nameHint')} autoComplete="name" />
        <Field
          name="position"
          label={t('form.position')}
          hint={t('form.positionHint')}
          autoComplete="organization-title"
        />
        <Field name="password" kind="password" label={t('form.password')} autoComplete="current-password" />
      </Form>
    </section>
  )
}
