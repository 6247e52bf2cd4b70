import type { BodyOf } from '#platform/contract/contract.ts'
import { Field, FieldRow } from '#platform/web/form/Field.tsx'
import { Form } from '#platform/web/form/Form.tsx'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import { registration } from '../contract.ts'
import { PlaceFields } from './PlaceFields.tsx'
import type { LinkView } from './RegistrationPage.tsx'

export type Application = BodyOf<typeof registration.apply>

/** What is left of an application when the page is loaded anew: all but the password. */
export type KeptApplication = Omit<Application, 'password'> & Partial<Pick<Application, 'password'>>

interface Props {
  token: string
  link: LinkView
  /** What was given before, when somebody comes back to change it. */
  given: KeptApplication | null
  onSent: (application: Application) => void
}

/** Everything about oneself; sending it brings the code. */
export function ApplyForm({ token, link, given, onSent }: Props) {
  const t = useTexts('registration')
  const language = useLanguage()
  return (
    <Form
      endpoint={registration.apply}
      params={{ token }}
      {...(given ? { initial: given } : {})}
      also={{ language }}
      submit={t('submit')}
      wide
      unguarded
      onDone={(_, sent) => onSent(sent as Application)}
    >
      <FieldRow>
        <Field name="firstName" label={t('fields.firstName')} autoComplete="given-name" />
        <Field name="lastName" label={t('fields.lastName')} autoComplete="family-name" />
      </FieldRow>
      <Field
        name="workEmail"
        kind="email"
        label={t('fields.workEmail')}
        hint={t('fields.workEmailHint')}
        autoComplete="email"
      />
      <Field name="phoneNumber" kind="phone" label={t('fields.phone')} autoComplete="tel" />
      <PlaceFields link={link} />
      <Field
        name="password"
        kind="password"
        label={t('fields.password')}
        hint={t('fields.passwordHint')}
        autoComplete="new-password"
      />
    </Form>
  )
}
