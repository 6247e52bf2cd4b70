import { type ReactNode, useState } from 'react'
import { Button, type ButtonProps } from '#platform/web/controls/Button.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { Reach, type Reached } from './Reach.tsx'

interface Props {
  /** The button that asks; it names the act: "Poista liike". */
  act: string
  /** The question, with the object's name; `act` where it is left out. */
  title?: string
  /** What follows; that others may get a message, where it is left out. */
  text?: ReactNode
  /** Whom the act reaches, with which sum and how many: said in the question. */
  reach?: Reached
  /** Names the act in the dialog; `act` where it is left out. */
  confirm?: string
  /** What keeps all as it is; "Peruuta" where it is left out. */
  cancel?: string
  /** A failure has its own toast, so that the dialog only closes. */
  run: () => Promise<unknown>
  /** How the button looks. */
  look?: Pick<ButtonProps, 'size' | 'variant' | 'color' | 'fullWidth' | 'leftSection' | 'disabled'> & {
    'data-act'?: 'primary' | 'danger'
  }
  destroys?: boolean
}

/** An act that reaches somebody else or cannot be taken back: it is done only after a question that names it. */
export function AskFirst({ act, title = act, text, reach, confirm = act, cancel, run, look, destroys = false }: Props) {
  const t = useTexts()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const close = () => setAsking(false)
  const begin = async () => {
    setBusy(true)
    await run().catch(() => undefined)
    setBusy(false)
    close()
  }
  return (
    <>
      <Button {...look} onClick={() => setAsking(true)}>
        {act}
      </Button>
      <ConfirmDialog
        opened={asking}
        close={close}
        title={title}
        confirm={confirm}
        busy={busy}
        destroys={destroys}
        {...(cancel === undefined ? {} : { cancel })}
        onConfirm={() => void begin()}
      >
        {reach && <Reach {...reach} />}
        {(text !== undefined || !reach) && <p>{text ?? t('asks.told')}</p>}
      </ConfirmDialog>
    </>
  )
}
