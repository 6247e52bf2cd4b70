import { type TermsVersion, terms } from '#features/ground/terms/contract.ts'
import type { employerKinds } from '#features/ground/terms/shapes.ts'
import { Field } from '#platform/web/form/Field.tsx'
import { Form } from '#platform/web/form/Form.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'

interface Props {
  readonly kind: (typeof employerKinds)[number]
  /** The version in force, whose words are there to begin with. */
  readonly latest: TermsVersion | undefined
  readonly done: () => void
}

const languages = ['fi', 'sv', 'en'] as const

/** Publishes a version of what employers accept; a day asks everybody again who has accepted an earlier one. */
export function NewEmployerTerms({ kind, latest, done }: Props) {
  const t = useTexts('terms')
  const words = Object.fromEntries(
    languages.map((language) => {
      const found = latest?.documents.find((one) => one.language === language)
      const body = found?.content.slice(found.title.length).trim()
      return [language, found ? { title: found.title, body } : {}]
    }),
  )
  return (
    <Form
      endpoint={terms.addEmployer}
      initial={words}
      also={{ kind, after: latest?.number ?? 0 }}
      submit={t('employer.submit')}
      refresh={[terms.list]}
      onDone={({ number }) => {
        done()
        showDone(t('employer.done', { number }))
      }}
    >
      <Note kind="warn">{t('employer.warning')}</Note>
      <Field name="acceptBy" kind="day" label={t('employer.acceptBy')} hint={t('employer.acceptByHint')} />
      {languages.map((language) => (
        <fieldset key={language} className="stack-md" style={{ border: 0, padding: 0, margin: 0 }}>
          <legend>{t(`languages.${language}`)}</legend>
          <Field name={`${language}.title`} label={t('add.heading')} autoComplete="off" />
          <Field name={`${language}.body`} kind="textarea" rows={8} label={t('add.body')} />
        </fieldset>
      ))}
    </Form>
  )
}
