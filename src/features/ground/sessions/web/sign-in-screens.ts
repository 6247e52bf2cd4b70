import type { Screen } from '#platform/web/router/screen.ts'

const recoveryPage = () => import('#features/ground/sessions/web/RecoveryPage.tsx').then((m) => m.RecoveryPage)

/** The addresses on the way in; they come with every page. */
export const sessionsSignInScreens: readonly Screen[] = [
  {
    path: '/kirjaudu',
    access: 'stranger',
    layout: 'auth',
    screen: () => import('#features/ground/sessions/web/LoginPage.tsx').then((m) => m.LoginPage),
  },
  {
    path: '/kirjaudu-ulos',
    access: 'public',
    layout: 'auth',
    screen: () => import('#features/ground/sessions/web/LogoutPage.tsx').then((m) => m.LogoutPage),
  },
  {
    path: '/register',
    access: 'public',
    layout: 'auth',
    screen: () => import('#features/ground/sessions/web/RegisterPage.tsx').then((m) => m.RegisterPage),
  },
  { path: '/salasanan-palauttaminen', access: 'public', layout: 'auth', screen: recoveryPage },
  { path: '/palauta-salasana', access: 'public', layout: 'auth', screen: recoveryPage },
  {
    path: '/reset/$token',
    access: 'public',
    layout: 'auth',
    screen: () => import('#features/ground/sessions/web/ResetPage.tsx').then((m) => m.ResetPage),
  },
  {
    path: '/aloitus/$token',
    access: 'public',
    layout: 'auth',
    screen: () => import('#features/ground/sessions/web/FirstAdminPage.tsx').then((m) => m.FirstAdminPage),
  },
]
