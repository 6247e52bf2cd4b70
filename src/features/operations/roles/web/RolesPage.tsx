import { lazy, useState } from 'react'
import { type Role, type RoleUser, roles } from '#features/operations/roles/contract.ts'
import { scopeKinds } from '#platform/contract/permissions.ts'
import { listName } from '#platform/values/names.ts'
import { useApi, useApiAction } from '#platform/web/api/api.ts'
import { useMay, useUser } from '#platform/web/api/user.ts'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { LaterPart } from '#platform/web/shell/LaterPart.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { DataTable } from '#platform/web/table/DataTable.tsx'
import { Register } from '#platform/web/table/Register.tsx'
import { Removal } from '#platform/web/table/Removal.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { PermissionMatrix } from './PermissionMatrix.tsx'
import styles from './Roles.module.css'
import { useEmployerName, useRoleName } from './role-words.ts'
import { TakeRole } from './TakeRole.tsx'

const GiveRole = lazy(() => import('./GiveRole.tsx').then((m) => ({ default: m.GiveRole })))
const RoleSees = lazy(() => import('./RoleSees.tsx').then((m) => ({ default: m.RoleSees })))

/** Roolit: the roles, who holds each, and the matrix of their permissions. */
export function RolesPage() {
  const t = useTexts('roles')
  const may = useMay()
  const nameOf = useRoleName()
  return (
    <div className="stack-lg">
      <div>
        <Register
          title={t('list.title')}
          lead={t('list.lead')}
          from={roles.list}
          paging={false}
          rowKey={(row: Role) => row.id}
          columns={[
            { key: 'name', title: t('list.name'), cell: (row) => nameOf(row.name) },
            { key: 'scope', title: t('list.scope'), cell: (row) => t(`scopes.${row.scopeKind}`) },
            {
              key: 'permissions',
              title: t('list.permissions'),
              cell: (row) => <span className="n">{row.rolePermissions.length}</span>,
              align: 'right',
            },
            { key: 'kind', title: t('list.kind'), cell: (row) => <Origin role={row} /> },
          ]}
          panel={{
            title: (row) => nameOf(row.name),
            above: (row) => t(`scopes.${row.scopeKind}`),
            content: (row, close) => <RolePanel key={row.id} role={row} close={close} />,
          }}
          add={
            may('role:create')
              ? { open: t('add.open'), title: t('add.title'), form: (done) => <NewRole done={done} /> }
              : undefined
          }
          empty={{ text: t('list.empty') }}
        />
      </div>
      <PermissionMatrix />
    </div>
  )
}

/** Built in, or made here and from which built-in role it is cut. */
function Origin({ role }: { role: Role }) {
  const t = useTexts('roles')
  const nameOf = useRoleName()
  const all = useApi(roles.list, {}).data?.items ?? []
  if (role.builtIn) return t('list.builtIn')
  const origin = all.find(({ id }) => id === role.cutFrom)
  return (
    <>
      {t('list.own')}
      {origin && (
        <span className="sm muted">
          {' '}
          ({t('add.cutFrom')}: {nameOf(origin.name)})
        </span>
      )}
    </>
  )
}

function NewRole({ done }: { done: () => void }) {
  const t = useTexts('roles')
  const may = useMay()
  const nameOf = useRoleName()
  const [scopeKind, setScopeKind] = useState('COMPANY')
  const all = useApi(roles.list, {}).data?.items ?? []
  const origins = all.filter((role) => role.builtIn && role.mayChange && role.scopeKind === scopeKind)
  // What reaches every company is the super admin's to make.
  const kinds = scopeKinds.filter((kind) => kind !== 'ALL' || may('role:delete'))
  return (
    <Form
      endpoint={roles.create}
      initial={{ scopeKind: 'COMPANY' }}
      submit={t('add.submit')}
      refresh={[roles.list]}
      onDone={({ name }) => {
        done()
        showDone(t('add.done', { name }))
      }}
    >
      <Field name="name" label={t('list.name')} autoComplete="off" hint={t('add.hint')} />
      <Field
        name="scopeKind"
        kind="select"
        label={t('list.scope')}
        options={kinds.map((value) => ({ value, label: t(`scopes.${value}`) }))}
        onInput={(value) => setScopeKind(String(value))}
      />
      <Field
        key={scopeKind}
        name="cutFrom"
        kind="select"
        label={t('add.cutFrom')}
        hint={t('add.cutHint')}
        placeholder={t('add.choose')}
        options={origins.map(({ id, name }) => ({ value: id, label: nameOf(name) }))}
        required
      />
    </Form>
  )
}

function RolePanel({ role, close }: { role: Role; close: () => void }) {
  const t = useTexts('roles')
  const may = useMay()
  const name = useRoleName()(role.name)
  const remove = useApiAction(roles.remove, {
    refresh: [roles.list],
    onSuccess: () => {
      close()
      showDone(t('remove.done', { name }))
    },
  })
  return (
    <div className={styles.work}>
      <LaterPart>
        <RoleSees role={role} />
      </LaterPart>
      <section className="stack-md">
        <h3>{t('holders.title')}</h3>
        <Holders role={role} />
      </section>
      {role.mayAssign && may('role:assign') && (
        <LaterPart>
          <GiveRole role={role} />
        </LaterPart>
      )}
      {!role.builtIn && role.mayChange && may('role:delete') && (
        <Removal
          ask={t('remove.ask')}
          title={t('remove.title', { name })}
          text={t('remove.text')}
          remove={() => remove.mutateAsync({ params: { id: role.id }, query: { version: role.version } })}
        />
      )}
    </div>
  )
}

function Holders({ role }: { role: Role }) {
  const t = useTexts('roles')
  const may = useMay()
  const me = useUser()
  const nameOfEmployer = useEmployerName()
  const nameOf = (row: RoleUser) => `${row.firstName} ${row.lastName}`
  const mayTake = (row: RoleUser) => role.mayAssign && may('role:unassign') && me?.userId !== row.userId
  return (
    <DataTable
      from={roles.users}
      params={{ roleId: role.id }}
      rowKey={(row: RoleUser) => row.userId}
      label={t('holders.title')}
      prefix="h"
      density="dense"
      search={{ name: 'search', hint: t('holders.search') }}
      columns={[
        {
          key: 'name',
          title: t('holders.name'),
          cell: (row) => (
            <>
              {listName(row)} <span className="sm muted">{row.workEmail}</span>
            </>
          ),
        },
        {
          key: 'where',
          title: t('holders.where'),
          cell: (row) => (
            <ul className={styles.held}>
              {row.assignments.map((held) => (
                <li key={held.companyId ?? held.groupCompanyId ?? 'all'}>
                  {nameOfEmployer(held)}
                  {mayTake(row) && (
                    <TakeRole person={{ userId: row.userId, name: nameOf(row) }} role={role} held={held} />
                  )}
                </li>
              ))}
            </ul>
          ),
        },
      ]}
      empty={{ text: t('holders.empty') }}
    />
  )
}
