import type { LanguageCode } from '#platform/contract/contract.ts'

/** The texts of one namespace, nested as in its file. */
export type TextTree = { readonly [key: string]: string | TextTree }

const formRules = new Map<LanguageCode, Intl.PluralRules>()

/** The word for a number's form in a language: `one`, `other`. */
function formOf(language: LanguageCode, count: number): string {
  const rules = formRules.get(language) ?? new Intl.PluralRules(language)
  formRules.set(language, rules)
  return rules.select(count)
}

const inside = (tree: unknown, key: string): unknown =>
  key
    .split('.')
    .reduce<unknown>((place, part) => (typeof place === 'object' && place ? Reflect.get(place, part) : undefined), tree)

/** The keys a text may stand under: its form for the count first, the plain one last. */
function candidates(language: LanguageCode, key: string, count: unknown): string[] {
  if (typeof count !== 'number') return [key]
  const zero = count === 0 ? [`${key}_zero`] : []
  return [...zero, `${key}_${formOf(language, count)}`, key]
}

function fillIn(text: string, values: Readonly<Record<string, unknown>>): string {
  return text.replace(/\{\{(.+?)\}\}/g, (_, name: string) => {
    const value = inside(values, name.trim())
    return value === undefined || value === null ? '' : String(value)
  })
}

/**
 * The text of a key, looked for in the namespaces in turn, or undefined. A namespace and a colon before the key put
 * that namespace first. Reads the same files in the same way as the server's mails do, which a test holds it to.
 */
export function translate(
  trees: Readonly<Record<string, TextTree>>,
  language: LanguageCode,
  namespaces: readonly string[],
  key: string,
  values: Readonly<Record<string, unknown>> = {},
): string | undefined {
  const [first = '', rest] = key.split(':')
  const [places, plain] = rest === undefined ? [namespaces, key] : [[first, ...namespaces.slice(-1)], rest]
  for (const namespace of places) {
    for (const candidate of candidates(language, plain, values.count)) {
      const text = inside(trees[namespace], candidate)
      if (typeof text === 'string') return fillIn(text, values)
    }
  }
  return undefined
}
