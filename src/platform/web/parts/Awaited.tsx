import { type ComponentType, createContext, use } from 'react'

interface Subject {
  readonly subjectId: string
  /** Of the subject: what it waits for is asked again when it changes. */
  readonly version: number
}

/** What shows whom a subject waits for; null where nobody may remind them. */
export const AwaitedContext = createContext<ComponentType<Subject> | null>(null)

/** Whom else than the staff a subject waits for, where the page around it shows that. */
export function Awaited(subject: Subject) {
  const Turns = use(AwaitedContext)
  return Turns && <Turns {...subject} />
}
