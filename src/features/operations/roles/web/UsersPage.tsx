import { lazy } from 'react'
import { accounts, type SystemUser } from '#features/operations/accounts/contract.ts'
import { companyChoices } from '#features/people/companies/options.ts'
import { pages } from '#platform/contract/pages.ts'
import { listName } from '#platform/values/names.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Link } from '#platform/web/router/Link.tsx'
import { LaterPart } from '#platform/web/shell/LaterPart.tsx'
import { Instant } from '#platform/web/table/Amounts.tsx'
import type { Column } from '#platform/web/table/DataTable.tsx'
import { Register } from '#platform/web/table/Register.tsx'
import { useChoices } from '#platform/web/table/use-choices.ts'
import { formatPhone } from '#platform/web/words/formats.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { useRoleName } from './role-words.ts'
import { nameOf, UserState } from './UserState.tsx'

const UserPanel = lazy(() => import('./UserPanel.tsx').then((m) => ({ default: m.UserPanel })))
const AddUser = lazy(() => import('./UserForms.tsx').then((m) => ({ default: m.AddUser })))

function useRoleNames() {
  const nameOfRole = useRoleName()
  return (user: SystemUser) => [...new Set(user.userRoles.map(({ name }) => nameOfRole(name)))]
}

function useColumns(): Column<SystemUser>[] {
  const t = useTexts('roles')
  const rolesOf = useRoleNames()
  return [
    { key: 'name', sort: 'name', title: t('users.name'), cell: listName },
    { key: 'email', title: t('users.email'), cell: (row) => row.workEmail },
    {
      key: 'phone',
      title: t('users.phone'),
      cell: (row) => <span className="n">{row.phoneNumber ? formatPhone(row.phoneNumber) : '–'}</span>,
      choice: 'hidden',
    },
    { key: 'company', title: t('users.columns.company'), cell: (row) => row.companyName ?? '–', choice: true },
    { key: 'roles', title: t('users.rolesTitle'), cell: (row) => rolesOf(row).join(', ') || '–', choice: true },
    { key: 'state', title: t('users.columns.state'), cell: (row) => <UserState user={row} /> },
    { key: 'seen', title: t('users.lastSeen'), cell: (row) => <Instant at={row.lastSignedInAt} />, choice: true },
  ]
}

/** Käyttäjät: people with accounts, their roles, and whether they can sign in. */
export function UsersPage() {
  const t = useTexts('roles')
  const may = useMay()
  const companyOptions = useChoices(...companyChoices)
  const columns = useColumns()
  return (
    <Register
      title={t('users.title')}
      from={accounts.list}
      query={{ isForList: true }}
      rowKey={(row: SystemUser) => row.userId}
      search={{ name: 'search', hint: t('users.search') }}
      filters={[{ name: 'companyId', label: t('users.filterCompany'), options: companyOptions }]}
      columns={columns}
      panel={{
        byId: true,
        title: nameOf,
        above: (row) => row.companyName ?? '',
        content: (row) => (
          <>
            <p>
              <Link to={pages.adminPerson} params={{ userId: row.userId }}>
                {t('users.openPage')}
              </Link>
            </p>
            <UserPanel key={row.userId} user={row} />
          </>
        ),
      }}
      add={
        may('user:create')
          ? {
              open: t('users.add'),
              title: t('users.addTitle'),
              form: (done) => (
                <LaterPart>
                  <AddUser done={done} />
                </LaterPart>
              ),
            }
          : undefined
      }
      empty={{ text: t('users.empty') }}
    />
  )
}
