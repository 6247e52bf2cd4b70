import { createHash } from 'node:crypto'
import type { RoleName } from '#platform/contract/permissions.ts'

/** A stable id for a row that every installation has, made from its name (UUID version 8). */
export function stableId(kind: string, name: string): string {
  const hex = createHash('sha256').update(`poljin:${kind}:${name}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** The id of one of the seeded roles. */
export const roleId = (name: RoleName) => stableId('role', name)
