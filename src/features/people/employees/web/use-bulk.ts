import { useState } from 'react'
import { type ApiError, isApiError, refreshReads } from '#platform/web/api/api.ts'
import { textOfError } from '#platform/web/api/messages.ts'
import { showFailure } from '#platform/web/shell/toasts.ts'
import { employees } from '../contract.ts'
import type { Employee } from '../shapes.ts'
import { nameOf } from './Remarks.tsx'

/** The reads that a change of a person makes stale. */
export const afterDecision = [employees.optimizedList, employees.overview, employees.details]

/**
 * One act for several people, one after the other. A person with whom it fails is named in a toast, or told as the caller
 * says, and the others go on; `run` gives those with whom it succeeded. Where the service does not answer nobody else is
 * tried.
 */
export function useBulk(failed: (name: string) => string) {
  const [busy, setBusy] = useState(false)
  const toast = (person: Employee, error: ApiError) => showFailure(failed(nameOf(person)), textOfError(error))
  const run = async (people: readonly Employee[], one: (person: Employee) => Promise<Employee>, tell = toast) => {
    setBusy(true)
    const done: Employee[] = []
    let isAnswered = true
    for (const person of people) {
      try {
        done.push(await one(person))
      } catch (error) {
        if (!isApiError(error)) throw error
        tell(person, error)
        isAnswered = error.code !== 'UNREACHABLE'
        if (!isAnswered) break
      }
    }
    if (isAnswered || done.length > 0) await refreshReads(afterDecision)
    setBusy(false)
    return done
  }
  /** The same, whose failures the caller tells: why it failed with the last of those who are left, if any are. */
  const runOrTell = async (people: readonly Employee[], one: (person: Employee) => Promise<Employee>) => {
    let error: ApiError | null = null
    const done = await run(people, one, (_, failure) => {
      error = failure
    })
    const changed = new Set(done.map(({ beneficiaryEmployeeId }) => beneficiaryEmployeeId))
    const left = people.filter(({ beneficiaryEmployeeId }) => !changed.has(beneficiaryEmployeeId))
    return { done, failed: error === null ? null : { left, error: error as ApiError } }
  }
  return { run, runOrTell, busy }
}
