import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { Dialog } from './Dialog.tsx'

/** A step as `allowedSteps` tells it. */
interface OwnStep<S extends string> {
  readonly step: S
  readonly allowed: boolean
  readonly unmet: readonly string[]
}

interface Props<S extends string> {
  steps: readonly OwnStep<S>[]
  /** The process's words: a step is `acts.<step>`, a condition `guards.<guard>`. */
  t: (key: string) => string
  /** What a step asks of its taker in a dialog; null takes it at once. */
  form: (step: S, done: () => void) => ReactNode | null
  /** The step that calls the process off is asked back with a question, where it needs no form. */
  callOff?: { readonly step: S; readonly title: string; readonly text: string; readonly keep: string }
  /** Steps that are shown as dangerous beside the one that calls off. */
  dangers?: readonly S[]
  take: (step: S, done: () => void) => void
  busy: boolean
}

/** The steps of a process that are the viewer's, each with what still stands in its way. */
export function ProcessSteps<S extends string>({ steps, t, form, callOff, dangers = [], take, busy }: Props<S>) {
  const [open, setOpen] = useState<S | null>(null)
  const close = () => setOpen(null)
  const asked = open === null || open === callOff?.step ? null : form(open, close)
  const begin = (step: S) => {
    if (step === callOff?.step || form(step, close) !== null) setOpen(step)
    else take(step, close)
  }
  const isDanger = (step: S) => step === callOff?.step || dangers.includes(step)
  return (
    <section className="stack-md">
      <div className="row">
        {steps
          .filter(({ allowed }) => allowed)
          .map(({ step }) => (
            <Button
              key={step}
              loading={busy}
              {...(isDanger(step) ? { 'data-act': 'danger' } : {})}
              onClick={() => begin(step)}
            >
              {t(`acts.${step}`)}
            </Button>
          ))}
      </div>
      <Unmet steps={steps} t={t} />
      {callOff && (
        <ConfirmDialog
          opened={open === callOff.step}
          close={close}
          title={callOff.title}
          confirm={t(`acts.${callOff.step}`)}
          cancel={callOff.keep}
          busy={busy}
          onConfirm={() => take(callOff.step, close)}
        >
          <p>{callOff.text}</p>
        </ConfirmDialog>
      )}
      {open !== null && asked !== null && (
        <Dialog opened close={close} title={t(`acts.${open}`)}>
          {asked}
        </Dialog>
      )}
    </section>
  )
}

/** What still stands in the way of the other steps. */
function Unmet<S extends string>({ steps, t }: Pick<Props<S>, 'steps' | 't'>) {
  return steps
    .filter(({ allowed }) => !allowed)
    .map(({ step, unmet }) => (
      <p key={step} className="sm muted">
        {t(`acts.${step}`)}: {unmet.map((guard) => t(`guards.${guard}`)).join(' ')}
      </p>
    ))
}
