import { isEmail, normaliseEmail, normalisePhone } from '#platform/contract/validation.ts'

const names = ['role', 'name', 'email', 'phone', 'company', 'message'] as const
type Name = (typeof names)[number]

const MESSAGE_LENGTH = { min: 10, max: 5000 }
const NAME_LENGTH_MAX = 200

function isPhoneText(text: string): boolean {
  try {
    return text === '' || normalisePhone(text) !== ''
  } catch {
    return false
  }
}

const checks: Record<Name, (value: string) => boolean> = {
  role: (value) => value !== '',
  name: (value) => value.length > 0 && value.length <= NAME_LENGTH_MAX,
  email: (value) => isEmail(normaliseEmail(value)),
  phone: isPhoneText,
  company: (value) => value.length <= NAME_LENGTH_MAX,
  message: (value) => value.length >= MESSAGE_LENGTH.min && value.length <= MESSAGE_LENGTH.max,
}

function fieldText(form: HTMLFormElement, name: string): string {
  return String(new FormData(form).get(name) ?? '').trim()
}

function controlsOf(form: HTMLFormElement, name: Name): HTMLElement[] {
  return [...form.querySelectorAll<HTMLElement>(`[name="${name}"]`)]
}

/** Shows or clears a field's error under it. @returns whether the field is right */
function judge(form: HTMLFormElement, name: Name, isRight = checks[name](fieldText(form, name))): boolean {
  const error = form.querySelector<HTMLElement>(`#contact-${name}-error`)
  if (error) error.textContent = isRight ? '' : (error.dataset.error ?? '')
  for (const control of controlsOf(form, name)) {
    if (isRight) control.removeAttribute('aria-invalid')
    else control.setAttribute('aria-invalid', 'true')
  }
  return isRight
}

function bodyOf(form: HTMLFormElement): Record<string, string> {
  const phone = fieldText(form, 'phone')
  const company = fieldText(form, 'company')
  return {
    role: fieldText(form, 'role'),
    name: fieldText(form, 'name'),
    email: normaliseEmail(fieldText(form, 'email')),
    ...(phone ? { phone: normalisePhone(phone) } : {}),
    ...(company ? { company } : {}),
    message: fieldText(form, 'message'),
    website: fieldText(form, 'website'),
    language: document.documentElement.lang,
  }
}

interface Refusal {
  code?: string
  fields?: { path: string }[]
}

async function send(form: HTMLFormElement, key: string): Promise<{ status: number; refusal: Refusal }> {
  try {
    const answer = await fetch('/api/contact-forms', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', 'idempotency-key': key },
      body: JSON.stringify(bodyOf(form)),
    })
    return { status: answer.status, refusal: answer.ok ? {} : ((await answer.json().catch(() => ({}))) as Refusal) }
  } catch {
    return { status: 0, refusal: {} }
  }
}

/** Where an unsent message outlives a reload of the page; the tab forgets it when it is closed. */
const DRAFT = 'poljin.draft contact'

function keepDraft(form: HTMLFormElement): void {
  try {
    const typed = names.map((name) => [name, String(new FormData(form).get(name) ?? '')] as const)
    sessionStorage.setItem(DRAFT, JSON.stringify(Object.fromEntries(typed.filter(([, text]) => text !== ''))))
  } catch {
    // A browser that refuses storage loses the draft with the page, and nothing else.
  }
}

function forgetDraft(): void {
  try {
    sessionStorage.removeItem(DRAFT)
  } catch {
    // Nothing was kept.
  }
}

function restoreDraft(form: HTMLFormElement): void {
  try {
    const kept: Partial<Record<Name, string>> = JSON.parse(sessionStorage.getItem(DRAFT) ?? '{}')
    for (const name of names) {
      const control = form.elements.namedItem(name) as HTMLInputElement | RadioNodeList | null
      const text = kept[name]
      if (control && typeof text === 'string') control.value = text
    }
  } catch {
    // A draft that cannot be read is none.
  }
}

function showSent(form: HTMLFormElement): void {
  const sent = document.querySelector<HTMLElement>('[data-sent]')
  form.hidden = true
  forgetDraft()
  if (!sent) return
  sent.hidden = false
  sent.focus()
}

/** Puts the server's refusal where it belongs: at the fields it names, else above the button. */
function showRefusal(form: HTMLFormElement, status: number, { code, fields = [] }: Refusal): void {
  const wrong = names.filter((name) => fields.some(({ path }) => path.replace(/^.*[./]/, '') === name))
  for (const name of wrong) judge(form, name, false)
  const [first] = wrong
  if (first) {
    controlsOf(form, first)[0]?.focus()
    return
  }
  const error = form.querySelector<HTMLElement>('[data-form-error]')
  if (!error) return
  const { tooMany, maintenance, failed } = error.dataset
  error.tabIndex = -1
  error.textContent = (status === 429 ? tooMany : code === 'MAINTENANCE' ? maintenance : failed) ?? ''
  error.focus()
}

function nameOf(target: EventTarget | null): Name | undefined {
  return names.find((one) => one === (target as HTMLInputElement).name)
}

/** `randomUUID` is missing on plain http under a network name. */
function newKey(): string {
  return crypto.randomUUID?.() ?? [...crypto.getRandomValues(new Uint32Array(4))].join('-')
}

/** Checks on blur and on submit with the server's rules; nothing typed is lost when sending fails. */
export function startContactForm(): void {
  const form = document.querySelector<HTMLFormElement>('[data-contact-form]')
  const button = form?.querySelector<HTMLButtonElement>('[type=submit]')
  if (!form || !button) return
  // One key for one message: pressing again after a lost answer does not send it twice.
  let key = newKey()
  restoreDraft(form)
  form.addEventListener('focusout', ({ target, relatedTarget }) => {
    const name = nameOf(target)
    // Nothing may move under a press on its way to the button, which checks every field itself.
    if (name && relatedTarget !== button && fieldText(form, name) !== '') judge(form, name)
  })
  form.addEventListener('input', ({ target }) => {
    key = newKey()
    keepDraft(form)
    const name = nameOf(target)
    if (name && (target as HTMLElement).ariaInvalid === 'true' && checks[name](fieldText(form, name))) judge(form, name)
  })
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (button.ariaDisabled === 'true') return
    const wrong = names.filter((name) => !judge(form, name))
    const [first] = wrong
    if (first) return controlsOf(form, first)[0]?.focus()
    const label = button.textContent
    button.ariaDisabled = 'true'
    button.textContent = button.dataset.sending ?? label
    const { status, refusal } = await send(form, key)
    button.ariaDisabled = null
    button.textContent = label
    if (status >= 200 && status < 300) showSent(form)
    else showRefusal(form, status, refusal)
  })
}
