import type { FieldInputs } from '../field-values.ts'

export const DRAFT_PREFIX = 'poljin.draft '

/** What was typed under a key before this page was loaded; nothing where the browser keeps nothing. */
export function readDraft(key: string): FieldInputs {
  try {
    return JSON.parse(sessionStorage.getItem(DRAFT_PREFIX + key) ?? '{}') as FieldInputs
  } catch {
    return {}
  }
}

/** Keeps what is typed until the form is sent or left; the tab forgets it when it is closed. */
export function keepDraft(key: string, inputs: FieldInputs): void {
  try {
    if (Object.keys(inputs).length === 0) sessionStorage.removeItem(DRAFT_PREFIX + key)
    else sessionStorage.setItem(DRAFT_PREFIX + key, JSON.stringify(inputs))
  } catch {
    // A browser that refuses storage loses the draft with the page, and nothing else.
  }
}
