import { type TermsVersion, terms } from '#features/ground/terms/contract.ts'
import { insuredRisks } from '#features/ground/terms/shapes.ts'
import { Field, FieldRow } from '#platform/web/form/Field.tsx'
import { Form } from '#platform/web/form/Form.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'

interface Props {
  latest: TermsVersion | undefined
  done: () => void
}

const noRisk = Object.fromEntries(insuredRisks.map((risk) => [risk, false]))

/** Publishes a version of the insurance terms; the facts of the one before are there to begin with. */
export function NewInsuranceTerms({ latest, done }: Props) {
  const t = useTexts('terms')
  const { covers = [], ...facts } = latest?.insurance ?? {}
  const covered = { ...noRisk, ...Object.fromEntries(covers.map((risk) => [risk, true])) }
  return (
    <Form
      endpoint={terms.addInsurance}
      initial={{ ...facts, covers: covered }}
      also={{ after: latest?.number ?? 0, covers: noRisk }}
      submit={t('add.submit')}
      refresh={[terms.list]}
      onDone={({ number }) => {
        done()
        showDone(t('add.done', { number }))
      }}
    >
      <Note kind="warn">{t('add.warning')}</Note>
      <FieldRow>
        <Field name="insurer" label={t('add.insurer')} autoComplete="off" />
        <Field name="businessId" label={t('add.businessId')} autoComplete="off" />
      </FieldRow>
      <fieldset className="stack-md" style={{ border: 0, padding: 0, margin: 0 }}>
        <legend>{t('add.covers')}</legend>
        {insuredRisks.map((risk) => (
          <Field key={risk} name={`covers.${risk}`} kind="checkbox" label={t(`add.risks.${risk}`)} />
        ))}
      </fieldset>
      <FieldRow>
        <Field name="deductible" kind="money" label={t('add.deductible')} />
        <Field name="limit" kind="money" label={t('add.limit')} hint={t('add.limitHint')} />
      </FieldRow>
      <Field name="coverFall" kind="percent" label={t('add.coverFall')} hint={t('add.coverFallHint')} />
      {(['fi', 'sv', 'en'] as const).map((language) => (
        <fieldset key={language} className="stack-md" style={{ border: 0, padding: 0, margin: 0 }}>
          <legend>{t(`languages.${language}`)}</legend>
          <Field name={`${language}.title`} label={t('add.heading')} autoComplete="off" />
          <Field name={`${language}.body`} kind="textarea" rows={8} label={t('add.body')} />
        </fieldset>
      ))}
    </Form>
  )
}
