import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses outside the administration. */
export const demoScreens: readonly Screen[] = [
  {
    path: '/demo',
    access: 'public',
    layout: 'page',
    screen: () => import('#features/operations/demo/web/DemoPage.tsx').then((m) => m.DemoPage),
  },
]
