import { createContext, type RefObject } from 'react'

/** Whether the tabs around still stand: a form that another tab covers has not been left. */
export const TabsContext = createContext<Readonly<RefObject<boolean>>>({ current: false })

/** Around what closes by itself, in a tab or not: a form that goes with it has been left. */
export const noTabs: Readonly<RefObject<boolean>> = { current: false }
