import type { Task } from '#features/operations/tasks/contract.ts'
import { formatMonth } from '#platform/values/days.ts'

/** Whom or what a task is about, as people read it: a month is one of a year, not of a register. */
export const aboutOf = ({ action, about }: Pick<Task, 'action' | 'about'>): string =>
  about && (action === 'lockPayrollMonth' || action === 'confirmDeduction') ? formatMonth(about) : (about ?? '–')
