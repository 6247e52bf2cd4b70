import type { ComponentType } from 'react'
import type { PermissionName } from '#platform/permissions.ts'

export type Layout = 'page' | 'admin' | 'auth' | 'token' | 'bare'

export interface Screen {
  /** The address with its params, `/liity/$token`. */
  readonly path: string
  /** Who may open it: everybody, anybody signed in, or holders of a permission. */
  readonly access: 'public' | 'session' | PermissionName
  readonly layout: Layout
  readonly screen: () => Promise<ComponentType>
}

const messagePages = () => import('#platform/web/message-pages.tsx')

/** Every address of the signed-in front end; each screen is fetched when it is first opened. */
export const screens: readonly Screen[] = [
  { path: '/ei-oikeuksia', access: 'public', layout: 'page', screen: () => messagePages().then((m) => m.NoRightsPage) },
  {
    path: '/deactivated',
    access: 'public',
    layout: 'page',
    screen: () => messagePages().then((m) => m.DeactivatedPage),
  },
  {
    path: '/huoltokatkos',
    access: 'public',
    layout: 'bare',
    screen: () => messagePages().then((m) => m.MaintenancePage),
  },
]
