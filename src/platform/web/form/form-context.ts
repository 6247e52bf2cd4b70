import { createContext, use } from 'react'
import type { FieldInput, FieldKind } from './field-values.ts'
import type { KnownField } from './form-state.ts'

export interface FormAccess {
  /** Makes a field id that is the same in label, input and error. */
  readonly idOf: (name: string) => string
  readonly inputOf: (name: string, kind: FieldKind) => FieldInput
  /** What has been typed, also before the page was loaded anew; nothing as long as the stored value stands. */
  readonly typedOf: (name: string) => FieldInput | undefined
  readonly errorOf: (name: string) => string | undefined
  readonly set: (name: string, input: FieldInput) => void
  readonly blur: (field: KnownField) => void
  readonly register: (field: KnownField) => () => void
}

const Context = createContext<FormAccess | null>(null)
export const FormProvider = Context.Provider

/** The form around a field. @throws Error outside a Form. */
export function useForm(): FormAccess {
  const form = use(Context)
  if (!form) throw new Error('A Field stands inside a Form')
  return form
}
