import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses outside the administration. */
export const lifeEventsScreens: readonly Screen[] = [
  {
    path: '/mybike/muutos',
    access: 'life-event:read',
    layout: 'page',
    screen: () => import('#features/lease-ends/life-events/web/LifeEvents.tsx').then((m) => m.LifeEvents),
  },
  {
    path: '/tyonantaja/muutos',
    access: 'life-event:read',
    layout: 'page',
    screen: () => import('#features/lease-ends/life-events/web/LifeEvents.tsx').then((m) => m.LifeEvents),
  },
]
