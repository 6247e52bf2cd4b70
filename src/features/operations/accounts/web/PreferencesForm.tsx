import { useEffect, useState } from 'react'
import type { NotificationType } from '#features/ground/notifications/rules.ts'
import { type ApiError, useApi, useApiAction } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useUser } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Switch } from '#platform/web/controls/Switch.tsx'
import { FormFailure } from '#platform/web/form/FormFailure.tsx'
import { keepDraft, readDraft } from '#platform/web/form/kept/drafts.ts'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { accounts, type Preferences } from '../contract.ts'

interface Props {
  stored: Preferences
  /** Only what can concern the person is offered; what was chosen for others stays. */
  kinds: readonly NotificationType[]
  busy: boolean
  failure: ApiError | null
  /** Whose choices they are: what is not yet saved outlives a reload of the page under this name. */
  of: string
  save: (preferences: Preferences) => void
  /** Nothing else is done on the page. */
  isAlone?: boolean
}

/** The choices, and among them those that differ from what is stored; the tab keeps these until they are saved. */
function useChoices(stored: Preferences, of: string) {
  const [chosen, setChosen] = useState(() => readDraft(of))
  const isStored = (name: string) =>
    name === 'sms' ? (stored.sms ?? false) : Reflect.get(stored.mail ?? {}, name) !== false
  const changed = JSON.stringify(
    Object.fromEntries(Object.entries(chosen).filter(([n, value]) => value !== isStored(n))),
  )
  useEffect(() => keepDraft(of, JSON.parse(changed)), [of, changed])
  return {
    isOn: (name: NotificationType | 'sms') => Boolean(chosen[name] ?? isStored(name)),
    choose: (name: NotificationType | 'sms', on: boolean) => setChosen((now) => ({ ...now, [name]: on })),
  }
}

/** Which notices come by mail as well; a mail that was never chosen comes. */
export function PreferencesForm({ stored, kinds, busy, failure, of, save, isAlone = false }: Props) {
  const t = useTexts('accounts')
  const { isOn, choose } = useChoices(stored, of)
  const Save = isAlone ? PrimaryButton : Button
  return (
    <form
      className="stack-md"
      onSubmit={(event) => {
        event.preventDefault()
        const mail = { ...stored.mail, ...Object.fromEntries(kinds.map((type) => [type, isOn(type)])) }
        save({ ...stored, mail, sms: isOn('sms') })
      }}
    >
      {kinds.map((type) => (
        <Switch
          key={type}
          label={t(`notificationTypes.${type}`)}
          description={t(`notificationHints.${type}`)}
          checked={isOn(type)}
          onChange={(event) => choose(type, event.currentTarget.checked)}
        />
      ))}
      {kinds.includes('ORDER_STATUS_CHANGE') && (
        <Switch
          label={t('own.sms')}
          description={t('own.smsHint')}
          checked={isOn('sms')}
          onChange={(event) => choose('sms', event.currentTarget.checked)}
        />
      )}
      {failure && <FormFailure error={failure} />}
      <div>
        <Save type="submit" loading={busy}>
          {t('own.saveMails')}
        </Save>
      </div>
    </form>
  )
}

/** The signed-in user's own. */
export function OwnPreferences() {
  const t = useTexts('accounts')
  const userId = useUser()?.userId ?? ''
  const own = useApi(accounts.ownPreferences, {})
  const save = useApiAction(accounts.setOwnPreferences, {
    handles: 'all',
    refresh: [accounts.ownPreferences],
    onSuccess: () => void showDone(t('own.mailsSaved')),
  })
  return (
    <Loaded from={own}>
      {({ data, kinds }) => (
        <PreferencesForm
          stored={data}
          of={`["${userId}","preferences"]`}
          kinds={kinds}
          busy={save.isPending}
          failure={save.error}
          save={(preferences) => save.mutate({ body: { preferences } })}
        />
      )}
    </Loaded>
  )
}
