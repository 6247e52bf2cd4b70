import { Button } from '@mantine/core'
import { useState } from 'react'
import { people, type SystemUser } from '#features/people/contract.ts'
import { sessions } from '#features/sessions/contract.ts'
import { useApiAction } from '#platform/web/api/api.ts'
import { useMay, useUser } from '#platform/web/api/user.ts'
import { ConfirmDialog } from '#platform/web/parts/ConfirmDialog.tsx'
import { Facts, MailAddress } from '#platform/web/parts/Facts.tsx'
import { StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Instant } from '#platform/web/table/Amounts.tsx'
import { Register } from '#platform/web/table/Register.tsx'
import { formatPhone } from '#platform/web/words/formats.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './Roles.module.css'
import { RolesOfPerson } from './RolesOfPerson.tsx'
import { useCompanyChoices, useRoleName } from './role-words.ts'
import { AddUser, EditUser } from './UserForms.tsx'

const nameOf = ({ firstName, lastName }: SystemUser) => `${firstName} ${lastName}`

function State({ user }: { user: SystemUser }) {
  const t = useTexts('roles')
  if (user.deactivated) return <StatusPill holder="trouble">{t('users.deactivated')}</StatusPill>
  if (!user.lastSignedInAt) return <StatusPill holder="employee">{t('users.invited')}</StatusPill>
  return <StatusPill holder="running">{t('users.active')}</StatusPill>
}

function useRoleNames() {
  const nameOfRole = useRoleName()
  return (user: SystemUser) => [...new Set(user.userRoles.map(({ name }) => nameOfRole(name)))]
}

/** Käyttäjät: people with accounts, their roles, and whether they can sign in. */
export function UsersPage() {
  const t = useTexts('roles')
  const may = useMay()
  const companies = useCompanyChoices()
  const rolesOf = useRoleNames()
  return (
    <Register
      title={t('users.title')}
      from={people.list}
      query={{ isForList: true }}
      rowKey={(row: SystemUser) => row.userId}
      search={{ name: 'search', hint: t('users.search') }}
      filters={[{ name: 'companyId', label: t('users.filterCompany'), options: companies }]}
      columns={[
        { key: 'name', title: t('users.name'), cell: nameOf },
        { key: 'email', title: t('users.email'), cell: (row) => row.workEmail },
        {
          key: 'phone',
          title: t('users.phone'),
          cell: (row) => <span className="n">{row.phoneNumber ? formatPhone(row.phoneNumber) : '–'}</span>,
          choice: 'hidden',
        },
        { key: 'company', title: t('users.columns.company'), cell: (row) => row.companyName ?? '–', choice: true },
        { key: 'roles', title: t('users.rolesTitle'), cell: (row) => rolesOf(row).join(', ') || '–', choice: true },
        { key: 'state', title: t('users.columns.state'), cell: (row) => <State user={row} /> },
        { key: 'seen', title: t('users.lastSeen'), cell: (row) => <Instant at={row.lastSignedInAt} />, choice: true },
      ]}
      panel={{
        title: nameOf,
        above: (row) => row.companyName ?? '',
        content: (row) => <UserPanel key={row.userId} user={row} />,
      }}
      add={
        may('user:create')
          ? { open: t('users.add'), title: t('users.addTitle'), form: (done) => <AddUser done={done} /> }
          : undefined
      }
      empty={{ text: t('users.empty') }}
    />
  )
}

function UserPanel({ user }: { user: SystemUser }) {
  const t = useTexts('roles')
  const rows: [string, React.ReactNode][] = [
    [t('users.email'), <MailAddress key="m" address={user.workEmail} />],
    [t('users.signInEmail'), user.email === user.workEmail ? null : user.email],
    [t('users.phone'), user.phoneNumber && formatPhone(user.phoneNumber)],
    [t('users.columns.company'), user.companyName],
    [t('users.lastSeen'), user.lastSignedInAt && <Instant key="s" at={user.lastSignedInAt} />],
  ]
  return (
    <div className={styles.work}>
      <p>
        <State user={user} />
      </p>
      <Facts rows={rows} />
      <EditUser user={user} />
      <RolesOfPerson user={user} />
      <Recovery user={user} />
      <Access user={user} />
    </div>
  )
}

/** The way back in: the invitation for who has never signed in, a link for a new password for who has. */
function Recovery({ user }: { user: SystemUser }) {
  const t = useTexts('roles')
  const name = nameOf(user)
  const email = user.email ?? user.workEmail
  const invite = useApiAction(sessions.registrationHelp, {
    onSuccess: () => showDone(t('users.inviteSent', { email })),
  })
  const recover = useApiAction(sessions.recoverPassword, {
    onSuccess: () => showDone(t('users.recoverSent', { email })),
  })
  if (user.deactivated) return null
  const send = user.lastSignedInAt ? recover : invite
  return (
    <div>
      <Button loading={send.isPending} onClick={() => send.mutate({ body: { email } })}>
        {t(user.lastSignedInAt ? 'users.recover' : 'users.invite', { name })}
      </Button>
    </div>
  )
}

function Access({ user }: { user: SystemUser }) {
  const t = useTexts('roles')
  const may = useMay()
  const me = useUser()
  const [asking, setAsking] = useState(false)
  const name = nameOf(user)
  const change = useApiAction(people.update, {
    refresh: [people.list],
    onSuccess: (reply) => {
      setAsking(false)
      showDone(t(reply.user.deactivated ? 'users.closed' : 'users.opened', { name }))
    },
    onError: () => setAsking(false),
  })
  const needed = user.deactivated ? 'user:activate' : 'user:deactivate'
  // Nobody shuts themselves out.
  if (!may(needed) || me?.userId === user.userId) return null
  const set = (deactivated: boolean) =>
    change.mutate({ params: { userId: user.userId }, body: { deactivated, version: user.version } })
  return (
    <div>
      <Button {...(user.deactivated ? {} : { 'data-act': 'danger' })} onClick={() => setAsking(true)}>
        {t(user.deactivated ? 'users.open' : 'users.close', { name })}
      </Button>
      <ConfirmDialog
        opened={asking}
        close={() => setAsking(false)}
        title={t(user.deactivated ? 'users.openTitle' : 'users.closeTitle', { name })}
        confirm={t(user.deactivated ? 'users.open' : 'users.close', { name })}
        busy={change.isPending}
        destroys={!user.deactivated}
        onConfirm={() => set(!user.deactivated)}
      >
        <p>{t(user.deactivated ? 'users.openText' : 'users.closeText')}</p>
      </ConfirmDialog>
    </div>
  )
}
