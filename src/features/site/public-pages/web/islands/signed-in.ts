import { hearOtherTabs } from '#platform/web/api/hear-other-tabs.ts'
import { signedInLinks } from '../../signed-in-navigation.ts'
import { type User, whoIsSignedIn, whoIsSignedInNow } from './user.ts'

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

/** Puts the navigation of a signed-in person in place of the anonymous one, which waited unseen for the answer. */
export async function startSignedInNavigation(): Promise<void> {
  const template = document.querySelector<HTMLTemplateElement>('#signed-in')
  const user = template && (await whoIsSignedIn())
  if (user === 'deactivated' || user?.deactivated) return location.replace('/deactivated')
  if (template && user) showUser(user, template)
  delete document.documentElement.dataset.signedIn
}

const idOf = (user: Awaited<ReturnType<typeof whoIsSignedIn>>) =>
  user === 'deactivated' ? user : (user?.userId ?? null)

/** A page whose header names somebody else than who is signed in by now is loaded anew; the tab keeps what was typed. */
export function followOtherTabs(): void {
  hearOtherTabs(async (userId) => {
    if (idOf(await whoIsSignedIn()) !== userId) location.reload()
  })
  addEventListener('pageshow', async ({ persisted }) => {
    if (persisted && idOf(await whoIsSignedIn()) !== idOf(await whoIsSignedInNow())) location.reload()
  })
}
