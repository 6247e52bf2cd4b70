import { useState } from 'react'
import { sessions } from '#features/ground/sessions/contract.ts'
import { accounts, type SystemUser } from '#features/operations/accounts/contract.ts'
import { useApiAction } from '#platform/web/api/api.ts'
import { useMay, useUser } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { AskFirst } from '#platform/web/dialogs/AskFirst.tsx'
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx'
import { Facts, MailAddress } from '#platform/web/parts/Facts.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Instant } from '#platform/web/table/Amounts.tsx'
import { formatPhone } from '#platform/web/words/formats.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { LostApp, WaitingChanges } from './IdentityPart.tsx'
import styles from './Roles.module.css'
import { RolesOfPerson } from './RolesOfPerson.tsx'
import { EditUser } from './UserForms.tsx'
import { nameOf, UserState } from './UserState.tsx'

/** What staff see of a person and may do: details, roles, recovery, access. */
export function UserPanel({ user }: { user: SystemUser }) {
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
        <UserState user={user} />
      </p>
      <WaitingChanges user={user} />
      <Facts rows={rows} />
      <EditUser user={user} />
      <RolesOfPerson user={user} />
      <Recovery user={user} />
      <LostApp user={user} />
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
      <AskFirst
        act={t(user.lastSignedInAt ? 'users.recover' : 'users.invite', { name })}
        text={t('users.sendsTo', { email })}
        run={() => send.mutateAsync({ body: { email } })}
      />
    </div>
  )
}

function Access({ user }: { user: SystemUser }) {
  const t = useTexts('roles')
  const may = useMay()
  const me = useUser()
  const [asking, setAsking] = useState(false)
  const name = nameOf(user)
  const change = useApiAction(accounts.update, {
    refresh: [accounts.list],
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
