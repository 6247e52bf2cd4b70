import { useState } from 'react'
import { sessions } from '#features/ground/sessions/contract.ts'
import { ownSignIn } from '#features/ground/sessions/own-sign-in-contract.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { pages } from '#platform/contract/pages.ts'
import { useApiAction } from '#platform/web/api/api.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Instant } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './OwnDetailsPage.module.css'

type Device = ReplyOf<typeof sessions.security>['sessions'][number]

function DeviceItem({ device, busy, end }: { device: Device; busy: boolean; end: () => void }) {
  const t = useTexts('accounts')
  return (
    <li className="sm">
      {t('security.since')} <Instant at={device.signedInAt} />
      <span className="t2"> · {t(`security.with.${device.signedInWith}`)}</span>
      {device.current ? (
        <span className="t2"> · {t('security.current')}</span>
      ) : (
        <Button variant="subtle" size="compact-sm" disabled={busy} onClick={end}>
          {t('security.endOne')}
          <span className="vh">
            {': '}
            <Instant at={device.signedInAt} />
          </span>
        </Button>
      )}
    </li>
  )
}

/** Where one is signed in, and the two ways to end it: elsewhere only, or here too. */
export function Devices({ sessions: devices }: { sessions: readonly Device[] }) {
  const t = useTexts('accounts')
  const [isAsking, setAsking] = useState(false)
  const everywhere = useApiAction(sessions.logoutEverywhere, { onSuccess: () => window.location.replace(pages.login) })
  const endOne = useApiAction(ownSignIn.endSession, {
    refresh: [sessions.security],
    onSuccess: () => void showDone(t('security.oneDone')),
  })
  const elsewhere = useApiAction(ownSignIn.logoutElsewhere, {
    refresh: [sessions.security],
    onSuccess: () => void showDone(t('security.elsewhereDone')),
  })
  return (
    <section className={styles.section} aria-labelledby="devices">
      <h2 id="devices">{t('security.sessionsTitle')}</h2>
      <p className="t2">{t('security.sessionsLead', { count: devices.length })}</p>
      <ul className={styles.sessions}>
        {devices.map((device) => (
          <DeviceItem
            key={device.sessionId}
            device={device}
            busy={endOne.isPending}
            end={() => endOne.mutate({ params: { sessionId: device.sessionId } })}
          />
        ))}
      </ul>
      <div className={styles.actions}>
        {devices.length > 1 && (
          <Button loading={elsewhere.isPending} onClick={() => elsewhere.mutate({})}>
            {t('security.elsewhere')}
          </Button>
        )}
        <Button onClick={() => setAsking(true)}>{t('security.everywhere')}</Button>
      </div>
      <ConfirmDialog
        opened={isAsking}
        close={() => setAsking(false)}
        title={t('security.everywhereTitle')}
        confirm={t('security.everywhere')}
        busy={everywhere.isPending}
        onConfirm={() => everywhere.mutate({})}
      >
        <p>{t('security.everywhereText')}</p>
      </ConfirmDialog>
    </section>
  )
}
