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

/** An event's facts as names and short texts. */
export function factsOf(data: unknown): { name: string; value: string }[] {
  if (typeof data !== 'object' || data === null) return []
  return Object.entries(data)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => ({ name, value: typeof value === 'object' ? JSON.stringify(value) : String(value) }))
}
