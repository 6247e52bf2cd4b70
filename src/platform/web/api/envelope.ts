/** The rows of one page and how many there are in all. */
export interface Rows<Row> {
  rows: readonly Row[]
  total: number
  /** The count stopped at its cap: "over 10 000". */
  isEstimate: boolean
}

/** The array keys of the list envelopes, in the order in which they are looked for. */
const ARRAYS = ['items', 'employees', 'notifications', 'billingTables', 'recipients', 'data'] as const

function numberIn(reply: Record<string, unknown>, ...names: string[]): number | undefined {
  const found = names.map((name) => reply[name]).find((value) => typeof value === 'number')
  return found as number | undefined
}

/** Reads any of the product's list envelopes. @throws TypeError 'Invalid response format' for anything else. */
export function readEnvelope(reply: unknown): Rows<unknown> {
  if (Array.isArray(reply)) return { rows: reply, total: reply.length, isEstimate: false }
  if (typeof reply !== 'object' || reply === null) throw new TypeError('Invalid response format')
  const envelope = reply as Record<string, unknown>
  const rows = ARRAYS.map((name) => envelope[name]).find(Array.isArray)
  if (!rows) throw new TypeError('Invalid response format')
  const pagination = (envelope.pagination ?? {}) as Record<string, unknown>
  const total = numberIn(envelope, 'total', 'totalCount') ?? numberIn(pagination, 'total') ?? rows.length
  return { rows, total, isEstimate: envelope.totalIsEstimate === true || envelope.truncated === true }
}

/** The row type of a list reply. */
export type RowIn<Reply> = Reply extends readonly (infer R)[]
  ? R
  : Reply extends { items: readonly (infer R)[] }
    ? R
    : Reply extends { employees: readonly (infer R)[] }
      ? R
      : Reply extends { notifications: readonly (infer R)[] }
        ? R
        : Reply extends { billingTables: readonly (infer R)[] }
          ? R
          : Reply extends { recipients: readonly (infer R)[] }
            ? R
            : Reply extends { data: readonly (infer R)[] }
              ? R
              : never
