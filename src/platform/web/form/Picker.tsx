import { lazy, type RefObject, Suspense, useRef } from 'react'
import type { EndpointSpec } from '#platform/contract/contract.ts'
import type { Answer, AnyGiven } from '#platform/web/api/api.ts'
import { TextInput } from '#platform/web/controls/TextInput.tsx'
import type { PickerProps } from './PickerBox.tsx'

const PickerBox = lazy(() => import('./PickerBox.tsx').then((m) => ({ default: m.PickerBox })))

export interface PickerOption {
  value: string
  label: string
}

/** Where a picker finds its choices; make it with `pickFrom`. */
export interface PickerSource {
  readonly endpoint: EndpointSpec
  readonly params?: AnyGiven['params']
  readonly query?: AnyGiven['query']
  /** The query key that searches; without it the whole list is read once and searched here. */
  readonly search?: string
  /** What is said where nothing is found, when more can be said than that. */
  readonly nothing?: string
  readonly read: (reply: never) => readonly PickerOption[]
}

/** A typed source of choices: the endpoint, how its reply becomes choices, and the query key that searches. */
export function pickFrom<E extends EndpointSpec>(
  endpoint: E,
  read: (reply: Answer<E>) => readonly PickerOption[],
  more: { search?: string; nothing?: string; query?: AnyGiven['query']; params?: AnyGiven['params'] } = {},
): PickerSource {
  return { endpoint, read: read as (reply: never) => readonly PickerOption[], ...more }
}

interface Early {
  autoFocus?: true
  defaultDropdownOpened?: true
}

/** Reads what came early only when the picker is drawn. */
function ReadyPicker({ early, ...props }: PickerProps & { early: RefObject<Early> }) {
  return <PickerBox {...props} {...early.current} />
}

/**
 * A select whose choices the server finds while one types. A field of its size stands there until it comes, and hands
 * on what a hasty person did to it: the focus, and the press that asks for the choices.
 */
export function Picker(props: PickerProps) {
  const { id, label, description, placeholder, shown = '' } = props
  const waiting = { id, label, description, placeholder, 'aria-label': props['aria-label'] }
  const early = useRef<Early>({})
  const given = Object.fromEntries(Object.entries(waiting).filter(([, value]) => value !== undefined))
  return (
    <Suspense
      fallback={
        <TextInput
          {...given}
          readOnly
          aria-busy
          value={shown}
          onFocus={() => {
            early.current = { ...early.current, autoFocus: true }
          }}
          onBlur={() => {
            early.current = {}
          }}
          onClick={() => {
            early.current = { autoFocus: true, defaultDropdownOpened: true }
          }}
        />
      }
    >
      <ReadyPicker early={early} {...props} />
    </Suspense>
  )
}
