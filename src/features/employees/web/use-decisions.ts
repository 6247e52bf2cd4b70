import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, isApiError } from '#platform/web/api.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { textOfError } from '#platform/web/messages.ts'
import { newKey } from '#platform/web/request.ts'
import { showDone, showFailure } from '#platform/web/toasts.ts'
import { employees } from '../contract.ts'
import type { Employee } from '../shapes.ts'
import { nameOf } from './Remarks.tsx'

export type Decision = { status: 'ACCEPTED' } | { status: 'REJECTED'; rejectReason: string }

/** The reads that a decision makes stale. */
export const afterDecision = [employees.optimizedList, employees.overview, employees.details]

/** Says what became of an acceptance: with an order to go on with, or without one. */
export function tellAccepted(t: ReturnType<typeof useTexts>, employee: Employee) {
  const hasOrder = (employee.orders ?? []).length > 0
  showDone(t('decided.accepted', { name: nameOf(employee) }), {
    text: t(hasOrder ? 'decided.acceptedText' : 'decided.noOrder'),
  })
}

/** Decides about one or several people with the values that their rows hold already, one after the other. */
export function useDecisions() {
  const t = useTexts('employees')
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)

  const one = async (employee: Employee, decision: Decision) => {
    const body = { ...decision, version: employee.version }
    const reply = await call(employees.decide, {
      params: { id: employee.beneficiaryEmployeeId },
      body,
      idempotencyKey: newKey(),
    })
    return reply.employee
  }
  const decide = async (people: readonly Employee[], decision: Decision): Promise<void> => {
    setBusy(true)
    const done: Employee[] = []
    for (const person of people) {
      try {
        done.push(await one(person, decision))
      } catch (error) {
        if (!isApiError(error)) throw error
        showFailure(t('decided.failed', { name: nameOf(person) }), textOfError(error))
      }
    }
    await Promise.all(afterDecision.map((read) => queries.invalidateQueries({ queryKey: [read.method, read.path] })))
    setBusy(false)
    const [first] = done
    if (!first) return
    if (done.length > 1)
      showDone(
        t(decision.status === 'ACCEPTED' ? 'decided.acceptedMany' : 'decided.rejectedMany', { count: done.length }),
      )
    else if (decision.status === 'ACCEPTED') tellAccepted(t, first)
    else showDone(t('decided.rejected', { name: nameOf(first) }), { text: t('decided.rejectedText') })
  }
  return { decide, busy }
}
