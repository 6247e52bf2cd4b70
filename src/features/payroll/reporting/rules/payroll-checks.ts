import type { PayrollNote, ReportRow } from './payroll-facts.ts'

export type PayrollCheckCode =
  | 'COLLECTION_OPEN'
  | 'LEFT_OPEN'
  | 'NO_EMPLOYEE_NUMBER'
  | 'NO_COST_UNIT'
  | 'ABSENT'
  | 'LEAVES'
  | 'INSTALMENT_CHANGED'
  | 'CORRECTS'
  | 'TAX_REVIEW'
  | 'LEASE_WAITS'

const hasNote = (code: PayrollNote['code']) => (row: Pick<ReportRow, 'notes'>) =>
  row.notes.some((note) => note.code === code)

const concerns: Record<PayrollCheckCode, (row: ReportRow) => boolean> = {
  COLLECTION_OPEN: hasNote('COLLECTION_OPEN'),
  LEFT_OPEN: hasNote('LEFT_OPEN'),
  NO_EMPLOYEE_NUMBER: (row) => !row.person.employeeNumber,
  NO_COST_UNIT: (row) => !row.person.costUnit,
  ABSENT: hasNote('ABSENT'),
  LEAVES: hasNote('LEAVES'),
  INSTALMENT_CHANGED: hasNote('INSTALMENT_CHANGED'),
  CORRECTS: hasNote('CORRECTS'),
  TAX_REVIEW: hasNote('TAX_REVIEW'),
  LEASE_WAITS: hasNote('LEASE_WAITS'),
}

export interface PayrollCheck {
  readonly code: PayrollCheckCode
  readonly isBlocking: boolean
  readonly count: number
  /** The first three whom it concerns. */
  readonly names: readonly string[]
}

/** The checks that forbid locking until whoever locks says that the rows are provisional. */
export const blockingChecks = ['LEFT_OPEN'] as const satisfies readonly PayrollCheckCode[]
export type BlockingCheck = (typeof blockingChecks)[number]

/** The checks that nobody locks past: they end with an answer. */
const answeredChecks = ['COLLECTION_OPEN'] as const satisfies readonly PayrollCheckCode[]
/** All that can stand in the way of a lock. */
export const openCheckCodes = [...answeredChecks, ...blockingChecks] as const
export type OpenCheck = (typeof openCheckCodes)[number]

/** The checks that stand in the way of the lock: those that want an answer, and those that were not acknowledged. */
export function openChecks(rows: readonly ReportRow[], acknowledged: readonly BlockingCheck[]): OpenCheck[] {
  const asked = blockingChecks.filter((code) => !acknowledged.includes(code))
  return [...answeredChecks, ...asked].filter((code) => rows.some(concerns[code]))
}

/** What payroll should look at before a month is locked. */
export function checksOf(rows: readonly ReportRow[]): PayrollCheck[] {
  return (Object.keys(concerns) as PayrollCheckCode[]).flatMap((code) => {
    const found = rows.filter(concerns[code])
    if (found.length === 0) return []
    const names = [...new Set(found.map(({ person }) => `${person.firstName} ${person.lastName}`))].slice(0, 3)
    return {
      code,
      isBlocking: (openCheckCodes as readonly string[]).includes(code),
      count: found.length,
      names,
    }
  })
}
