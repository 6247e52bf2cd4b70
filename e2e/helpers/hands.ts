import type { Locator, Page } from '@playwright/test'

export type Name = string | RegExp
export type Role = 'button' | 'link' | 'tab' | 'textbox' | 'searchbox' | 'combobox' | 'checkbox'
/** Where a control stands: in the open dialog, or on the page. */
export type Place = 'dialog' | 'page'

/** How somebody works: every control is named as a screen reader names it. */
export interface Hand {
  readonly page: Page
  /** Follows an address from outside, such as the link of a message. */
  open(url: string): Promise<void>
  press(role: 'button' | 'link' | 'tab', name: Name, place?: Place): Promise<void>
  type(name: Name, text: string, place?: Place, role?: 'textbox' | 'searchbox'): Promise<void>
  /** Takes the option of a list that has the name. */
  choose(name: Name, option: Name): Promise<void>
  tick(name: Name): Promise<void>
  /** The page now says what it is about. */
  arrives(heading: Name): Promise<void>
}

const exactly = (name: Name) => (typeof name === 'string' ? { name, exact: true } : { name })

/** The controls of a role and a name where somebody looks for them. */
export function controls(page: Page, role: Role, name: Name, place: Place = 'page'): Locator {
  const inside = place === 'dialog' ? page.getByRole('dialog') : page.locator('body')
  return role === 'textbox'
    ? inside.getByLabel(name, typeof name === 'string' ? { exact: true } : {})
    : inside.getByRole(role, exactly(name))
}

/** Works with the mouse; `look` sees every page that the hand comes to or works on. */
export function byMouse(page: Page, look: (page: Page) => Promise<void> = async () => undefined): Hand {
  const the = (role: Role, name: Name, place?: Place) => controls(page, role, name, place).first()
  return {
    page,
    async open(url) {
      await page.goto(url)
    },
    async press(role, name, place) {
      await the(role, name, place).waitFor()
      await look(page)
      await the(role, name, place).click()
    },
    async type(name, text, place, role = 'textbox') {
      await the(role, name, place).fill(text)
    },
    async choose(name, option) {
      const list = the('combobox', name)
      if (await list.evaluate((element) => element instanceof HTMLSelectElement)) {
        const value = await list.getByRole('option', exactly(option)).getAttribute('value')
        await list.selectOption(value)
        return
      }
      await list.click()
      await page.getByRole('option', exactly(option)).click()
    },
    async tick(name) {
      await the('checkbox', name).check()
    },
    async arrives(heading) {
      await page.getByRole('heading', { level: 1, ...exactly(heading) }).waitFor()
      await look(page)
    },
  }
}
