import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses of the administration; only its own pages fetch their list. */
export const figuresAdminScreens: readonly Screen[] = [
  {
    path: '/admin/luvut',
    access: 'order:process',
    layout: 'admin',
    screen: () => import('#features/operations/figures/web/FiguresPage.tsx').then((m) => m.FiguresPage),
  },
]
