import { type ComponentProps, useState } from 'react'
import { Switch } from '#platform/web/controls/Switch.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'

interface Props extends Pick<ComponentProps<typeof Switch>, 'label' | 'aria-label' | 'checked' | 'disabled'> {
  /** The question, with the name of the switch's object. */
  title: string
  set: (checked: boolean) => void
}

/** A switch whose change others get a message of: it changes only after a question. */
export function AskingSwitch({ title, set, ...rest }: Props) {
  const t = useTexts()
  const [asked, setAsked] = useState<boolean | null>(null)
  const close = () => setAsked(null)
  return (
    <>
      <Switch {...rest} onChange={(event) => setAsked(event.currentTarget.checked)} />
      <ConfirmDialog
        opened={asked !== null}
        close={close}
        title={title}
        confirm={t(asked ? 'asks.turnOn' : 'asks.turnOff')}
        onConfirm={() => {
          set(asked === true)
          close()
        }}
      >
        <p>{t('asks.told')}</p>
      </ConfirmDialog>
    </>
  )
}
