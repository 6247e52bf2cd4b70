import { Fragment, useState } from 'react'
import { type Permission, type Role, roles } from '#features/operations/roles/contract.ts'
import { present } from '#platform/values/present.ts'
import { useApi, useApiAction } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useMay } from '#platform/web/api/user.ts'
import { TextInput } from '#platform/web/controls/TextInput.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { ProposeChange } from './ProposeChange.tsx'
import styles from './Roles.module.css'
import { usePermissionWords, useRoleName } from './role-words.ts'

const subjectOf = (permission: Permission) => present(permission.name.split(':')[0])

interface Words {
  readonly subject: (subject: string) => string
  readonly verb: (permission: string) => string
}

/** The catalogue by subject, in the order of the names; a search looks at the subject's words, too. */
function groupsOf(permissions: readonly Permission[], { subject: nameOf, verb }: Words, search: string) {
  const words = search.toLowerCase().split(/\s+/)
  const groups = new Map<string, Permission[]>()
  for (const permission of permissions) {
    const subject = subjectOf(permission)
    const text = `${permission.name} ${nameOf(subject)} ${verb(permission.name)}`.toLowerCase()
    if (words.every((word) => text.includes(word))) groups.set(subject, [...(groups.get(subject) ?? []), permission])
  }
  return [...groups]
}

/** Which role holds which permission; a box of a built-in role proposes its change, that of another counts at once. */
export function PermissionMatrix() {
  const t = useTexts('roles')
  const [search, setSearch] = useState('')
  const allRoles = useApi(roles.list, {})
  const permissions = useApi(roles.permissions, { staleMs: 600_000 })
  const { subject: subjectName, verb } = usePermissionWords()
  return (
    <div className="stack-md">
      <h2>{t('matrix.title')}</h2>
      <p className="t2">{t('matrix.lead')}</p>
      <TextInput
        type="search"
        label={t('matrix.find')}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        className={styles.find}
      />
      <Loaded from={allRoles}>
        {({ items: columns }) => (
          <Loaded from={permissions}>
            {({ items }) => (
              <Matrix
                groups={groupsOf(items, { subject: subjectName, verb }, search.trim())}
                columns={columns}
                subjectName={subjectName}
              />
            )}
          </Loaded>
        )}
      </Loaded>
    </div>
  )
}

interface MatrixProps {
  groups: readonly (readonly [string, readonly Permission[]])[]
  columns: readonly Role[]
  subjectName: (subject: string) => string
}

function Matrix({ groups, columns, subjectName }: MatrixProps) {
  const t = useTexts('roles')
  const nameOf = useRoleName()
  const words = usePermissionWords()
  if (groups.length === 0) return <p>{t('matrix.none')}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
    <section className={styles.frame} aria-label={t('matrix.title')} tabIndex={0}>
      <table className={styles.matrix}>
        <thead>
          <tr>
            <th scope="col">{t('matrix.permission')}</th>
            {columns.map((role) => (
              <th key={role.id} scope="col">
                {nameOf(role.name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map(([subject, permissions]) => (
            <Fragment key={subject}>
              <tr className={styles.group}>
                <th scope="colgroup" colSpan={columns.length + 1}>
                  {subjectName(subject)}
                </th>
              </tr>
              {permissions.map((permission) => (
                <tr key={permission.id}>
                  <th scope="row" className="sm">
                    {words.verb(permission.name)}
                    <span className={styles.raw}>{permission.name}</span>
                    {permission.guarded && <span className={styles.area}>{t(`areas.${permission.guarded}`)}</span>}
                  </th>
                  {columns.map((role) => (
                    <td key={role.id}>
                      <Box role={role} permission={permission} />
                    </td>
                  ))}
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Why a box is locked whatever the viewer's role: the super admin keeps all, and what is guarded goes no further. */
function isFixed(role: Role, permission: Permission, holds: boolean): boolean {
  if (holds) return role.name === 'SUPER_ADMIN'
  if (!permission.scopeKinds.includes(role.scopeKind)) return true
  return permission.guarded !== null && !permission.heldAtFirstBy.includes(role.cutFrom ?? role.id)
}

function Box({ role, permission }: { role: Role; permission: Permission }) {
  const t = useTexts('roles')
  const may = useMay()
  const [asking, setAsking] = useState(false)
  const name = useRoleName()(role.name)
  const holds = role.rolePermissions.some(({ permissionId }) => permissionId === permission.id)
  const values = { role: name, permission: permission.name }
  const refresh = [roles.list]
  const grant = useApiAction(roles.grantPermission, { refresh, onSuccess: () => showDone(t('matrix.given', values)) })
  const revoke = useApiAction(roles.revokePermission, { refresh, onSuccess: () => showDone(t('matrix.taken', values)) })
  const params = { roleId: role.id, permissionId: permission.id }
  const isUnderWay = grant.isPending || revoke.isPending
  const change = () => {
    if (role.builtIn) setAsking(true)
    else if (!isUnderWay) (holds ? revoke : grant).mutate({ params })
  }
  return (
    <>
      <input
        type="checkbox"
        className={styles.box}
        aria-label={t('matrix.cell', values)}
        checked={holds}
        // Not while a change is under way: a box that is disabled loses the keyboard's focus.
        disabled={!may('role:grant-permission') || !role.mayChange || isFixed(role, permission, holds)}
        onChange={change}
      />
      {asking && <ProposeChange params={params} values={values} granted={!holds} close={() => setAsking(false)} />}
    </>
  )
}
