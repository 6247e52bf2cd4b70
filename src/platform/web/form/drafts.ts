import type { FieldInput, FieldInputs } from './field-values.ts'

const PREFIX = 'poljin.draft '

/** What was typed under a key before this page was loaded; nothing where the browser keeps nothing. */
export function readDraft(key: string): FieldInputs {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(PREFIX + key) ?? '{}')
    return Object.fromEntries(Object.entries(found as object).filter(isInput))
  } catch {
    return {}
  }
}

const isInput = (entry: [string, unknown]): entry is [string, FieldInput] =>
  typeof entry[1] === 'string' || typeof entry[1] === 'boolean'

/** Keeps what is typed until the form is sent or left; the tab forgets it when it is closed. */
export function keepDraft(key: string, inputs: FieldInputs): void {
  try {
    if (Object.keys(inputs).length === 0) sessionStorage.removeItem(PREFIX + key)
    else sessionStorage.setItem(PREFIX + key, JSON.stringify(inputs))
  } catch {
    // A browser that refuses storage loses the draft with the page, and nothing else.
  }
}

/** Forgets every draft of this tab: whoever signs in next must not find them. */
export function forgetDrafts(): void {
  try {
    for (const name of Object.keys(sessionStorage)) if (name.startsWith(PREFIX)) sessionStorage.removeItem(name)
  } catch {
    // Nothing was kept.
  }
}
