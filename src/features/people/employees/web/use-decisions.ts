import { call } from '#platform/web/api/api.ts'
import { newKey } from '#platform/web/api/request.ts'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { employees } from '../contract.ts'
import type { Employee } from '../shapes.ts'
import { nameOf } from './Remarks.tsx'
import { useBulk } from './use-bulk.ts'

type Decision = { status: 'ACCEPTED' } | { status: 'REJECTED'; rejectReason: string }

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
export function useUndo(after?: () => Promise<unknown>) {
  const t = useTexts('employees')
  const { run } = useBulk((name) => t('decided.undoFailed', { name }))
  return (people: readonly Employee[]) => async () => {
    const undone = await run(people, async ({ beneficiaryEmployeeId: id, version }) => {
      const { employee } = await call(employees.undoDecision, { params: { id }, body: { version } })
      return employee
    })
    if (undone.length > 0) showDone(t('decided.undone', { count: undone.length }))
    await after?.()
  }
}

/** Decides about one person with the values that their row holds already. */
async function decideOne(person: Employee, decision: Decision): Promise<Employee> {
  const { employee } = await call(employees.decide, {
    params: { id: person.beneficiaryEmployeeId },
    body: { ...decision, version: person.version },
    idempotencyKey: newKey(),
  })
  return employee
}

/** Decides about one or several people and says what became of it; `after` follows each decision and its undoing. */
export function useDecisions(after?: () => Promise<unknown>) {
  const t = useTexts('employees')
  const { run, runOrTell, busy } = useBulk((name) => t('decided.failed', { name }))
  const undoOf = useUndo(after)

  const show = (done: readonly Employee[], decision: Decision) => {
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
  const accept = async (people: readonly Employee[]) => {
    const decision = { status: 'ACCEPTED' } as const
    show(await run(people, (person) => decideOne(person, decision)), decision)
    await after?.()
  }
  const reject = async (people: readonly Employee[], rejectReason: string) => {
    const decision = { status: 'REJECTED', rejectReason } as const
    const { done, failed } = await runOrTell(people, (person) => decideOne(person, decision))
    show(done, decision)
    return failed
  }
  return { accept, reject, busy }
}
