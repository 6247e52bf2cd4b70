export const actorKinds = ['EMPLOYEE', 'EMPLOYER', 'STAFF', 'STORE', 'SYSTEM', 'VISITOR'] as const

/** What an event can be about; each has a hash chain of its own. */
export const subjectTypes = [
  'order',
  'agreement',
  'employee',
  'person',
  'company',
  'group-company',
  'invoice',
  'payroll-month',
  'role',
  'register',
] as const
export type SubjectType = (typeof subjectTypes)[number]

/** What a fault can be found in. */
export const faultSubjects = [...subjectTypes, 'file', 'heads', 'root'] as const
export type FaultSubject = (typeof faultSubjects)[number]

type Data = Readonly<Record<string, unknown>>
const isData = (value: unknown): value is Data => typeof value === 'object' && value !== null && !Array.isArray(value)
const textOf = (value: unknown): string | null => {
  if (value === null || value === undefined) return null
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** How events name what became different: two facts beside each other, or two whole rows. */
const pairs = [
  ['from', 'to'],
  ['before', 'after'],
] as const

/** What an event changed, each with its value before and after; an equal value is no change. */
export function changesOf(data: unknown): { name: string; from: string | null; to: string | null }[] {
  if (!isData(data)) return []
  return pairs.flatMap(([first, second]) => {
    const [from, to] = [data[first], data[second]]
    if (!(first in data) || !(second in data)) return []
    const parts = isData(from) && isData(to) ? [...new Set([...Object.keys(from), ...Object.keys(to)])] : null
    const values = parts
      ? parts.map((name) => [name, (from as Data)[name], (to as Data)[name]] as const)
      : [['state', from, to] as const]
    return values
      .map(([name, one, other]) => ({ name, from: textOf(one), to: textOf(other) }))
      .filter((change) => change.from !== change.to)
  })
}

/** An event's other facts as names and short texts. */
export function factsOf(data: unknown): { name: string; value: string }[] {
  if (!isData(data)) return []
  const told = new Set<string>(pairs.filter(([one, other]) => one in data && other in data).flat())
  return Object.entries(data).flatMap(([name, value]) => {
    const text = textOf(value)
    return text === null || told.has(name) ? [] : [{ name, value: text }]
  })
}
