import { type ComponentType, createContext } from 'react'

export interface ListToolsProps {
  /** The address of the list's call. */
  readonly list: string
  /** The ids of the rows on the page. */
  readonly ids: readonly string[]
  /** The row that stands open beside them. */
  readonly open: string | undefined
  /** When the rows were read, by the browser's clock. */
  readonly readAt: number
}

/** A role as somebody holds it: its name and the names of its permissions. */
export interface HeldRole {
  readonly name: string
  readonly permissions: readonly string[]
}

export interface RolePagesProps {
  /** What somebody holds already, and what they hold then. */
  readonly before: readonly HeldRole[]
  readonly after: readonly HeldRole[]
}

/** What the frame around a page brings to the lists and forms on it, each a part that comes later. */
interface Brought {
  /** Saved views of a list and word of others' changes. */
  readonly ListTools?: ComponentType<ListToolsProps>
  /** The business id of a company whose name another bears, behind it in a column `company`. */
  readonly Alike?: ComponentType<{ companyId: string }>
  /** The pages that roles open, by the rules of the menus themselves. */
  readonly RolePages?: ComponentType<RolePagesProps>
  /** What a role sees, beside an invitation to it. */
  readonly RolePart?: ComponentType<{ role: string }>
}

export const BroughtContext = createContext<Brought>({})

/** The company of a row that names one. */
export const companyOf = (row: unknown): string | undefined => {
  if (typeof row !== 'object' || row === null || !('companyId' in row)) return undefined
  return typeof row.companyId === 'string' ? row.companyId : undefined
}
