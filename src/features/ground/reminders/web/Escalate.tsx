import type { EndpointSpec } from '#platform/contract/contract.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { reminders } from '../contract.ts'
import { useReceiverName } from './receiver-name.ts'

interface Props {
  readonly turnId: string
  /** What it is about, for the dialog's name. */
  readonly name: string
  readonly close: () => void
  /** Reads of the page around it that the act makes old. */
  readonly refresh?: readonly EndpointSpec[]
}

/** Brings a turn to a colleague or a role, with a message; once. */
export function EscalateDialog({ turnId, name, close, refresh = [] }: Props) {
  const t = useTexts('reminders')
  const nameOf = useReceiverName()
  const read = useApi(reminders.receivers, {})
  return (
    <Dialog opened close={close} title={t('escalate.of', { act: t('escalate.title'), name })}>
      <Loaded from={read}>
        {({ colleagues, roles }) => (
          <Form
            endpoint={reminders.escalate}
            params={{ turnId }}
            submit={t('escalate.submit')}
            refresh={[reminders.list, ...refresh]}
            onDone={() => {
              close()
              showDone(t('escalate.done'))
            }}
          >
            <p className="t2">{t('escalate.text')}</p>
            <Field
              name="to"
              kind="select"
              label={t('escalate.to')}
              options={[
                ...roles.map((role) => ({ value: role, label: nameOf(role) })),
                ...colleagues.map(({ userId, name: label }) => ({ value: userId, label })),
              ]}
              required
            />
            <Field name="message" kind="textarea" label={t('escalate.message')} required />
          </Form>
        )}
      </Loaded>
    </Dialog>
  )
}
