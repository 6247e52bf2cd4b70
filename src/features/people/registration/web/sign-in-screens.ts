import type { Screen } from '#platform/web/router/screen.ts'

const joinPage = () => import('#features/people/registration/web/RegistrationPage.tsx').then((m) => m.RegistrationPage)

/** The addresses on the way in; they come with every page. */
export const registrationSignInScreens: readonly Screen[] = [
  { path: '/liity/$token', access: 'public', layout: 'auth', screen: joinPage },
  { path: '/$language/liity/$token', access: 'public', layout: 'auth', screen: joinPage },
]
