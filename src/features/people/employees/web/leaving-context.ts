import { createContext, type FunctionComponent } from 'react'
import type { Day } from '#platform/values/days.ts'

type AboutLeaving = FunctionComponent<{ employeeId: string; day: Day }>

/** What the app shows beside a last working day, unsaved and stored; leases are not this feature's to know. */
export const LeavingContext = createContext<{ readonly Note: AboutLeaving; readonly Card: AboutLeaving } | null>(null)
