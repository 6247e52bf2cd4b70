import { type ComponentType, createContext } from 'react'

/** What tells companies of one name apart behind the name in a column `company`, where the frame around the page brings it. */
export const AlikeContext = createContext<ComponentType<{ companyId: string }> | null>(null)

/** The company of a row that names one. */
export const companyOf = (row: unknown): string | undefined => {
  if (typeof row !== 'object' || row === null || !('companyId' in row)) return undefined
  return typeof row.companyId === 'string' ? row.companyId : undefined
}
