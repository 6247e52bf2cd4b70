import { useState } from 'react'
import { notifications } from '#features/ground/notifications/contract.ts'
import { broadcastAudiences } from '#features/ground/notifications/rules.ts'
import { useApi } from '#platform/web/api/api.ts'
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx'
import { Reach } from '#platform/web/dialogs/Reach.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { Setting } from './Setting.tsx'

/** A message about the service to everybody or to the employers' people, in the three languages. */
export function Broadcast() {
  const t = useTexts('maintenance')
  const [sent, setSent] = useState(0)
  const [send, setSend] = useState<(() => void) | null>(null)
  const close = () => setSend(null)
  const reach = useApi(notifications.broadcastReach, { enabled: send !== null, staleMs: 0 })
  return (
    <Setting title={t('broadcast.title')} text={t('broadcast.text')}>
      <Form
        key={sent}
        endpoint={notifications.broadcast}
        initial={{ audience: 'EMPLOYERS', mail: false }}
        submit={t('broadcast.send')}
        plain
        ask={(asked) => setSend(() => asked)}
        onDone={({ recipients }) => {
          setSent((count) => count + 1)
          showDone(t('broadcast.done', { count: recipients }))
        }}
      >
        <Field
          name="audience"
          kind="select"
          label={t('broadcast.audience')}
          options={broadcastAudiences.map((value) => ({ value, label: t(`broadcast.audiences.${value}`) }))}
        />
        {(['fi', 'en', 'sv'] as const).map((language) => (
          <div key={language} className="stack-md">
            <Field name={`texts.${language}.title`} label={t(`broadcast.titles.${language}`)} />
            <Field name={`texts.${language}.message`} kind="textarea" label={t(`broadcast.messages.${language}`)} />
          </div>
        ))}
        <Field name="mail" kind="checkbox" label={t('broadcast.mail')} />
      </Form>
      <ConfirmDialog
        opened={send !== null}
        close={close}
        title={t('broadcast.ask')}
        confirm={t('broadcast.send')}
        onConfirm={() => {
          send?.()
          close()
        }}
      >
        {reach.data && (
          <Reach
            to={broadcastAudiences
              .map((audience) => `${t(`broadcast.audiences.${audience}`)}: ${reach.data[audience]}`)
              .join(' · ')}
          />
        )}
        <p>{t('broadcast.asked')}</p>
      </ConfirmDialog>
    </Setting>
  )
}
