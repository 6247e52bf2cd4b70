import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses of the administration; only its own pages fetch their list. */
export const brokerageAdminScreens: readonly Screen[] = [
  {
    path: '/admin/pyoravalitys',
    access: 'brokerage:review',
    layout: 'admin',
    screen: () => import('#features/lease-ends/brokerage/web/BrokeragesPage.tsx').then((m) => m.BrokeragesPage),
  },
]
