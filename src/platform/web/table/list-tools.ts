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

/** Saved views and word of others' changes, where the frame around the page brings them. */
export const ListToolsContext = createContext<ComponentType<ListToolsProps> | null>(null)
