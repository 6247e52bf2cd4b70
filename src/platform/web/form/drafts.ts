import type { FieldInput, FieldInputs } from './field-values.ts'

const PREFIX = 'poljin.draft '

/** What nobody signed in has typed is kept so long: the next person may use the same computer. */
const ANONYMOUS_MINUTES = 30
const MINUTE_MS = 60_000

/** The start of the keys of one person's drafts; a form's key is a list that begins with who types. */
const ownPrefix = (userId: string) => `${PREFIX}${JSON.stringify([userId]).slice(0, -1)},`

/** What was typed under a key before this page was loaded; nothing where the browser keeps nothing. */
export function readDraft(key: string): FieldInputs {
  try {
    const { at, inputs } = JSON.parse(sessionStorage.getItem(PREFIX + key) ?? '{}') as { at: number; inputs: object }
    const isOfSomebody = key.startsWith('["')
    if (!isOfSomebody && Date.now() - at > ANONYMOUS_MINUTES * MINUTE_MS) return {}
    return Object.fromEntries(Object.entries(inputs).filter(isInput))
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
    else sessionStorage.setItem(PREFIX + key, JSON.stringify({ at: Date.now(), inputs }))
  } catch {
    // A browser that refuses storage loses the draft with the page, and nothing else.
  }
}

/** Forgets every draft of this tab: whoever signs in next must not find them. */
export const forgetDrafts = (): void => forgetThose(() => true)

/** Forgets what others have typed, whose sessions have ended by themselves, or nobody signed in. */
export const forgetDraftsOfOthers = (userId: string): void => forgetThose((name) => !name.startsWith(ownPrefix(userId)))

function forgetThose(isForgotten: (name: string) => boolean): void {
  try {
    for (const name of Object.keys(sessionStorage))
      if (name.startsWith(PREFIX) && isForgotten(name)) sessionStorage.removeItem(name)
  } catch {
    // Nothing was kept.
  }
}
