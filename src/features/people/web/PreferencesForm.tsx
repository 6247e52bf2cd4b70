import { Button, Switch } from '@mantine/core'
import { useState } from 'react'
import type { NotificationType } from '#features/notifications/rules.ts'
import { useApi, useApiAction } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { type Preferences, people } from '../contract.ts'

interface Props {
  stored: Preferences
  /** Only what can concern the person is offered; what was chosen for others stays. */
  kinds: readonly NotificationType[]
  busy: boolean
  save: (preferences: Preferences) => void
}

/** Which notices come by mail as well; a mail that was never chosen comes. */
export function PreferencesForm({ stored, kinds, busy, save }: Props) {
  const t = useTexts('people')
  const [mail, setMail] = useState(stored.mail ?? {})
  const [sms, setSms] = useState(stored.sms ?? false)
  return (
    <form
      className="stack-md"
      onSubmit={(event) => {
        event.preventDefault()
        save({ ...stored, mail, sms })
      }}
    >
      {kinds.map((type) => (
        <Switch
          key={type}
          label={t(`notificationTypes.${type}`)}
          checked={mail[type] !== false}
          onChange={(event) => setMail({ ...mail, [type]: event.currentTarget.checked })}
        />
      ))}
      {kinds.includes('ORDER_STATUS_CHANGE') && (
        <Switch
          label={t('own.sms')}
          description={t('own.smsHint')}
          checked={sms}
          onChange={(event) => setSms(event.currentTarget.checked)}
        />
      )}
      <div>
        <Button type="submit" loading={busy}>
          {t('own.saveMails')}
        </Button>
      </div>
    </form>
  )
}

/** The signed-in user's own. */
export function OwnPreferences() {
  const t = useTexts('people')
  const own = useApi(people.ownPreferences, {})
  const save = useApiAction(people.setOwnPreferences, {
    refresh: [people.ownPreferences],
    onSuccess: () => void showDone(t('own.mailsSaved')),
  })
  return (
    <Loaded from={own}>
      {({ data, kinds }) => (
        <PreferencesForm
          stored={data}
          kinds={kinds}
          busy={save.isPending}
          save={(preferences) => save.mutate({ body: { preferences } })}
        />
      )}
    </Loaded>
  )
}
