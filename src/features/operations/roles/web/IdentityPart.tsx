import { useState } from 'react'
import { identityChanges } from '#features/ground/identity-changes/contract.ts'
import { accounts, type SystemUser } from '#features/operations/accounts/contract.ts'
import { type Answer, useApi, useApiAction } from '#platform/web/api/api.ts'
import { useMay, useUser } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { AskFirst } from '#platform/web/dialogs/AskFirst.tsx'
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Instant } from '#platform/web/table/Amounts.tsx'
import { formatPhone } from '#platform/web/words/formats.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { nameOf } from './UserState.tsx'

type Change = Answer<typeof identityChanges.open>['items'][number]

/** The open proposals about a person's sign-in; null for whoever has no part in them. */
function useOpenChanges(user: SystemUser): readonly Change[] | null {
  const me = useUser()
  const may = useMay()
  const isStaffs = may('identity-change:confirm') && may('admin:access')
  const found = useApi(identityChanges.open, { params: { userId: user.userId }, enabled: isStaffs && !user.invited })
  if (!isStaffs || user.invited || me?.userId === user.userId) return null
  return found.data?.items ?? []
}

/** What waits about a person's sign-in, with the second staff member's yes. */
export function WaitingChanges({ user }: { user: SystemUser }) {
  const changes = useOpenChanges(user) ?? []
  return changes.map((change) => <OpenChange key={change.identityChangeId} change={change} user={user} />)
}

/** The way out for a lost authenticator app. */
export function LostApp({ user }: { user: SystemUser }) {
  const changes = useOpenChanges(user)
  if (!changes || changes.some(({ kind }) => kind === 'SECOND_FACTOR')) return null
  return <ResetApp user={user} />
}

const refresh = [identityChanges.open, accounts.list]

function OpenChange({ change, user }: { change: Change; user: SystemUser }) {
  const t = useTexts('roles')
  const confirm = useApiAction(identityChanges.confirmAsSecond, {
    refresh,
    onSuccess: () => showDone(t('identity.confirmed')),
  })
  const phone = change.newPhone && formatPhone(change.newPhone)
  const what = [
    change.kind === 'SECOND_FACTOR' && t('identity.factor'),
    change.newEmail && t('identity.email', { value: change.newEmail }),
    phone && t('identity.phone', { value: phone }),
    change.removesPhone && t('identity.removesPhone'),
  ].filter(Boolean)
  return (
    <Note kind="warn">
      <div className="stack-md">
        <b>{t('identity.title')}</b>
        <p>{what.join(' ')}</p>
        <p>
          {t(
            change.needsSecondStaff ? (change.proposedByCaller ? 'identity.another' : 'identity.check') : 'identity.at',
          )}{' '}
          {change.takesEffectAt && <Instant at={change.takesEffectAt} />}
        </p>
        {change.needsSecondStaff && !change.proposedByCaller && (
          <div>
            <AskFirst
              act={t('identity.confirm')}
              look={{ size: 'sm' }}
              run={() => confirm.mutateAsync({ params: { userId: user.userId }, body: { kind: change.kind } })}
            />
          </div>
        )}
      </div>
    </Note>
  )
}

function ResetApp({ user }: { user: SystemUser }) {
  const t = useTexts('roles')
  const [asking, setAsking] = useState(false)
  const reset = useApiAction(identityChanges.resetSecondFactor, {
    refresh,
    onSuccess: () => {
      setAsking(false)
      showDone(t('identity.resetProposed'))
    },
    onError: () => setAsking(false),
  })
  return (
    <div>
      <Button data-act="danger" onClick={() => setAsking(true)}>
        {t('identity.reset')}
      </Button>
      <ConfirmDialog
        opened={asking}
        close={() => setAsking(false)}
        title={t('identity.resetTitle', { name: nameOf(user) })}
        confirm={t('identity.reset')}
        busy={reset.isPending}
        destroys
        onConfirm={() => reset.mutate({ params: { userId: user.userId } })}
      >
        <p>{t('identity.resetText')}</p>
      </ConfirmDialog>
    </div>
  )
}
