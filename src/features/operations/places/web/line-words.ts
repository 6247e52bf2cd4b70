import type { PlaceLine } from '#features/operations/places/contract.ts'
import type { PlacePart } from '#features/operations/places/parts.ts'
import { formatMonth } from '#platform/values/days.ts'
import { hasText, useTexts } from '#platform/web/words/i18n.ts'

interface LineWords {
  readonly title: string
  readonly detail: string | null
  readonly state: string | null
}

/** A line in the words of the register that it comes from. */
export function useLineWords(part: PlacePart, { title, detail, state }: PlaceLine): LineWords {
  const own = useTexts('places')
  const desk = useTexts('desk')
  const invoices = useTexts('invoices')
  const claims = useTexts('insurance-claims')
  const returns = useTexts('returns')
  const redemptions = useTexts('redemptions')
  const agreements = useTexts('agreements')
  const outbox = useTexts('outbox')
  const [texts, group] = (
    {
      LEASES: [agreements, hasText(`leaseStates.${state}`, 'agreements') ? 'leaseStates' : 'statuses'],
      ORDERS: [desk, 'status'],
      PEOPLE: [own, 'people'],
      MONTHS: [own, 'parts'],
      BILLS: [invoices, 'statuses'],
      CLAIMS: [claims, 'states'],
      RETURNS: [returns, 'states'],
      BUY_OUTS: [redemptions, 'states'],
      ANSWERS: [own, 'parts'],
      PAYABLES: [invoices, 'statuses'],
      RECEIVABLES: [invoices, 'statuses'],
      FILES: [own, 'parts'],
      NOTES: [own, 'parts'],
      MAILS: [outbox, 'statuses'],
    } as const
  )[part]
  const titleOf = () => {
    if (part === 'MONTHS') return formatMonth(title)
    return part === 'CLAIMS' ? claims(`types.${title}`) : title
  }
  const stateOf = () => {
    if (!state) return null
    if (state === 'DISPUTED') return own('disputed')
    if (part === 'ANSWERS') return own(`questions.${state}`)
    if (part === 'FILES') return own(`files.${state}`)
    return part === 'MONTHS' ? own(`months.${state}`) : texts(`${group}.${state}`)
  }
  const detailOf = () => {
    if (!detail) return null
    if (part === 'FILES') return own('rows', { count: Number(detail) })
    return part === 'BILLS' ? invoices(`purposes.${detail}`) : detail
  }
  return {
    title: titleOf(),
    detail: detailOf(),
    state: stateOf(),
  }
}
