import { places } from '#features/operations/places/contract.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { languageNames, languages } from '#platform/web/words/language.ts'

interface Props {
  readonly companyId: string
  readonly place: ReplyOf<typeof places.company>
}

/** Sends the company's registration link to an address; what the company lacks first is named instead. */
export function JoinMail({ companyId, place: { readiness, language } }: Props) {
  const t = useTexts('places')
  const missing = readiness.filter(({ check, isDone }) => !isDone && check !== 'JOIN_LINK')
  if (missing.length > 0)
    return (
      <div className="sm">
        <p>{t('company.sendAfter')}</p>
        <ul>
          {missing.map(({ check }) => (
            <li key={check}>{t(`lacks.${check}`)}</li>
          ))}
        </ul>
      </div>
    )
  return (
    <Form
      endpoint={places.sendJoinLink}
      params={{ companyId }}
      initial={{ language }}
      submit={t('company.send')}
      plain
      refresh={[places.company]}
      onDone={({ recipient }) => showDone(t('company.sent', { to: recipient }), { text: t('company.sentText') })}
    >
      <Field name="email" kind="email" label={t('company.sendTo')} autoComplete="off" />
      <Field
        name="language"
        kind="select"
        label={t('company.sendLanguage')}
        options={languages.map((value) => ({ value, label: languageNames[value] }))}
      />
    </Form>
  )
}
