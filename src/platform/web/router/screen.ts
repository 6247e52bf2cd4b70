import type { ComponentType } from 'react'
import type { PagePath } from '#platform/contract/pages.ts'
import type { PermissionName } from '#platform/contract/permissions.ts'

export type Layout = 'page' | 'admin' | 'auth' | 'token' | 'bare'

export interface Screen {
  readonly path: PagePath
  /** Who may open it: everybody, nobody who is signed in, anybody signed in, or holders of a permission. */
  readonly access: 'public' | 'stranger' | 'session' | PermissionName
  readonly layout: Layout
  readonly screen: () => Promise<ComponentType>
}
