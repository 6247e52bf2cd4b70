import { signedInLinks } from '../../signed-in-navigation.ts'
import { keep, kept, keys } from './storage.ts'

interface User {
  firstName: string
  workEmail: string
  deactivated: boolean
  userRoles: { role: { name: string } }[]
}

async function fetchUser(mayRefresh = true): Promise<User | 'deactivated' | null> {
  const answer = await fetch('/api/user', { headers: { accept: 'application/json' } })
  if (answer.ok) return (await answer.json()) as User
  const { code } = (await answer.json().catch(() => ({}))) as { code?: string }
  if (answer.status === 403) return 'deactivated'
  if (code !== 'SESSION_EXPIRED' || !mayRefresh) return null
  const renewed = await fetch('/api/refresh', { method: 'POST' })
  return renewed.ok ? fetchUser(false) : null
}

function fillMenu(list: Element, template: HTMLTemplateElement, shown: readonly string[]): void {
  const links = [...template.content.querySelectorAll<HTMLElement>('[data-link]')]
  list.replaceChildren(
    ...links.filter(({ dataset }) => shown.includes(dataset.link ?? '')).map((link) => link.cloneNode(true)),
  )
}

function showUser(user: User, template: HTMLTemplateElement): void {
  const shown = signedInLinks(user.userRoles.map(({ role }) => role.name))
  for (const list of document.querySelectorAll('[data-nav]')) fillMenu(list, template, shown)
  const menu = template.content.querySelector('[data-user-menu]')?.cloneNode(true) as HTMLElement | undefined
  if (!menu) return
  const name = menu.querySelector('[data-first-name]')
  const email = menu.querySelector('[data-work-email]')
  if (name) name.textContent = user.firstName
  if (email) email.textContent = user.workEmail
  document.querySelector('[data-login]')?.replaceWith(menu)
}

/**
 * Puts the navigation of a signed-in person in place of the anonymous one. Asks only in a browser where somebody
 * has signed in and not out again, so that visitors cause no refused request.
 */
export async function startSignedInNavigation(): Promise<void> {
  const template = document.querySelector<HTMLTemplateElement>('#signed-in')
  if (!template || kept(keys.signedIn) !== '1') return
  const user = await fetchUser().catch(() => undefined)
  if (user === undefined) return
  if (user === null) keep(keys.signedIn, null)
  else if (user === 'deactivated' || user.deactivated) location.replace('/deactivated')
  else showUser(user, template)
}
