import { type FormEvent, type ReactNode, useState } from 'react'
import type { EndpointSpec } from '#platform/contract/contract.ts'
import type { Renewal } from '#platform/web/api/action.ts'
import { useApiAction } from '#platform/web/api/action.ts'
import { type ApiError, isApiError } from '#platform/web/api/api-error.ts'
import type { Answer } from '#platform/web/api/call.ts'
import { refreshReads } from '#platform/web/api/refresh.ts'
import type { Given } from '#platform/web/api/request.ts'
import { useUser } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import styles from './Form.module.css'
import { FormFailure } from './FormFailure.tsx'
import type { FieldSchema } from './field-schema.ts'
import { type FormAccess, FormProvider } from './form-context.ts'
import { UnsavedGuard } from './kept/UnsavedGuard.tsx'
import { useFormState } from './use-form-state.ts'

export { Field } from './Field.tsx'

type Params<E extends EndpointSpec> = Given<E> extends { params: infer P } ? { params: P } : { params?: undefined }

type Props<E extends EndpointSpec> = Params<E> & {
  endpoint: E
  /** Stored values by the body's own keys; later ones show as long as nothing has been typed. */
  initial?: object
  /** Parts of the body that are not fields: ids, `version`. */
  also?: object
  /** Makes of what the fields say the body that leaves, which is what is checked; half-filled fields come along too. */
  toBody?: (body: Record<string, unknown>) => object
  /** The text of the primary button; it names the act. */
  submit: ReactNode
  /** Full-width primary button (sign-in, phones). */
  wide?: boolean
  /** Plain instead of orange, where another act of the view is the primary one. */
  plain?: boolean
  /** Whether the primary button waits for something that has to be typed first. */
  blocked?: (inputOf: FormAccess['inputOf']) => boolean
  /** Asks before a body that fits is sent; without a call of `send` all stays as typed. */
  ask?: (send: () => void) => void
  /** Reads to fetch again after success. */
  refresh?: readonly EndpointSpec[]
  /** The read that the reply answers anew. */
  renews?: Renewal
  /** Hears the reply, and what was sent. */
  onDone?: (reply: Answer<E>, sent: object) => void
  /** Handles a failure itself and says so by true; nothing else is then shown. */
  onFailure?: (error: ApiError) => boolean
  /** Buttons beside the primary one. */
  beside?: ReactNode
  /** No question when the page is left (sign-in, search). */
  unguarded?: boolean
  /** The words of a failure, where the feature has its own. */
  wordsOf?: (error: ApiError) => string
  children: ReactNode
}

/**
 * The name of a form’s draft: the person, the call and what it is about, with all that is sent along, as the subject, the
 * act and the version that was being changed.
 */
function useDraftKey({ endpoint, params, also }: Props<EndpointSpec>): string {
  const user = useUser()
  return JSON.stringify([user?.userId, endpoint.method, endpoint.path, params, also])
}

/**
 * A form of an endpoint's body, or of its query where it takes no body: its schema checks the fields on blur and on submit, the server's field errors return to
 * their fields, and nothing typed is lost when the call fails. See docs/web-parts.md.
 */
export function Form<E extends EndpointSpec>(props: Props<E>) {
  const [failure, setFailure] = useState<ApiError | null>(null)
  const { endpoint, refresh = [] } = props
  const action = useApiAction(endpoint, { refresh, renews: props.renews, handles: 'all' })
  const state = useFormState({
    body: (endpoint.body ?? endpoint.query) as FieldSchema | undefined,
    initial: props.initial,
    shape(made) {
      const whole = { ...props.also, ...made }
      return props.toBody?.(whole) ?? whole
    },
    draftKey: useDraftKey(props as Props<EndpointSpec>),
  })

  const fail = (error: ApiError) => {
    if (props.onFailure?.(error)) return setFailure(null)
    const { placed, rest } = state.showErrors(error)
    setFailure(placed > 0 && rest.length === 0 ? null : error)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const body = state.check()
    if (!body || action.isPending) return
    const given = { params: props.params, [endpoint.body ? 'body' : 'query']: body } as Given<E>
    const send = () => {
      setFailure(null)
      action
        .mutateAsync(given)
        .then((reply) => {
          state.forget()
          props.onDone?.(reply, body)
        })
        .catch((error: unknown) => {
          if (!isApiError(error)) throw error
          fail(error)
        })
    }
    props.ask ? props.ask(send) : send()
  }
  const reload = () => {
    setFailure(null)
    void refreshReads(refresh)
  }
  const Submit = props.plain ? Button : PrimaryButton

  return (
    <FormProvider value={state.access}>
      {!props.unguarded && <UnsavedGuard dirty={state.dirty && !action.isPending} />}
      <form ref={state.form} className={styles.form} onSubmit={submit} noValidate>
        {props.children}
        {failure && (
          <FormFailure error={failure} reload={reload} {...(props.wordsOf ? { wordsOf: props.wordsOf } : {})} />
        )}
        <div className={styles.actions} data-actions>
          <Submit
            type="submit"
            loading={action.isPending}
            disabled={props.blocked?.(state.access.inputOf) ?? false}
            {...(props.wide ? { fullWidth: true, size: 'lg' } : {})}
          >
            {props.submit}
          </Submit>
          {props.beside}
        </div>
      </form>
    </FormProvider>
  )
}
