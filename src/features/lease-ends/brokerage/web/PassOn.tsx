import { Field, Form } from '#platform/web/form/Form.tsx'
import { navigate } from '#platform/web/router/history.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { brokerage, readsOfBrokerage } from '../contract.ts'

export type PassOnWay = 'offer' | 'give' | 'sell' | 'move'

interface Props {
  way: PassOnWay
  leasingAgreementId: string
  /** Other employments of one's own to which the bicycle may go along. */
  others: readonly { beneficiaryEmployeeId: string; companyName: string }[]
}

/**
 * Passes a leased bicycle on: to whoever takes it, to one person by address, along to another employer of one's own, or to
 * an employer outside the service, which buys it.
 */
export function PassOn({ way, leasingAgreementId, others }: Props) {
  const t = useTexts('brokerage')
  return (
    <Form
      endpoint={brokerage.create}
      initial={way === 'move' && others.length === 1 ? { beneficiaryEmployeeId: others[0]!.beneficiaryEmployeeId } : {}}
      also={{ leasingAgreementId }}
      submit={t(`own.${way}Submit`)}
      refresh={readsOfBrokerage}
      onDone={({ bikeBrokerageId }) => navigate(`/mybike/valitys/${bikeBrokerageId}`)}
    >
      {way !== 'offer' && <p>{t(`own.${way}Lead`)}</p>}
      {way === 'offer' && (
        <>
          <Field name="text" kind="textarea" rows={5} label={t('form.text')} hint={t('form.textHint')} required />
          <Field name="municipality" label={t('columns.municipality')} hint={t('form.place')} required />
        </>
      )}
      {way === 'give' && (
        <>
          <Field name="takerEmail" kind="email" label={t('form.takerEmail')} hint={t('form.takerEmailHint')} required />
          <Field
            name="text"
            kind="textarea"
            rows={4}
            label={t('form.condition')}
            hint={t('form.conditionHint')}
            required
          />
        </>
      )}
      {way === 'sell' && (
        <>
          <Field name="buyerName" label={t('sale.buyer')} autoComplete="organization" required />
          <Field name="buyerBusinessId" label={t('form.buyerBusinessId')} autoComplete="off" required />
          <Field name="buyerAddress" label={t('form.buyerAddress')} autoComplete="off" required />
          <Field name="buyerEmail" kind="email" label={t('form.buyerEmail')} autoComplete="off" required />
        </>
      )}
      {way === 'move' && (
        <Field
          name="beneficiaryEmployeeId"
          kind="select"
          label={t('form.newEmployer')}
          options={others.map((one) => ({ value: one.beneficiaryEmployeeId, label: one.companyName }))}
          required
        />
      )}
    </Form>
  )
}
