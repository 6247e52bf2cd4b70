import type { SystemUser } from '#features/operations/accounts/contract.ts'
import { roles } from '#features/operations/roles/contract.ts'
import { useApi } from '#platform/web/api/api.ts'
import { useMay, useUser } from '#platform/web/api/user.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { GiveRole } from './GiveRole.tsx'
import styles from './Roles.module.css'
import { useEmployerName, useRoleName } from './role-words.ts'
import { TakeRole } from './TakeRole.tsx'

/** The roles of one person with their places; nobody changes their own. */
export function RolesOfPerson({ user }: { user: SystemUser }) {
  const t = useTexts('roles')
  const may = useMay()
  const me = useUser()
  const nameOfRole = useRoleName()
  const nameOfEmployer = useEmployerName()
  const all = useApi(roles.list, {})
  const mine = new Set(all.data?.items.filter((role) => role.mayAssign).map(({ id }) => id))
  const isOther = me?.userId !== user.userId
  const person = { userId: user.userId, name: `${user.firstName} ${user.lastName}` }
  return (
    <section className="stack-md">
      <h3>{t('users.rolesTitle')}</h3>
      {user.userRoles.length === 0 && <p className="t2">{t('users.noRoles')}</p>}
      <ul className={styles.held}>
        {user.userRoles.map((held) => (
          <li key={`${held.roleId} ${held.companyId ?? held.groupCompanyId ?? ''}`}>
            <span>
              {nameOfRole(held.name)} <span className="sm muted">{nameOfEmployer(held)}</span>
            </span>
            {isOther && may('role:unassign') && mine.has(held.roleId) && (
              <TakeRole person={person} role={{ id: held.roleId, name: held.name }} held={held} />
            )}
          </li>
        ))}
      </ul>
      {isOther && may('role:assign') && (
        <GiveRole userId={user.userId} heldIds={user.userRoles.map(({ roleId }) => roleId)} />
      )}
    </section>
  )
}
