/** What somebody does with personal data for the owner. */
export const processorTasks = ['HOSTING', 'MESSAGES', 'BOOKKEEPING', 'OTHER'] as const
/** What lets data leave the European Economic Area: a decision of the Commission, or its standard clauses. */
export const transferGrounds = ['ADEQUACY', 'CLAUSES'] as const

export interface Processor {
  readonly name: string
  readonly task: (typeof processorTasks)[number]
  /** Two letters of ISO 3166, in which country the data is. */
  readonly country: string
  /** Wanted where the country is outside the European Economic Area. */
  readonly ground?: (typeof transferGrounds)[number]
}

/** The European Economic Area: inside it data needs no ground to move. */
const area = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
)

export const isOutsideArea = ({ country }: Pick<Processor, 'country'>) => !area.has(country)

/**
 * What is wrong with the processors that an owner names; null when nothing is. A page that leaves one out, or the ground
 * on which data leaves the area, would say what does not stand.
 */
export function faultOfProcessors({
  processors,
}: {
  readonly processors?: readonly Processor[] | undefined
}): string | null {
  if (processors === undefined) return null
  if (!Array.isArray(processors)) return 'processors has to be a list'
  for (const one of processors) {
    const of = `processors: ${typeof one?.name === 'string' && one.name.trim() ? one.name : 'one without a name'}`
    if (typeof one?.name !== 'string' || !one.name.trim()) return of
    if (!processorTasks.includes(one.task)) return `${of} needs a task, one of ${processorTasks.join(', ')}`
    if (!/^[A-Z]{2}$/.test(one.country ?? '')) return `${of} needs a country of two capital letters`
    const hasGround = one.ground !== undefined && transferGrounds.includes(one.ground)
    if (isOutsideArea(one) && !hasGround)
      return `${of} is outside the European Economic Area and needs a ground, one of ${transferGrounds.join(', ')}`
  }
  return null
}
