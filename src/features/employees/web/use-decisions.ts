import { call } from '#platform/web/api/api.ts'
import { newKey } from '#platform/web/api/request.ts'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { employees } from '../contract.ts'
import type { Employee } from '../shapes.ts'
import { nameOf } from './Remarks.tsx'
import { useBulk } from './use-bulk.ts'

export type Decision = { status: 'ACCEPTED' } | { status: 'REJECTED'; rejectReason: string }

/** Says what became of an acceptance: with an order to go on with, or without one. */
export function showAccepted(t: ReturnType<typeof useTexts>, employee: Employee, undo: () => void) {
  const [order] = employee.orders ?? []
  const mayOrder = order?.waitingFor.includes('EMPLOYEE')
  showDone(t('decided.accepted', { name: nameOf(employee) }), {
    text: t(order ? (mayOrder ? 'decided.acceptedText' : 'decided.cannotOrder') : 'decided.noOrder'),
    undo,
  })
}

/** Takes decisions back within the seconds that they can be; each that cannot be is named. */
export function useUndo() {
  const t = useTexts('employees')
  const { run } = useBulk((name) => t('decided.undoFailed', { name }))
  return (people: readonly Employee[]) => async () => {
    const undone = await run(people, async ({ beneficiaryEmployeeId: id, version }) => {
      const { employee } = await call(employees.undoDecision, { params: { id }, body: { version } })
      return employee
    })
    if (undone.length > 0) showDone(t('decided.undone', { count: undone.length }))
  }
}

/** Decides about one or several people with the values that their rows hold already. */
export function useDecisions() {
  const t = useTexts('employees')
  const { run, busy } = useBulk((name) => t('decided.failed', { name }))
  const undoOf = useUndo()

  const decide = async (people: readonly Employee[], decision: Decision): Promise<void> => {
    const done = await run(people, async (person) => {
      const { employee } = await call(employees.decide, {
        params: { id: person.beneficiaryEmployeeId },
        body: { ...decision, version: person.version },
        idempotencyKey: newKey(),
      })
      return employee
    })
    const [first] = done
    if (!first) return
    const undo = () => void undoOf(done)()
    if (done.length > 1)
      showDone(
        t(decision.status === 'ACCEPTED' ? 'decided.acceptedMany' : 'decided.rejectedMany', { count: done.length }),
        { undo },
      )
    else if (decision.status === 'ACCEPTED') showAccepted(t, first, undo)
    else showDone(t('decided.rejected', { name: nameOf(first) }), { text: t('decided.rejectedText'), undo })
  }
  return { decide, busy }
}
