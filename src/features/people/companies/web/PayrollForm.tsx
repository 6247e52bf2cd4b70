import { useState } from 'react'
import { type CsvProfile, csvProfiles, exportProfileNames } from '#features/payroll/reporting/rules/export-profile.ts'
import { registerCodes, type SalaryKind } from '#features/payroll/reporting/rules/salary-rows.ts'
import type { Company } from '#features/people/companies/shapes.ts'
import { Field, FieldRow } from '#platform/web/form/Field.tsx'
import { Form } from '#platform/web/form/Form.tsx'
import { useKeptText } from '#platform/web/form/kept/use-kept-text.ts'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { companyForm } from './company-form.ts'
import { OwnProfile } from './OwnProfile.tsx'

const kinds: readonly (readonly SalaryKind[])[] = [
  ['exemptOnTop', 'exemptFromPay'],
  ['taxable', 'collected'],
  ['grossLowering', 'redemption'],
  ['collectedOutside', 'billDeduction'],
]

/** The company's own form of the file, with what was typed into it before the page was loaded anew. */
function useOwnProfile({ companyId, exportProfile }: Company) {
  const [typed, keep] = useKeptText(`export profile ${companyId}`)
  const own: CsvProfile = typed ? JSON.parse(typed) : (exportProfile.own ?? csvProfiles.PLAIN)
  return [own, (next: CsvProfile) => keep(JSON.stringify(next)), () => keep('')] as const
}

/** The code of each pay type; what is left empty is the register's own. */
function PayTypeFields() {
  const t = useTexts('companies')
  return kinds.map((pair) => (
    <FieldRow key={pair.join()}>
      {pair.map((kind) => (
        <Field
          key={kind}
          name={`payTypeCodes.${kind}`}
          label={t(`payroll.kind.${kind}`)}
          hint={t('payroll.hint', { code: registerCodes[kind] })}
          autoComplete="off"
        />
      ))}
    </FieldRow>
  ))
}

/** The forms of which more is to be known than their name. */
const noted = ['NETVISOR', 'PROCOUNTOR', 'FENNOA'] as const
const isNoted = (profile: string): profile is (typeof noted)[number] => noted.some((name) => name === profile)

/** The company's pay types, and the form in which its payroll program takes the salary rows in. */
export function PayrollForm({ company }: { company: Company }) {
  const t = useTexts('companies')
  const stored = company.exportProfile
  const [profile, setProfile] = useState<string>(stored.profile ?? 'PLAIN')
  const [own, change, forget] = useOwnProfile(company)
  const isOwn = profile === 'OWN'
  const toBody = (body: Record<string, unknown>) => ({
    ...body,
    exportProfile: { profile, ...(isOwn ? { own } : {}) },
  })
  return (
    <section className="stack-md">
      <h2>{t('payroll.title')}</h2>
      <p className="t2">{t('payroll.lead')}</p>
      <Form
        {...companyForm(company)}
        initial={{ ...company, exportProfile: { profile } }}
        toBody={toBody}
        submit={t('payroll.save')}
        onDone={() => {
          forget()
          showDone(t('edit.done'))
        }}
      >
        <Field name="payrollDay" kind="number" label={t('payroll.day')} hint={t('payroll.dayHint')} />
        <PayTypeFields />
        <Field
          name="exportProfile.profile"
          kind="select"
          label={t('payroll.profile')}
          hint={t('payroll.profileHint')}
          options={exportProfileNames.map((name) => ({ value: name, label: t(`payroll.profiles.${name}`) }))}
          onInput={(value) => setProfile(String(value))}
        />
        {isNoted(profile) && <p className="t2">{t(`payroll.profileNotes.${profile}`)}</p>}
        {isOwn && <OwnProfile profile={own} change={change} />}
      </Form>
    </section>
  )
}
