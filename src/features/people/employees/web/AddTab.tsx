import { lazy, useState } from 'react'
import { NativeSelect } from '#platform/web/controls/NativeSelect.tsx'
import { FieldRow } from '#platform/web/form/Field.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { useAddressState } from '#platform/web/router/address-state.ts'
import { LaterPart } from '#platform/web/shell/LaterPart.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { employees } from '../contract.ts'
import { EmployeeFields } from './EmployeeFields.tsx'
import styles from './EmployerPage.module.css'
import type { CompanyChoice } from './employer-choices.ts'
import { nameOf } from './Remarks.tsx'
import { afterDecision } from './use-bulk.ts'

const InviteMany = lazy(() => import('./InviteMany.tsx').then((m) => ({ default: m.InviteMany })))

/** Adds a person whom nobody has to decide about any more. */
export function AddTab({ list, companyId }: { list: readonly CompanyChoice[]; companyId: string }) {
  const t = useTexts('employees')
  const [at, setAt] = useAddressState()
  const [round, setRound] = useState(0)
  const company = list.find((one) => one.companyId === (companyId || at.to)) ?? list[0]
  if (!company) return null
  return (
    <section className={`stack-md ${styles.add}`}>
      <p className="t2">{t('add.lead')}</p>
      {list.length > 1 && !companyId && (
        <NativeSelect
          label={t('fields.company')}
          value={company.companyId}
          onChange={(event) => setAt({ to: event.currentTarget.value })}
          data={list.map((one) => ({ value: one.companyId, label: one.companyName }))}
        />
      )}
      <Form
        key={`${company.companyId}-${round}`}
        endpoint={employees.create}
        also={{ companyId: company.companyId }}
        submit={t('add.submit')}
        refresh={afterDecision}
        onDone={({ employee }) => {
          showDone(t('add.done', { name: nameOf(employee) }), { text: t('add.doneText') })
          setRound((now) => now + 1)
        }}
      >
        <FieldRow>
          <Field name="firstName" label={t('fields.firstName')} />
          <Field name="lastName" label={t('fields.lastName')} />
        </FieldRow>
        <FieldRow>
          <Field name="workEmail" kind="email" label={t('fields.workEmail')} />
          <Field name="phoneNumber" kind="phone" label={t('fields.phone')} />
        </FieldRow>
        <EmployeeFields units={company.units} companyMaxPrice={company.maxPrice} />
      </Form>
      <LaterPart>
        <InviteMany key={company.companyId} companyId={company.companyId} refresh={afterDecision} />
      </LaterPart>
    </section>
  )
}
