import type { eventLog } from '#features/event-log/contract.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { hasText, useTexts } from '#platform/web/words/i18n.ts'

export type Event = ReplyOf<typeof eventLog.list>['items'][number]

/** The texts of events go on after a name; alone they begin a line. */
export const asTitle = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Identifiers and the names of steps: "0190c2f4-…", "askStore". */
const isCode = (value: string) => /^[0-9a-f]{8}-[0-9a-f-]{27}$|^[a-z][A-Za-z-]+$/.test(value)

type Fact = Event['facts'][number]

/** What facts are called; one that only the program has a word for stands among the technical details. */
export function useFactWords() {
  const t = useTexts('event-facts')
  const desk = useTexts('desk')
  const log = useTexts('event-log')
  const nameText = (name: string) => (hasText(`facts.${name}`, 'event-facts') ? t(`facts.${name}`) : name)
  const valueText = (value: string) => {
    if (hasText(`values.${value}`, 'event-facts')) return t(`values.${value}`)
    if (hasText(`actors.${value}`, 'event-log')) return log(`actors.${value}`)
    return hasText(`status.${value}`, 'desk') ? desk(`status.${value}`) : value
  }
  const isReadable = ({ name, value }: Fact) =>
    hasText(`facts.${name}`, 'event-facts') && (valueText(value) !== value || !isCode(value))
  const factRows = (facts: readonly Fact[]): [string, string][] =>
    facts.map(({ name, value }) => [nameText(name), valueText(value)])
  return { nameText, valueText, isReadable, factRows }
}

/** What an event is about: the kind and the name of its subject; a row of a register goes by the register. */
export function useSubjectWords(): (event: Event) => string {
  const t = useTexts('event-log')
  const roles = useTexts('roles')
  const { valueText, isReadable } = useFactWords()
  return ({ subjectType, subjectName, facts }) => {
    const register = facts.find((fact) => fact.name === 'register' && isReadable(fact))
    const kind = subjectType === 'register' && register ? valueText(register.value) : t(`subjects.${subjectType}`)
    const isBuiltIn = subjectType === 'role' && hasText(`names.${subjectName}`, 'roles')
    const name = isBuiltIn ? roles(`names.${subjectName}`) : subjectName
    return name ? `${kind} ${name}` : kind
  }
}
