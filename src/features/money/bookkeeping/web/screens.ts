import type { Screen } from '#platform/web/router/screen.ts'

/** The page of the books, to which a header leads; so it comes with the addresses outside the administration. */
export const bookkeepingScreens: readonly Screen[] = [
  {
    path: '/admin/kirjanpito',
    access: 'payment:read',
    layout: 'admin',
    screen: () => import('#features/money/bookkeeping/web/BookkeepingPage.tsx').then((m) => m.BookkeepingPage),
  },
]
