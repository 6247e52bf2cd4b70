import { FieldRow } from '#platform/web/form/Field.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { type ClaimView, insuranceClaims, readsOfClaims } from '../contract.ts'
import type { ClaimStep } from '../rules/words.ts'

interface Props {
  claim: ClaimView
  step: ClaimStep
}

/** Steps that tell why. */
const reasoned = new Set<ClaimStep>(['waive', 'deny', 'object'])

/** What a step asks before it is taken. */
export function StepForm({ claim, step, done }: Props & { done: () => void }) {
  const t = useTexts('insurance-claims')
  return (
    <Form
      endpoint={insuranceClaims.step}
      params={{ id: claim.insuranceId }}
      initial={step === 'waive' ? { piece: claim.missingPieces[0] } : {}}
      also={{ step, version: claim.version }}
      submit={t(`steps.${step}`)}
      refresh={readsOfClaims}
      onDone={done}
    >
      <StepFields claim={claim} step={step} />
      {reasoned.has(step) && <Field name="reason" kind="textarea" label={t(`steps.reasonOf.${step}`)} required />}
    </Form>
  )
}

function StepFields({ claim, step }: Props) {
  const t = useTexts('insurance-claims')
  if (step === 'waive')
    return (
      <Field
        name="piece"
        kind="select"
        label={t('steps.piece')}
        options={claim.missingPieces.map((value) => ({ value, label: t(`pieces.${value}`) }))}
      />
    )
  if (step === 'send') return <Field name="insurerReference" label={t('panel.reference')} autoComplete="off" />
  if (step === 'decide')
    return (
      <>
        <Field name="compensation" kind="money" label={t('steps.compensation')} required />
        <Field name="isTotalLoss" kind="checkbox" label={t('steps.isTotalLoss')} />
      </>
    )
  if (step === 'receive')
    return (
      <FieldRow>
        <Field name="amount" kind="money" label={t('steps.amount')} required />
        <Field name="paidDay" kind="day" label={t('steps.paidDay')} required />
      </FieldRow>
    )
  return null
}
