import { FieldRow } from '#platform/web/form/Field.tsx'
import { Field } from '#platform/web/form/Form.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'

/** What is known of a lessor. */
export function LessorFields() {
  const t = useTexts('leasing')
  return (
    <>
      <Field name="companyName" label={t('lessor.name')} autoComplete="off" />
      <FieldRow>
        <Field name="businessId" label={t('lessor.businessId')} autoComplete="off" />
        <Field name="vatNumber" label={t('lessor.vatNumber')} autoComplete="off" />
      </FieldRow>
      <FieldRow>
        <Field name="eInvoiceAddress" label={t('lessor.eInvoiceAddress')} autoComplete="off" />
        <Field name="operatorId" label={t('lessor.operatorId')} autoComplete="off" />
      </FieldRow>
      <FieldRow>
        <Field name="invoiceEmail" kind="email" label={t('lessor.invoiceEmail')} autoComplete="off" />
        <Field name="paymentTermsDays" kind="number" label={t('lessor.paymentTerms')} unit={t('daysUnit')} />
      </FieldRow>
      <Field name="iban" label={t('lessor.iban')} hint={t('lessor.ibanHint')} autoComplete="off" />
      <Field name="streetAddress" label={t('lessor.streetAddress')} autoComplete="off" />
      <FieldRow>
        <Field name="postalCode" label={t('lessor.postalCode')} autoComplete="off" />
        <Field name="city" label={t('lessor.city')} autoComplete="off" />
      </FieldRow>
      <Field name="country" label={t('lessor.country')} hint={t('lessor.countryHint')} autoComplete="off" />
      <FieldRow>
        <Field
          name="authorityReference"
          label={t('lessor.authorityReference')}
          hint={t('lessor.authorityHint')}
          autoComplete="off"
        />
        <Field name="authorityDay" kind="day" label={t('lessor.authorityDay')} />
      </FieldRow>
      <Field name="active" kind="checkbox" label={t('lessor.activeBox')} />
    </>
  )
}
