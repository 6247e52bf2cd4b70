import { type ComponentType, createContext, use } from 'react'

/** What shows whom a subject waits for; null where nobody may remind them. */
export const AwaitedContext = createContext<ComponentType<{ subjectId: string }> | null>(null)

/** Whom else than the staff a subject waits for, where the page around it shows that. */
export function Awaited({ subjectId }: { subjectId: string }) {
  const Turns = use(AwaitedContext)
  return Turns && <Turns subjectId={subjectId} />
}
