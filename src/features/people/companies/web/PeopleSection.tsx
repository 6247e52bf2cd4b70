import { use, useState } from 'react'
import { companies } from '#features/people/companies/contract.ts'
import type { EmployerPerson } from '#features/people/companies/recipients/shapes.ts'
import { type Company, invitedRoles } from '#features/people/companies/shapes.ts'
import { useApi, useApiAction } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { rolesOf, useMay, useUser } from '#platform/web/api/user.ts'
import { AskingSwitch } from '#platform/web/dialogs/AskingSwitch.tsx'
import { FieldRow } from '#platform/web/form/Field.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { BroughtContext } from '#platform/web/shell/OptionalBoundary.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { useRoleNames } from '#platform/web/words/role-names.ts'
import styles from './Sections.module.css'

/** Who acts for the company: who signs, who gets the payroll report, and an invitation for the next one. */
export function PeopleSection({ company }: { company: Company }) {
  const t = useTexts('companies')
  const may = useMay()
  const params = { id: company.companyId }
  const people = useApi(companies.employerPeople, { params })
  const recipients = useApi(companies.recipients, { params })
  const recipientIds = new Set(recipients.data?.recipients.map((person) => person.userId))
  return (
    <section className="stack-md">
      <h2>{t('people.title')}</h2>
      <p className="t2">{t('people.lead')}</p>
      <Loaded from={people} isEmpty={({ items }) => items.length === 0} empty={<p>{t('people.empty')}</p>}>
        {({ items }) => (
          <ul className={styles.list}>
            {items.map((person) => (
              <PersonRow
                key={person.userId}
                person={person}
                company={company}
                isRecipient={recipientIds.has(person.userId)}
              />
            ))}
          </ul>
        )}
      </Loaded>
      {may('role:assign') && <InviteForm companyId={company.companyId} />}
    </section>
  )
}

interface RowProps {
  person: EmployerPerson
  company: Company
  isRecipient: boolean
}

/** The person's right to sign and their place among the recipients, and how they change. */
function usePosts(person: EmployerPerson, { companyId, signerUserIds, version }: Company) {
  const refresh = [companies.recipients, companies.get]
  const update = useApiAction(companies.update, { refresh })
  const add = useApiAction(companies.addRecipients, { refresh })
  const remove = useApiAction(companies.removeRecipient, { refresh })
  const params = { id: companyId }
  return {
    isSignerBusy: update.isPending,
    isRecipientBusy: add.isPending || remove.isPending,
    setSigner(signs: boolean) {
      const others = signerUserIds.filter((id) => id !== person.userId)
      const next = signs ? [...others, person.userId] : others
      update.mutate({ params, body: { signerUserIds: next, version } })
    },
    setRecipient(gets: boolean) {
      if (gets) add.mutate({ params, body: { userIds: [person.userId] } })
      else remove.mutate({ params: { id: companyId, userId: person.userId } })
    },
  }
}

function PersonRow({ person, company, isRecipient }: RowProps) {
  const t = useTexts('companies')
  const roleName = useRoleNames('companies')
  const may = useMay()
  const name = `${person.firstName} ${person.lastName}`
  const { isSignerBusy, isRecipientBusy, setSigner, setRecipient } = usePosts(person, company)
  return (
    <li className={styles.item}>
      <div>
        <strong>{name}</strong>
        <p className="sm muted">
          {person.workEmail} · {person.roles.map(roleName).join(', ')}
          {(person.invited || !person.hasSignedIn) && (
            <span> · {t(person.invited ? 'people.waits' : 'people.notYet')}</span>
          )}
        </p>
      </div>
      <div className="row">
        {person.signsByRole && <span className="sm t2">{t('people.signsByRole')}</span>}
        {!person.signsByRole && person.roles.includes('EMPLOYER_EDITOR') && (
          <AskingSwitch
            title={t('people.signsOf', { name })}
            label={t('people.signs')}
            aria-label={t('people.signsOf', { name })}
            checked={company.signerUserIds.includes(person.userId)}
            disabled={!may('company:update') || isSignerBusy}
            set={setSigner}
          />
        )}
        {person.canReadReports && (
          <AskingSwitch
            title={t('people.getsReportOf', { name })}
            label={t('people.getsReport')}
            aria-label={t('people.getsReportOf', { name })}
            checked={isRecipient}
            disabled={!may('payroll-recipient:write') || isRecipientBusy}
            set={setRecipient}
          />
        )}
      </div>
    </li>
  )
}

/** An invitation; an employer admin cannot name another admin. */
export function InviteForm({ companyId, primary = false }: { companyId: string; primary?: boolean }) {
  const t = useTexts('companies')
  const user = useUser()
  const [sent, setSent] = useState(0)
  const { RolePart } = use(BroughtContext)
  const roles = user ? rolesOf(user) : new Set<string>()
  const namesAdmins = ['INTERNAL_ADMIN', 'SUPER_ADMIN', 'EMPLOYER_GROUP_ADMIN'].some((role) => roles.has(role))
  const choices = invitedRoles.filter((role) => namesAdmins || role !== 'EMPLOYER_ADMIN')
  const [chosen, setChosen] = useState('')
  const role = chosen || choices[0]
  return (
    <Form
      key={sent}
      endpoint={companies.invite}
      params={{ id: companyId }}
      initial={{ role: choices[0] }}
      submit={t('people.invite')}
      plain={!primary}
      refresh={[companies.employerPeople]}
      onDone={() => {
        setSent((count) => count + 1)
        showDone(t('people.invited'), { text: t('people.invitedText') })
      }}
    >
      <h3>{t('people.inviteTitle')}</h3>
      <FieldRow>
        <Field name="firstName" label={t('people.firstName')} autoComplete="off" />
        <Field name="lastName" label={t('people.lastName')} autoComplete="off" />
      </FieldRow>
      <FieldRow>
        <Field name="workEmail" kind="email" label={t('people.workEmail')} autoComplete="off" />
        <Field
          name="role"
          kind="select"
          label={t('people.role')}
          options={choices.map((value) => ({ value, label: t(`role.${value}`) }))}
          onInput={(value) => setChosen(String(value))}
        />
      </FieldRow>
      {RolePart && role && <RolePart role={role} />}
    </Form>
  )
}
