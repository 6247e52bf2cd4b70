import { type Bond, memberships } from '#features/people/memberships/contract.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { isApiError, useApi, useApiAction } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Button } from '#platform/web/controls/Button.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Removal } from '#platform/web/table/Removal.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { useRoleNames } from '#platform/web/words/role-names.ts'
import styles from './OwnDetailsPage.module.css'

/** The companies that one belongs to by one's own yes, the invitations that wait, and the way out of each. */
export function MembershipsSection() {
  const t = useTexts('memberships')
  const found = useApi(memberships.mine, {})
  return (
    <section className={`card ${styles.section}`} aria-labelledby="bonds">
      <h2 id="bonds">{t('own.title')}</h2>
      <p className="t2">{t('own.lead')}</p>
      <Loaded from={found}>
        {({ bonds: held, invitations }) => (
          <>
            {invitations.map((one) => (
              <Waiting key={one.invitationId} invitation={one} />
            ))}
            {held.length === 0 && invitations.length === 0 && <p>{t('own.none')}</p>}
            {held.map((bond) => (
              <Held key={bond.companyId} bond={bond} />
            ))}
          </>
        )}
      </Loaded>
    </section>
  )
}

function Waiting({ invitation }: { invitation: ReplyOf<typeof memberships.mine>['invitations'][number] }) {
  const t = useTexts('memberships')
  const roleName = useRoleNames('memberships')
  const { invitationId, kind, roles } = invitation
  const company = invitation.companyName ?? t('page.service')
  const params = { id: invitationId }
  const accept = useApiAction(memberships.acceptOwn, {
    refresh: [memberships.mine],
    onSuccess: () => showDone(t('own.accepted', { company })),
  })
  const decline = useApiAction(memberships.declineOwn, { refresh: [memberships.mine] })
  return (
    <div className="sunk stack-md">
      <p>{t(`page.lead.${kind}`, { company, roles: roles.map(roleName).join(', ') })}</p>
      <div className={styles.actions}>
        <PrimaryButton loading={accept.isPending} onClick={() => accept.mutate({ params })}>
          {t('own.accept', { company })}
        </PrimaryButton>
        <Button variant="subtle" loading={decline.isPending} onClick={() => decline.mutate({ params })}>
          {t('page.decline')}
        </Button>
      </div>
    </div>
  )
}

function Held({ bond }: { bond: Bond }) {
  const t = useTexts('memberships')
  const roleName = useRoleNames('memberships')
  const { companyId, companyName, employeeStatus, roles, openOrders, runningLeases } = bond
  const end = useApiAction(memberships.end, { refresh: [memberships.mine], handles: ['BOND_IN_USE'] })
  const company = companyName
  const words = roles.map(roleName).join(', ')
  return (
    <div className="stack-md">
      <p>
        <strong>{companyName}</strong>
        <br />
        <span className="sm t2">{employeeStatus === 'PENDING' ? t('own.pending') : words || t('own.member')}</span>
      </p>
      {openOrders + runningLeases > 0 ? (
        <div className={styles.actions}>
          <p className="sm t2">{t(runningLeases > 0 ? 'own.leaving.lease' : 'own.leaving.order')}</p>
          <Button component="a" href="/mybike">
            {t('own.leaving.open')}
          </Button>
        </div>
      ) : (
        <Removal
          ask={t('own.end')}
          title={t('own.endTitle', { company })}
          text={t('own.endText', { company })}
          remove={() =>
            end
              .mutateAsync({ params: { companyId } })
              .then(() => showDone(t('own.ended', { company })))
              .catch((error: unknown) => {
                if (!isApiError(error, 'BOND_IN_USE')) throw error
              })
          }
        />
      )}
    </div>
  )
}
