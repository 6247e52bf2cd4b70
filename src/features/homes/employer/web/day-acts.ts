import type { tasks } from '#features/operations/tasks/contract.ts'
import { byLastDay, type TaskAction } from '#features/operations/tasks/rules.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { pages } from '#platform/contract/pages.ts'

const kinds = ['decideApplication', 'signAsEmployer', 'lockPayrollMonth'] as const satisfies readonly TaskAction[]

/** One kind of what an employer does on an ordinary day, with the place where it is done. */
export interface DayAct {
  readonly kind: (typeof kinds)[number]
  readonly count: number
  readonly link: string
  /** The month to lock, where it is one alone. */
  readonly month: string | null
}

/** Where all of a kind are done; undefined leads to the most urgent one. */
const placeOf: Readonly<Record<DayAct['kind'], string | undefined>> = {
  decideApplication: pages.employer,
  signAsEmployer: pages.employerSignAll,
  lockPayrollMonth: undefined,
}

/** What waits of an employer's ordinary acts, how many of each and where. */
export function dayActs({ data, counts }: ReplyOf<typeof tasks.list>): DayAct[] {
  return kinds.flatMap((kind) => {
    const [first] = data.filter(({ action }) => action === kind).toSorted(byLastDay)
    const count = counts.find(({ action }) => action === kind)?.count ?? 0
    if (!first || count === 0) return []
    const isOneMonth = kind === 'lockPayrollMonth' && count === 1
    const link = (kind === 'decideApplication' || count > 1 ? placeOf[kind] : undefined) ?? first.link
    return { kind, count, link, month: isOneMonth ? first.about : null }
  })
}
