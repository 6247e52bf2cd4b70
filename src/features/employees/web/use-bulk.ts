import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isApiError } from '#platform/web/api/api.ts'
import { textOfError } from '#platform/web/api/messages.ts'
import { showFailure } from '#platform/web/shell/toasts.ts'
import { employees } from '../contract.ts'
import type { Employee } from '../shapes.ts'
import { nameOf } from './Remarks.tsx'

/** The reads that a change of a person makes stale. */
export const afterDecision = [employees.optimizedList, employees.overview, employees.details]

/**
 * One act for several people, one after the other. A person with whom it fails is named in a toast and the others go
 * on; `run` gives those with whom it succeeded.
 */
export function useBulk(failed: (name: string) => string) {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const run = async (people: readonly Employee[], one: (person: Employee) => Promise<Employee>) => {
    setBusy(true)
    const done: Employee[] = []
    for (const person of people) {
      try {
        done.push(await one(person))
      } catch (error) {
        if (!isApiError(error)) throw error
        showFailure(failed(nameOf(person)), textOfError(error))
      }
    }
    await Promise.all(afterDecision.map((read) => queries.invalidateQueries({ queryKey: [read.method, read.path] })))
    setBusy(false)
    return done
  }
  return { run, busy }
}
