import { Field } from '#platform/web/form/Field.tsx'
import { useForm } from '#platform/web/form/form-context.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import type { LinkView } from './RegistrationPage.tsx'

/** Company (with a group's link), unit and employee number. */
export function PlaceFields({ link }: { link: LinkView }) {
  const t = useTexts('registration')
  const chosen = useForm().inputOf('companyId', 'select')
  const isGroup = link.kind === 'GROUP'
  const company = isGroup ? link.companies.find((one) => one.companyId === chosen) : link.companies[0]
  const units = company?.units ?? []
  return (
    <>
      {isGroup && (
        <Field
          name="companyId"
          kind="select"
          label={t('fields.company')}
          placeholder={t('fields.chooseCompany')}
          required
          options={link.companies.map((one) => ({ value: one.companyId, label: one.companyName }))}
        />
      )}
      {units.length > 0 && (
        <Field
          key={company?.companyId}
          name="unitId"
          kind="select"
          label={t('fields.unit')}
          placeholder={t('fields.noUnit')}
          options={units.map((unit) => ({ value: unit.unitId, label: unit.unitName }))}
        />
      )}
      <Field name="employeeNumber" label={t('fields.employeeNumber')} hint={t('fields.employeeNumberHint')} />
    </>
  )
}
