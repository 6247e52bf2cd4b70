import type { Locator, Page, Response } from '@playwright/test'
import { addDays, addMonths, firstOfMonth, formatDay, helsinkiDay, monthOf } from '../../src/platform/values/days.ts'
import { type Service, settled } from '../helpers/support.ts'

/**
 * What is put into the fields by their labels: a text, the name of a choice, yes and no for a box, or `@+14` for a day that
 * many days from the service's today, and `@month+1` for a month: a day of the calendar would be over some day.
 */
export type Given = Readonly<Record<string, string | boolean>>

/** How a form of the product is reached on the filled demo, and what it takes. */
export interface FormWalk {
  /** The form’s file below src/features, and the call that it makes. */
  readonly form: string
  readonly saves: string
  /** Who opens it; nobody signed in without it. */
  readonly who?: string
  readonly path: string | ((service: Service, page: Page) => Promise<string>)
  /** Brings about, once, the state that shows the form; it has the page of whoever opens it. */
  readonly before?: (service: Service, page: Page) => Promise<void>
  /** What lets it be opened a second time, where its first saving asks somebody else. */
  readonly between?: (service: Service) => Promise<void>
  /** What is pressed on the page before the form stands there: `tab: name`, `row` or `row: a text & another of it`, `with: part of a name`, `box: name`, `summary: name`, or a button. */
  readonly open?: readonly string[]
  readonly submit: string | RegExp
  /** What has to be told before it can be saved: nobody else can know it. */
  readonly needs?: Given
  /** What is changed after it was saved as it stood; a form that is there once only has none. */
  readonly change?: Given
  /** What says yes where the form asks before it is sent. */
  readonly confirm?: string
}

export const nameOfWalk = ({ form, saves, submit }: FormWalk) => `${form} (${String(submit)}, ${saves})`

const secret = 'Poljin-demo-2026'

async function press(page: Page, step: string): Promise<void> {
  const [, kind, name = ''] = /^(?:(tab|row|with|box|summary): )?(.*)$/.exec(step)!
  const rows = page.locator('tbody tr')
  if (kind === 'tab') await page.getByRole('tab', { name: new RegExp(`^${name}\\d*$`) }).click()
  else if (kind === 'box') await page.getByRole('checkbox', { name, exact: true }).click()
  else if (kind === 'summary') await page.locator('summary').filter({ hasText: name }).click()
  else if (step === 'row') await rows.locator('td button').first().click()
  else if (kind === 'row') {
    const found = name.split(' & ').reduce((left, hasText) => left.filter({ hasText }), rows)
    await found.locator('td button').first().click()
  } else {
    const wanted = kind === 'with' ? { name } : { name: step, exact: true }
    await page.getByRole('button', wanted).or(page.getByRole('link', wanted)).first().click()
  }
  await settled(page)
}

const named = (name: string | RegExp) => (typeof name === 'string' ? { name, exact: true } : { name })
const buttonOf = (page: Page, submit: string | RegExp) => page.locator('form').getByRole('button', named(submit)).last()

async function openForm(page: Page, service: Service, one: FormWalk): Promise<Locator> {
  await page.goto(service.url + (typeof one.path === 'string' ? one.path : await one.path(service, page)))
  await settled(page)
  for (const step of one.open ?? []) await press(page, step)
  await buttonOf(page, one.submit).waitFor()
  return page
    .locator('form')
    .filter({ has: page.getByRole('button', named(one.submit)) })
    .last()
}

/** Puts a value into the field of a label, whatever kind of field that is. */
async function put(page: Page, form: Locator, label: string, value: string | boolean): Promise<void> {
  const [, place = '1', name = label] = /^(\d)\. (.*)$/.exec(label) ?? []
  const field = form.getByLabel(name, { exact: true }).nth(Number(place) - 1)
  if (typeof value === 'boolean') return field.setChecked(value)
  if (await field.evaluate((element) => element instanceof HTMLSelectElement)) {
    await field.selectOption(value === '*' ? { index: 1 } : { label: value })
    return
  }
  if ((await field.getAttribute('role')) !== 'combobox' && (await field.getAttribute('aria-haspopup')) !== 'listbox')
    return field.fill(value)
  await field.click()
  if (value !== '*') await field.fill(value)
  const options = page.getByRole('option').filter({ visible: true })
  await (value === '*' ? options : options.filter({ hasText: value })).first().click()
}

/** What is typed: a day is told by its distance from the service's own. */
async function typedValue(service: Service, value: string | boolean): Promise<string | boolean> {
  const [, isMonth, far] = /^@(month)?([+-]\d+)$/.exec(String(value)) ?? []
  if (far === undefined) return value
  const today = helsinkiDay(new Date(await service.now()))
  return isMonth
    ? monthOf(addMonths(firstOfMonth(monthOf(today)), Number(far)))
    : formatDay(addDays(today, Number(far)))
}

interface Outcome {
  readonly status: number | null
  readonly text: string
  /** The labels of the fields that say what is wrong with them. */
  readonly marked: readonly string[]
}

/** What marks a field, by its label; a mark that nobody can see has none. */
const markedIn = (form: Locator) =>
  form.locator('[aria-invalid="true"]').evaluateAll((fields) =>
    fields.map((field) => {
      const { labels } = field as HTMLInputElement
      const name = field.getAttribute('aria-label') ?? labels?.[0]?.textContent?.trim() ?? ''
      const isSeen = field.getClientRects().length > 0
      const told = (field.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .some((id) => id && (document.getElementById(id)?.textContent ?? '').trim() !== '')
      return isSeen && told ? name : `${name} (which nobody can see)`
    }),
  )

/** Presses the form's button until it is saved, refused, or says what it lacks; a second password is given when asked. */
async function submit(page: Page, form: Locator, one: FormWalk): Promise<Outcome> {
  const [method, path = ''] = one.saves.split(' ')
  const looks = new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`)
  const replies: Response[] = []
  const hear = (reply: Response) => {
    if (reply.request().method() === method && looks.test(new URL(reply.url()).pathname)) replies.push(reply)
  }
  page.on('response', hear)
  try {
    await buttonOf(page, one.submit).click()
    if (one.confirm) {
      const yes = page.getByRole('dialog').getByRole('button', { name: one.confirm, exact: true }).last()
      await yes.click({ timeout: 2_000 }).catch(() => undefined)
    }
    const again = page.getByRole('dialog', { name: 'Vahvista, että se olet sinä' })
    for (let looked = 0; looked < 400; looked += 1) {
      const reply = replies.shift()
      // A session that is renewed, or a password that is asked for once more: the page sends the form again.
      const isRepeated = reply && (reply.status() === 401 || (await reply.text()).includes('STEP_UP_REQUIRED'))
      if (reply && !isRepeated)
        return { status: reply.status(), text: reply.ok() ? '' : (await reply.text()).slice(0, 300), marked: [] }
      if (await again.isVisible()) {
        await again.getByLabel('Salasana', { exact: true }).fill(secret)
        await again.getByRole('button', { name: 'Vahvista', exact: true }).click()
        await again.waitFor({ state: 'hidden' })
      }
      const marked = replies.length > 0 ? [] : await markedIn(form).catch(() => [])
      if (marked.length > 0) return { status: null, text: '', marked }
      await page.waitForTimeout(50)
    }
    return { status: null, text: 'nothing came of it', marked: [] }
  } finally {
    page.off('response', hear)
  }
}

const isSaved = ({ status }: Outcome) => status !== null && status < 300
const wordsOf = ({ status, text, marked }: Outcome) =>
  marked.length > 0 ? `says that it lacks ${marked.join(', ')}` : `is answered ${status ?? 'nothing'}: ${text}`

/** Saves a form as it stands, then with what it needs or with one field changed. @returns what went wrong, or null */
export async function walkForm(page: Page, service: Service, one: FormWalk): Promise<string | null> {
  const fill = async (form: Locator, given: Given) => {
    for (const [label, value] of Object.entries(given)) await put(page, form, label, await typedValue(service, value))
  }
  try {
    await one.before?.(service, page)
    let form = await openForm(page, service, one)
    const untouched = await submit(page, form, one)
    const lacks = untouched.marked
    const told = Object.keys(one.needs ?? {}).map((label) => label.replace(/^\d\. /, ''))
    const unknown = lacks.filter((label) => !told.includes(label))
    if (unknown.length > 0) return `untouched, it ${wordsOf({ ...untouched, marked: unknown })}`
    if (lacks.length === 0 && !isSaved(untouched)) return `untouched, it ${wordsOf(untouched)}`
    if (lacks.length > 0) {
      await fill(form, one.needs!)
      const filled = await submit(page, form, one)
      if (!isSaved(filled)) return `filled in, it ${wordsOf(filled)}`
    }
    if (!one.change) return null
    await one.between?.(service)
    form = await openForm(page, service, one)
    await fill(form, one.change)
    const changed = await submit(page, form, one)
    return isSaved(changed) ? null : `with one field changed, it ${wordsOf(changed)}`
  } catch (error) {
    return `cannot be walked: ${(error as Error).message.slice(0, 300)}`
  }
}
