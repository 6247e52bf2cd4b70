import { type RefObject, use, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { ApiError } from '#platform/web/api/api-error.ts'
import { TabsContext } from '#platform/web/controls/tabs-context.ts'
import { formatDayIn } from '#platform/web/words/formats.ts'
import { hasText, useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import type { FieldSchema, ValidationError } from './field-schema.ts'
import { type FieldInput, type FieldInputs, type FieldKind, inputOf } from './field-values.ts'
import type { FormAccess } from './form-context.ts'
import { bodyOf, type KnownField, type RowsOfField, sortFieldErrors, validateField, valueAt } from './form-state.ts'
import { keepDraft, readDraft } from './kept/drafts.ts'

type Errors = Readonly<Record<string, string>>

/** The text of a validation error in the language of the user; a feature's own comes with the answer. */
function useValidationText() {
  const t = useTexts()
  const language = useLanguage()
  return useCallback(
    ({ code, limit }: ValidationError, fallback?: string) => {
      const key = `fields.${code}`
      if (!hasText(key)) return fallback ?? t('fields.NOT_VALID')
      return t(key, {
        limit: typeof limit === 'string' ? formatDayIn(limit, language) : limit?.toLocaleString(language),
      })
    },
    [t, language],
  )
}

function focusFirst(form: RefObject<HTMLFormElement | null>) {
  requestAnimationFrame(() => {
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    first?.focus()
  })
}

interface Settings {
  body: FieldSchema | undefined
  initial: object | undefined
  /** Makes of what the fields say the body that is sent, which is what the schema judges. */
  shape: (made: Record<string, unknown>) => object
  /** Under which name what is typed outlives a reload of the page. */
  draftKey: string
}

/** What fields of text show where it is not what is known of them: a program filled them in and pressed no key. */
function filledIn(form: HTMLFormElement | null, fields: readonly KnownField[], known: FieldInputs): FieldInputs {
  const shown = fields.flatMap(({ name, kind }) => {
    // A picker shows the name of what it holds.
    const field = kind === 'picker' ? null : form?.elements.namedItem(name)
    const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
    return isText && field.value !== String(known[name]) ? [[name, field.value] as const] : []
  })
  return Object.fromEntries(shown)
}

type KnownFields = RefObject<Map<string, KnownField>>

/**
 * What has been typed. A page that is loaded anew finds it again, and so does a tab that comes back; a form that is sent
 * or left forgets it.
 */
function useInputs(draftKey: string, known: KnownFields) {
  const [inputs, setInputs] = useState<FieldInputs>(() => readDraft(draftKey))
  const tabs = use(TabsContext)
  useEffect(() => {
    // Passwords and codes are secrets: they stand nowhere but in their fields.
    const isKept = ([name]: [string, FieldInput]) =>
      name !== 'code' && (known.current.get(name)?.kind ?? 'password') !== 'password'
    keepDraft(draftKey, Object.fromEntries(Object.entries(inputs).filter(isKept)))
  }, [draftKey, inputs, known])
  useEffect(() => {
    // Drawn once more when the fields are known: a draft that was found has to be asked about before it is left.
    setInputs((now) => ({ ...now }))
    return () => {
      if (!tabs.current) keepDraft(draftKey, {})
    }
  }, [draftKey, tabs])
  return [inputs, setInputs] as const
}

/** The state of a form: what was typed, what is wrong, whether it differs from what was stored. */
export function useFormState({ body, initial, shape, draftKey }: Settings) {
  const form = useRef<HTMLFormElement>(null)
  const prefix = useId()
  const known = useRef(new Map<string, KnownField>())
  const [inputs, setInputs] = useInputs(draftKey, known)
  const [errors, setErrors] = useState<Errors>({})
  const textOf = useValidationText()
  const storedInput = (name: string, kind: FieldKind) => inputOf(kind, valueAt(initial, name))
  const inputNow = (name: string, kind: FieldKind) => inputs[name] ?? storedInput(name, kind)
  const fields = () => [...known.current.values()]
  const allInputs = () => Object.fromEntries(fields().map(({ name, kind }) => [name, inputNow(name, kind)]))

  /** The body as it stands, and what is wrong with it. */
  const judge = (now: FieldInputs = allInputs()) => {
    const sent = shape(bodyOf(body, fields(), now))
    const wrong: Record<string, string> = {}
    for (const field of fields()) {
      const error = validateField(body, field, now[field.name], sent)
      if (error) wrong[field.name] = textOf(error)
    }
    return { sent, wrong }
  }
  const put = (name: string, text: string | undefined) =>
    setErrors((now) => {
      const { [name]: _, ...others } = now
      return text ? { ...others, [name]: text } : others
    })

  const register = useCallback((field: KnownField) => {
    known.current.set(field.name, field)
    return () => void known.current.delete(field.name)
  }, [])

  const access: FormAccess = {
    idOf: (name) => `${prefix}${name}`,
    inputOf: inputNow,
    typedOf: (name) => inputs[name],
    errorOf: (name) => errors[name],
    set: (name, input) => {
      setInputs((now) => ({ ...now, [name]: input }))
      if (errors[name]) put(name, undefined)
    },
    blur: ({ name }) => put(name, judge().wrong[name]),
    register,
  }

  return {
    form,
    access,
    dirty: Object.entries(inputs).some(([name, input]) => {
      const field = known.current.get(name)
      return field !== undefined && input !== storedInput(name, field.kind)
    }),
    /** The body when every field fits; else marks them, focuses the first and gives null. */
    check(): object | null {
      const filled = filledIn(form.current, fields(), allInputs())
      if (Object.keys(filled).length > 0) setInputs((now) => ({ ...now, ...filled }))
      const { sent, wrong } = judge({ ...allInputs(), ...filled })
      setErrors(wrong)
      if (Object.keys(wrong).length === 0) return sent
      focusFirst(form)
      return null
    },
    /** Puts the server's field errors at their fields; gives those that no field shows. */
    showErrors(error: ApiError) {
      const { own, rest } = sortFieldErrors(error.fields, fields(), allInputs())
      const texts = Object.entries(own).map(([name, one]) => [name, textOf(one, one.message)])
      setErrors(Object.fromEntries(texts))
      if (texts.length > 0) focusFirst(form)
      return { placed: texts.length, rest }
    },
    /**
     * Forgets what was typed when the form was drawn like this, and was sent; what has been typed since stays. The draft
     * goes at once: a form that is drawn anew for the next one would read it.
     */
    forget() {
      keepDraft(draftKey, {})
      setInputs((now) => Object.fromEntries(Object.entries(now).filter(([name]) => now[name] !== inputs[name])))
      setErrors({})
    },
  }
}

/** Registers a field with its form as long as it is shown. */
export function useRegistered(
  register: FormAccess['register'],
  name: string,
  kind: FieldKind,
  required: boolean,
  rows?: RowsOfField,
) {
  const field = useMemo(() => ({ name, kind, required, ...(rows ? { rows } : {}) }), [name, kind, required, rows])
  useEffect(() => register(field), [register, field])
  return field
}
