import { type ReactNode, useState } from 'react'
import { Button } from '#platform/web/controls/Button.tsx'
import { AskFirst } from '../dialogs/AskFirst.tsx'
import { Dialog } from '../dialogs/Dialog.tsx'

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
  /** What a step asks of its taker in a dialog; null asks only whether they mean it. */
  form: (step: S, done: () => void) => ReactNode | null
  /** The step that calls the process off is asked back with a question of its own, where it needs no form. */
  callOff?: { readonly step: S; readonly title: string; readonly text: string; readonly keep: string }
  /** Steps that are shown as dangerous beside the one that calls off. */
  dangers?: readonly S[]
  take: (step: S) => Promise<unknown>
  busy: boolean
}

/** The steps of a process that are the viewer's, each with what still stands in its way. */
export function ProcessSteps<S extends string>({ steps, t, form, callOff, dangers = [], take, busy }: Props<S>) {
  const [open, setOpen] = useState<S | null>(null)
  const close = () => setOpen(null)
  const lookOf = (step: S) =>
    step === callOff?.step || dangers.includes(step) ? { 'data-act': 'danger' as const } : {}
  return (
    <section className="stack-md">
      <div className="row">
        {steps
          .filter(({ allowed }) => allowed)
          .map(({ step }) =>
            form(step, close) === null ? (
              <AskFirst
                key={step}
                act={t(`acts.${step}`)}
                look={lookOf(step)}
                run={() => take(step)}
                {...(step === callOff?.step ? { title: callOff.title, text: callOff.text, cancel: callOff.keep } : {})}
              />
            ) : (
              <Button key={step} loading={busy} {...lookOf(step)} onClick={() => setOpen(step)}>
                {t(`acts.${step}`)}
              </Button>
            ),
          )}
      </div>
      <Unmet steps={steps} t={t} />
      {open !== null && (
        <Dialog opened close={close} title={t(`acts.${open}`)}>
          {form(open, close)}
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
