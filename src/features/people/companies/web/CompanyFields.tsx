import { claimPayers, exemptAllocations, twoFactorModes } from '#features/people/companies/shapes.ts'
import { endOfLeaseDefaults, excessPolicies } from '#features/pricing/leasing/rules/price-limit.ts'
import { benefitModels } from '#features/pricing/tax/rules/benefit-models.ts'
import { Field, FieldRow } from '#platform/web/form/Field.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { pickGroup, pickLessor } from './company-choices.ts'

const useCompanyTexts = () => useTexts('companies')

const languageNames = [
  { value: 'fi', label: 'Suomi' },
  { value: 'sv', label: 'Svenska' },
  { value: 'en', label: 'English' },
]

/** Who the company is. */
export function BasicFields({ groupName }: { groupName?: string | null }) {
  const t = useCompanyTexts()
  return (
    <>
      <Field name="name" label={t('field.name')} autoComplete="off" />
      <FieldRow>
        <Field name="businessId" label={t('field.businessId')} autoComplete="off" />
        <Field name="vatNumber" label={t('field.vatNumber')} autoComplete="off" />
      </FieldRow>
      <Field name="groupCompanyId" kind="picker" label={t('field.group')} source={pickGroup} shown={groupName ?? ''} />
      <FieldRow>
        <Field name="eInvoiceAddress" label={t('field.eInvoiceAddress')} autoComplete="off" />
        <Field name="operatorId" label={t('field.operatorId')} autoComplete="off" />
      </FieldRow>
    </>
  )
}

/** Where and through whom the company is reached. */
export function ContactFields() {
  const t = useCompanyTexts()
  return (
    <>
      <Field name="address.streetAddress" label={t('field.streetAddress')} autoComplete="off" />
      <FieldRow>
        <Field name="address.postalCode" label={t('field.postalCode')} autoComplete="off" />
        <Field name="address.city" label={t('field.city')} autoComplete="off" />
      </FieldRow>
      <Field name="contact.name" label={t('field.contactName')} autoComplete="off" />
      <FieldRow>
        <Field name="contact.email" kind="email" label={t('field.contactEmail')} autoComplete="off" />
        <Field name="contact.phone" kind="phone" label={t('field.contactPhone')} autoComplete="off" />
      </FieldRow>
      <Field name="language" kind="select" label={t('field.language')} options={languageNames} />
    </>
  )
}

/** What is agreed with the service about money. */
export function LimitFields() {
  const t = useCompanyTexts()
  return (
    <FieldRow>
      <Field name="maxPrice" kind="money" label={t('field.maxPrice')} hint={t('field.maxPriceHint')} />
      <Field name="vatValue" kind="percent" label={t('field.vatValue')} hint={t('field.vatValueHint')} />
    </FieldRow>
  )
}

export function LessorField({ name }: { name?: string | null }) {
  const t = useCompanyTexts()
  return (
    <Field
      name="leasingCompanyId"
      kind="picker"
      label={t('field.lessor')}
      hint={t('field.lessorHint')}
      source={pickLessor}
      shown={name ?? ''}
    />
  )
}

/** Whose sign-ins need a code. */
export function TwoFactorField({ hint }: { hint?: string }) {
  const t = useCompanyTexts()
  return (
    <Field
      name="twoFactor"
      kind="select"
      label={t('field.twoFactor')}
      {...(hint ? { hint } : {})}
      options={twoFactorModes.map((value) => ({ value, label: t(`twoFactor.${value}`) }))}
    />
  )
}

/** How the exempt benefit of older agreements is counted. */
export function ExemptAllocationField() {
  const t = useCompanyTexts()
  return (
    <Field
      name="exemptAllocation"
      kind="select"
      label={t('field.exemptAllocation')}
      hint={t('field.exemptAllocationHint')}
      options={exemptAllocations.map((value) => ({ value, label: t(`exemptAllocation.${value}`) }))}
    />
  )
}

/** Signing in, and how the exempt benefit of older agreements is counted. */
export function RuleFields() {
  return (
    <>
      <TwoFactorField />
      <ExemptAllocationField />
    </>
  )
}

/** The terms of the benefit; `prefix` where they stand inside another form. */
export function PolicyFields({ prefix = '' }: { prefix?: 'policy.' | '' }) {
  const t = useCompanyTexts()
  const name = (field: string) => `${prefix}${field}`
  return (
    <>
      <FieldRow>
        <Field name={name('maxPrice')} kind="money" label={t('policy.maxPrice')} hint={t('policy.maxPriceHint')} />
        <Field name={name('orderCount')} kind="number" label={t('policy.orderCount')} />
      </FieldRow>
      <Field
        name={name('excess')}
        kind="select"
        label={t('policy.excess')}
        hint={t('policy.excessHint')}
        options={excessPolicies.map((value) => ({ value, label: t(`excess.${value}`) }))}
      />
      <Field
        name={name('claimPayer')}
        kind="select"
        label={t('policy.claimPayer')}
        hint={t('policy.claimPayerHint')}
        options={claimPayers.map((value) => ({ value, label: t(`claimPayer.${value}`) }))}
      />
      <Field
        name={name('benefitModel')}
        kind="select"
        label={t('policy.benefitModel')}
        hint={t('policy.benefitModelHint')}
        options={benefitModels.map((value) => ({ value, label: t(`benefitModel.${value}`) }))}
      />
      <Field name={name('requiresTrialOver')} kind="checkbox" label={t('policy.requiresTrialOver')} />
      <Field name={name('allowsLeaveBeforeEnd')} kind="checkbox" label={t('policy.allowsLeaveBeforeEnd')} />
      <Field name={name('allowsReturn')} kind="checkbox" label={t('policy.allowsReturn')} />
      <Field name={name('allowsBrokerage')} kind="checkbox" label={t('policy.allowsBrokerage')} />
      <Field
        name={name('endOfLeaseDefault')}
        kind="select"
        label={t('policy.endOfLeaseDefault')}
        options={endOfLeaseDefaults.map((value) => ({ value, label: t(`endOfLeaseDefault.${value}`) }))}
      />
      <Field name={name('homeDelivery')} kind="checkbox" label={t('policy.homeDelivery')} />
      <Field name={name('body')} kind="textarea" rows={8} label={t('policy.body')} hint={t('policy.bodyHint')} />
      <details>
        <summary>{t('policy.translations')}</summary>
        <p className="sm t2">{t('policy.translationsHint')}</p>
        {(['fi', 'sv', 'en'] as const).map((language) => (
          <Field
            key={language}
            name={name(`translations.${language}`)}
            kind="textarea"
            rows={6}
            label={t(`policy.inLanguage.${language}`)}
          />
        ))}
      </details>
    </>
  )
}
