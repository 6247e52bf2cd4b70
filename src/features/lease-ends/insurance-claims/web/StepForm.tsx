import { bikeStores } from '#features/pricing/bike-stores/contract.ts'
import { shopOptions } from '#features/pricing/bike-stores/options.ts'
import { FieldRow } from '#platform/web/form/Field.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { pickFrom } from '#platform/web/form/Picker.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { type ClaimView, insuranceClaims, readsOfClaims } from '../contract.ts'
import type { ClaimStep } from '../rules/words.ts'

const pickStore = pickFrom(bikeStores.minimal, shopOptions, { search: 'search' })

interface Props {
  claim: ClaimView
  step: ClaimStep
}

/** Steps that tell why. */
const reasoned = new Set<ClaimStep>(['waive', 'deny', 'object', 'abandonNewBike'])
/** Steps whose reason is asked for by the figures alone. */
const mayReason = new Set<ClaimStep>(['completeRepair', 'reimburse'])

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
      {mayReason.has(step) && <Field name="reason" kind="textarea" label={t('steps.reasonOf.overLimit')} />}
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
  if (step === 'findTotalLoss')
    return <Field name="compensation" kind="money" label={t('steps.compensation')} required />
  if (step === 'repair' || step === 'changeShop')
    return (
      <>
        <Field name="repairStoreId" kind="picker" label={t('steps.repairStore')} source={pickStore} required />
        <Field
          name="repairLimit"
          kind="money"
          label={t('steps.repairLimit')}
          hint={t('steps.repairLimitHint')}
          required
        />
      </>
    )
  if (step === 'completeRepair' || step === 'reimburse') return <BillFields />
  if (step === 'newBike') return <NewBikeFields claim={claim} />
  if (step === 'receive')
    return (
      <>
        <FieldRow>
          <Field name="amount" kind="money" label={t('steps.amount')} required />
          <Field name="paidDay" kind="day" label={t('steps.paidDay')} required />
        </FieldRow>
        <Field name="reason" kind="textarea" label={t('steps.reasonOf.earlierYear')} />
      </>
    )
  return null
}

/** What the shop has billed, or what the person's receipt says. */
function BillFields() {
  const t = useTexts('insurance-claims')
  return (
    <>
      <FieldRow>
        <Field name="bill.number" label={t('bill.number')} autoComplete="off" required />
        <Field name="bill.total" kind="money" label={t('bill.total')} required />
      </FieldRow>
      <FieldRow>
        <Field name="bill.issueDay" kind="day" label={t('bill.issueDay')} required />
        <Field name="bill.dueDay" kind="day" label={t('bill.dueDay')} required />
      </FieldRow>
      <FieldRow>
        <Field name="bill.vatPercent" kind="percent" label={t('bill.vatPercent')} required />
        <Field name="bill.referenceNumber" label={t('bill.reference')} autoComplete="off" />
      </FieldRow>
      <Field name="bill.iban" label={t('bill.iban')} autoComplete="off" />
    </>
  )
}

/** What a new bicycle means for the agreement; where an exemption may end, the warning comes first. */
function NewBikeFields({ claim }: { claim: ClaimView }) {
  const t = useTexts('insurance-claims')
  return (
    <>
      <p>{t('steps.newBikeText')}</p>
      {claim.newBike?.mayEndExemption && (
        <>
          <Note kind="danger">{t('steps.taxWarning')}</Note>
          <Field name="acceptsTaxReview" kind="checkbox" label={t('steps.acceptsTaxReview')} />
        </>
      )}
    </>
  )
}
