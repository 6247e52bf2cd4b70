import { type ComponentType, createContext, type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { useTurn } from './in-turn.ts'

const Nothing = () => null

interface Props {
  children: ReactNode
  /** What keeps its place while it loads; nothing where it stands last. */
  waiting?: ReactNode
}

/** A part that a page can do without: drawn after the rest while the page is being opened, and nothing when it fails. */
export function OptionalBoundary({ children, waiting }: Props) {
  const isDue = useTurn()
  return (
    <ErrorBoundary resetKey="" face={Nothing}>
      {isDue ? <Suspense fallback={waiting}>{children}</Suspense> : waiting}
    </ErrorBoundary>
  )
}

/** A list of which the server makes no file: its heads, and its rows a page at a time, as they are drawn. */
export interface ListSheet {
  readonly name: string
  readonly heads: readonly string[]
  readonly read: (
    page: number,
  ) => Promise<{ readonly rows: readonly (readonly ReactNode[])[]; readonly isMore: boolean }>
}

export interface ListToolsProps {
  /** The address of the list's call. */
  readonly list: string
  /** The ids of the rows on the page. */
  readonly ids: readonly string[]
  /** The row that stands open beside them. */
  readonly open: string | undefined
  /** When the rows were read, by the browser's clock. */
  readonly readAt: number
  /** How many rows a page has, where a reader may choose. */
  readonly size: number | undefined
  readonly setSize: (size: number) => void
  readonly sheet: ListSheet | undefined
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
