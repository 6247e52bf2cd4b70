import type { eventLog } from '#features/operations/event-log/contract.ts'
import type { LanguageCode, ReplyOf } from '#platform/contract/contract.ts'
import { formatMonth } from '#platform/values/days.ts'
import { formatEuros } from '#platform/values/money.ts'
import { formatDayIn, formatMoment } from '#platform/web/words/formats.ts'
import { hasText, useLanguage, useTexts } from '#platform/web/words/i18n.ts'

export type Event = ReplyOf<typeof eventLog.list>['items'][number]

/** The texts of events go on after a name; alone they begin a line. */
export const asTitle = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Identifiers and the names of steps: "0190c2f4-…", "askStore". */
const isCode = (value: string) => /^[0-9a-f]{8}-[0-9a-f-]{27}$|^[a-z][A-Za-z-]+$/.test(value)

type Fact = Event['facts'][number]
type Change = Event['changes'][number]

/** A figure, a day, a month or an instant as people read it; null for anything else. */
function figureText(name: string, value: string, language: LanguageCode): string | null {
  if (/Cents$/.test(name) && /^-?\d+$/.test(value)) return formatEuros(Number(value), language)
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formatDayIn(value, language)
  if (/^\d{4}-(0\d|1[0-2])$/.test(value)) return formatMonth(value)
  return /^\d{4}-\d{2}-\d{2}T.*Z$/.test(value) ? formatMoment(value) : null
}

/** What facts are called; one that only the program has a word for stands among the technical details. */
export function useFactWords() {
  const t = useTexts('event-facts')
  const desk = useTexts('desk')
  const log = useTexts('event-log')
  const proposals = useTexts('proposals')
  const language = useLanguage()
  const nameText = (name: string) => (hasText(`facts.${name}`, 'event-facts') ? t(`facts.${name}`) : name)
  const valueText = ({ name, value }: Fact) => {
    const figure = figureText(name, value, language)
    if (figure !== null) return figure
    if (hasText(`values.${value}`, 'event-facts')) return t(`values.${value}`)
    if (hasText(`actors.${value}`, 'event-log')) return log(`actors.${value}`)
    if (hasText(`kinds.${value}`, 'proposals')) return proposals(`kinds.${value}`)
    return hasText(`status.${value}`, 'desk') ? desk(`status.${value}`) : value
  }
  const isReadable = (fact: Fact) =>
    hasText(`facts.${fact.name}`, 'event-facts') && (valueText(fact) !== fact.value || !isCode(fact.value))
  const factRows = (facts: readonly Fact[]): [string, string][] =>
    facts.map((fact) => [nameText(fact.name), valueText(fact)])
  const changeText = ({ name, from, to }: Change) => {
    const [old, now] = [from, to].map((value) => (value === null ? '–' : valueText({ name, value })))
    return from === null ? now! : `${old} → ${now}`
  }
  return { nameText, valueText, isReadable, factRows, changeText }
}

const SHOWN_FACTS = 2

/** In a few words what an event changed, or what else it tells; the panel has the rest. */
export function useSummary(): (event: Event) => string {
  const { nameText, valueText, isReadable, changeText } = useFactWords()
  return ({ changes, facts }) => {
    const readable = facts.filter((fact) => fact.name !== 'register' && isReadable(fact))
    const matter = readable.find(({ name }) => name === 'process')
    const [change, ...others] = changes
    if (change) {
      const more = others.length > 0 ? ` (+${others.length})` : ''
      return `${matter ? `${valueText(matter)}: ` : ''}${changeText(change)}${more}`
    }
    const told = readable.filter((fact) => fact !== matter).map((fact) => `${nameText(fact.name)}: ${valueText(fact)}`)
    return [...(matter ? [valueText(matter)] : []), ...told].slice(0, SHOWN_FACTS).join(', ') || '–'
  }
}

/** What an event is about: the kind and the name of its subject; a row of a register goes by the register. */
export function useSubjectWords(): (event: Event) => string {
  const t = useTexts('event-log')
  const roles = useTexts('roles')
  const { valueText, isReadable } = useFactWords()
  return ({ subjectType, subjectName, facts }) => {
    const register = facts.find((fact) => fact.name === 'register' && isReadable(fact))
    const kind = subjectType === 'register' && register ? valueText(register) : t(`subjects.${subjectType}`)
    const isBuiltIn = subjectType === 'role' && hasText(`names.${subjectName}`, 'roles')
    const name = isBuiltIn ? roles(`names.${subjectName}`) : subjectName
    return name ? `${kind} ${name}` : kind
  }
}
