import { createContext, type FunctionComponent } from 'react'
import type { Day } from '#platform/values/days.ts'

/** What the app shows beside a last working day that is not saved yet; leases are not this feature's to know. */
export const LeavingContext = createContext<FunctionComponent<{ employeeId: string; day: Day }> | null>(null)
