import type { Screen } from '#platform/web/router/screen.ts'

// What every page of the administration needs before it is known which one it is: one fetch for its frame and addresses.
export { AdminFrame } from './AdminFrame.tsx'
export { everyScreen } from './admin-screens.ts'

/** An address of the administration that no screen has; it is said inside the administration's own frame. */
export const missingInAdmin: Screen = {
  path: '/admin',
  access: 'admin:access',
  layout: 'admin',
  screen: () => import('#platform/web/message-pages/message-pages.tsx').then((m) => m.NotFoundPage),
}
