import type { Screen } from '#platform/web/router/screen.ts'

/** Mostly opened one after the other, before a bicycle is chosen: they come together. */
const choicePages = () => import('#features/homes/employee/web/choice-pages.ts')

/** The addresses outside the administration. */
export const employeeHomeScreens: readonly Screen[] = [
  {
    path: '/mybike',
    access: 'mybike:access',
    layout: 'page',
    screen: () => import('#features/homes/employee/web/MyBikeHome.tsx').then((m) => m.MyBikeHome),
  },
  {
    path: '/mybike/etu',
    access: 'mybike:access',
    layout: 'page',
    screen: () => choicePages().then((m) => m.BenefitPage),
  },
  {
    path: '/liikkeet',
    access: 'session',
    layout: 'page',
    screen: () => choicePages().then((m) => m.StoreFinderPage),
  },
]
