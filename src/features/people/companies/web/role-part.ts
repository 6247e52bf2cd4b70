import { type ComponentType, createContext } from 'react'

/** What tells beside an invitation what its role sees; null where the page around it does not know. */
export const RolePartContext = createContext<ComponentType<{ role: string }> | null>(null)
