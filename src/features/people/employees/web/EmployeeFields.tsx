import { useState } from 'react'
import { benefitModels } from '#features/pricing/tax/rules/benefit-models.ts'
import { type Day, isFarFuture, NO_LAST_DAY, parseDayInput } from '#platform/values/days.ts'
import { centsFromEuros, formatEuros } from '#platform/values/money.ts'
import { serviceDay } from '#platform/web/api/service-clock.ts'
import { Field, FieldRow } from '#platform/web/form/Field.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import type { Employee } from '../shapes.ts'
import styles from './EmployerPage.module.css'

type Options = readonly { readonly value: string; readonly label: string }[]

/** A person's stored values as the form's fields want them: the default last working day shows as nothing. */
export function initialOf(employee: Employee) {
  const lastDay = employee.lastWorkingDayDate
  return { ...employee, lastWorkingDayDate: lastDay === NO_LAST_DAY ? null : lastDay }
}

/** Whether what was typed is a day 20 years or more ahead. */
function isFarInput(input: string | boolean): boolean {
  const day = typeof input === 'string' ? parseDayInput(input) : null
  return day !== null && isFarFuture(day, serviceDay())
}

/** What few employers use, folded away. */
function MoreFields() {
  const t = useTexts('employees')
  return (
    <details>
      <summary>{t('fields.more')}</summary>
      <div className={styles.more}>
        <Field name="payRollOther" label={t('fields.payRollOther')} />
        <Field
          name="benefitModel"
          kind="select"
          label={t('fields.benefitModel')}
          placeholder={t('fields.companyDefault')}
          options={benefitModels.map((value) => ({ value, label: t(`benefitModel.${value}`) }))}
        />
      </div>
    </details>
  )
}

interface Props {
  units: Options
  /** The company's own price limit in euros, where it is known. */
  companyMaxPrice: number | null
  /** Hears the last working day while it is typed; null while it is none. */
  onLastDay?: (day: Day | null) => void
}

/** What an employer keeps about a person; the same fields when adding, deciding and changing. */
export function EmployeeFields({ units, companyMaxPrice, onLastDay }: Props) {
  const t = useTexts('employees')
  const language = useLanguage()
  const [far, setFar] = useState<Record<string, boolean>>({})
  const watch = (name: string) => (input: string | boolean) => setFar((now) => ({ ...now, [name]: isFarInput(input) }))
  const limit = companyMaxPrice === null ? undefined : formatEuros(centsFromEuros(companyMaxPrice), language)
  return (
    <>
      <FieldRow>
        <Field name="employeeNumber" label={t('fields.employeeNumber')} />
        <Field name="costUnit" label={t('fields.costUnit')} />
      </FieldRow>
      <Field name="unitId" kind="select" label={t('fields.unit')} options={units} placeholder={t('fields.noUnit')} />
      <FieldRow>
        <Field name="jobTrialPeriodEndDate" kind="day" label={t('fields.trialEnd')} onInput={watch('trial')} />
        <Field
          name="lastWorkingDayDate"
          kind="day"
          label={t('fields.lastDay')}
          hint={t('fields.lastDayHint')}
          onInput={(input) => {
            watch('last')(input)
            onLastDay?.(typeof input === 'string' ? parseDayInput(input) : null)
          }}
        />
      </FieldRow>
      {(far.trial || far.last) && (
        <div role="status">
          <Note kind="warn">{t('fields.farDay')}</Note>
        </div>
      )}
      <Field
        name="maxPrice"
        kind="money"
        label={t('fields.maxPrice')}
        hint={limit ? t('fields.maxPriceHint', { limit }) : undefined}
      />
      <MoreFields />
      <Field name="employerNote" kind="textarea" label={t('fields.note')} hint={t('fields.noteHint')} rows={2} />
    </>
  )
}
