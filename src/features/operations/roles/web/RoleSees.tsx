import { use } from 'react'
import { type Role, roles } from '#features/operations/roles/contract.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { BroughtContext, type HeldRole } from '#platform/web/shell/OptionalBoundary.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './Roles.module.css'
import { usePermissionWords } from './role-words.ts'

interface Props {
  /** The role whose rights are told. */
  role: Role
  /** The ids of the roles that the person holds already: what they add is told apart from what is there. */
  heldIds?: readonly string[]
}

/** Which pages open and what may be done with a role, in people's words, reckoned from the same permissions as the menus. */
export function RoleSees({ role, heldIds = [] }: Props) {
  const all = useApi(roles.list, {})
  const catalogue = useApi(roles.permissions, { staleMs: 600_000 })
  return (
    <Loaded from={all}>
      {({ items }) => (
        <Loaded from={catalogue}>
          {({ items: permissions }) => {
            const nameOf = new Map(permissions.map(({ id, name }) => [id, name]))
            const asHeld = ({ name, rolePermissions }: Role): HeldRole => ({
              name,
              permissions: rolePermissions.flatMap(({ permissionId }) => nameOf.get(permissionId) ?? []),
            })
            const held = items.filter(({ id }) => id !== role.id && heldIds.includes(id)).map(asHeld)
            return <Sees role={asHeld(role)} scope={role.scopeKind} held={held} isOfPerson={heldIds.length > 0} />
          }}
        </Loaded>
      )}
    </Loaded>
  )
}

interface SeesProps {
  role: HeldRole
  scope: Role['scopeKind']
  held: readonly HeldRole[]
  isOfPerson: boolean
}

function Sees({ role, scope, held, isOfPerson }: SeesProps) {
  const t = useTexts('roles')
  const words = usePermissionWords()
  const { RolePages } = use(BroughtContext)
  const before = new Set(held.flatMap(({ permissions }) => permissions))
  const after = [...new Set([...before, ...role.permissions])]
  const isNew = (is: boolean) => isOfPerson && is && <span className={styles.new}>{t('sees.new')}</span>
  const bySubject = [...Map.groupBy(after, (name) => name.split(':')[0] ?? name)]
  return (
    <details className={styles.sees} open={isOfPerson}>
      <summary>{t(isOfPerson ? 'sees.after' : 'sees.title')}</summary>
      <p className="sm t2">{t('sees.scope', { scope: t(`scopes.${scope}`) })}</p>
      {RolePages && <RolePages before={held} after={[...held, role]} />}
      <h4>{t('sees.acts')}</h4>
      <ul className="sm">
        {bySubject.map(([subject, names]) => (
          <li key={subject}>
            <b>{words.subject(subject)}:</b> {names.map(words.verb).join(', ')}{' '}
            {isNew(names.some((name) => !before.has(name)))}
          </li>
        ))}
      </ul>
    </details>
  )
}
