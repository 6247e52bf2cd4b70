import type { Screen } from '#platform/web/router/screen.ts'

/** The addresses of the administration; only its own pages fetch their list. */
export const contactFormsAdminScreens: readonly Screen[] = [
  {
    path: '/admin/contact-forms',
    access: 'contact-form:read',
    layout: 'admin',
    screen: () => import('#features/ground/contact-forms/web/ContactFormsPage.tsx').then((m) => m.ContactFormsPage),
  },
]
