import { type FormEvent, useState } from 'react'
import { accounts, type SystemUser } from '#features/operations/accounts/contract.ts'
import { type Role, roles } from '#features/operations/roles/contract.ts'
import { companyChoices } from '#features/people/companies/options.ts'
import { present } from '#platform/values/present.ts'
import { useApi, useApiAction } from '#platform/web/api/api.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { NativeSelect } from '#platform/web/controls/NativeSelect.tsx'
import { FormFailure } from '#platform/web/form/FormFailure.tsx'
import { MultiSelect } from '#platform/web/form/MultiSelect.tsx'
import { Picker, pickFrom } from '#platform/web/form/Picker.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useChoices } from '#platform/web/table/use-choices.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { RoleSees } from './RoleSees.tsx'
import { needsCompanies, useRoleName } from './role-words.ts'

const nameOf = ({ firstName, lastName }: SystemUser) => `${firstName} ${lastName}`
const findPeople = pickFrom(
  accounts.list,
  ({ items }) => items.map((user) => ({ value: user.userId, label: `${nameOf(user)} · ${user.workEmail}` })),
  { search: 'search', query: { isForList: true } },
)

interface Props {
  /** Whom the role is given to; without one the form asks. */
  userId?: string
  /** The roles that the person holds already, by id. */
  heldIds?: readonly string[]
  /** Which role is given; without one the form asks. */
  role?: Role
}

type Lack = 'person' | 'role' | 'companies'

/** What is being given to whom, and what is still missing of it. */
function useGiving(props: Props, choices: readonly Role[]) {
  const t = useTexts('roles')
  const nameOfRole = useRoleName()
  const [userId, setUserId] = useState(props.userId ?? '')
  const [roleId, setRoleId] = useState(props.role?.id ?? '')
  const [companyIds, setCompanyIds] = useState<string[]>([])
  const [missing, setMissing] = useState<ReadonlySet<Lack>>(new Set())
  const role = props.role ?? choices.find(({ id }) => id === roleId)
  const asksCompanies = role !== undefined && needsCompanies(role)
  const give = useApiAction(roles.assign, {
    refresh: [accounts.list, roles.users],
    handles: 'all',
    onSuccess: ({ user }) => {
      setCompanyIds([])
      if (!props.userId) setUserId('')
      const isHeld = user.userRoles.some(({ roleId: held }) => held === present(role).id)
      if (isHeld) showDone(t('give.done', { name: nameOf(user), role: nameOfRole(present(role).name) }))
      else showDone(t('give.invited', { name: nameOf(user) }), { text: t('give.invitedText') })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const lacks = new Set<Lack>()
    if (!userId) lacks.add('person')
    if (!role) lacks.add('role')
    if (asksCompanies && companyIds.length === 0) lacks.add('companies')
    setMissing(lacks)
    if (lacks.size === 0 && role)
      give.mutate({ params: { userId, roleId: role.id }, body: asksCompanies ? { companyIds } : {} })
  }
  return { userId, setUserId, roleId, setRoleId, companyIds, setCompanyIds, missing, role, asksCompanies, give, submit }
}

/** Gives a role: to a person whose page this is, or the role whose page this is to somebody. */
export function GiveRole(props: Props) {
  const t = useTexts('roles')
  const nameOfRole = useRoleName()
  const all = useApi(roles.list, { enabled: !props.role })
  const choices = all.data?.items.filter((role) => role.mayAssign) ?? []
  const giving = useGiving(props, choices)
  const { userId, setUserId, roleId, setRoleId, companyIds, setCompanyIds, missing } = giving
  const { role, asksCompanies, give, submit } = giving
  if (!props.role && choices.length === 0) return null
  return (
    <form className="stack-md" onSubmit={submit} noValidate>
      <h3>{t('give.title')}</h3>
      {!props.userId && (
        <Picker
          label={t('give.person')}
          source={findPeople}
          value={userId}
          onChange={setUserId}
          error={missing.has('person') && t('give.personMissing')}
        />
      )}
      {!props.role && (
        <NativeSelect
          label={t('give.role')}
          data={[{ value: '', label: '' }, ...choices.map(({ id, name }) => ({ value: id, label: nameOfRole(name) }))]}
          value={roleId}
          onChange={(event) => setRoleId(event.currentTarget.value)}
          error={missing.has('role') && t('give.roleMissing')}
        />
      )}
      {role && asksCompanies && (
        <Companies
          value={companyIds}
          onChange={setCompanyIds}
          hint={role.scopeKind === 'GROUP' ? t('give.groupHint') : undefined}
          error={missing.has('companies') ? t('give.companiesMissing') : undefined}
        />
      )}
      {role && !props.role && (
        <RoleSees key={role.id} role={role} {...(props.heldIds ? { heldIds: props.heldIds } : {})} />
      )}
      {give.error && <FormFailure error={give.error} />}
      <div>
        <Button type="submit" loading={give.isPending}>
          {t('give.submit')}
        </Button>
      </div>
    </form>
  )
}

interface CompaniesProps {
  value: string[]
  onChange: (ids: string[]) => void
  hint: string | undefined
  error: string | undefined
}

function Companies({ value, onChange, hint, error }: CompaniesProps) {
  const t = useTexts('roles')
  const companyOptions = useChoices(...companyChoices)
  return (
    <MultiSelect
      label={t('give.companies')}
      description={hint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={companyOptions}
      value={value}
      onChange={onChange}
      error={error}
      searchable
      nothingFoundMessage={t('states.nothingFound')}
    />
  )
}
