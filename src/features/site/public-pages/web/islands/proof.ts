import type { Receipt } from '#platform/record/receipt.ts'
import { type ReceiptFindings, verifyReceipt } from '#platform/record/verify-receipt.ts'
import type { ProofTexts } from '../ProofForm.tsx'

const fileNames = ['receipt', 'document', 'authority'] as const
type FileName = (typeof fileNames)[number]
type Files = Readonly<Record<FileName, File | null>>

/** What of the page this needs. */
interface Page {
  readonly form: HTMLFormElement
  readonly result: HTMLElement
  readonly texts: ProofTexts
  readonly language: string
}

const inputOf = (form: HTMLFormElement, name: FileName) => form.elements.namedItem(name) as HTMLInputElement

function element(tag: string, text: string, className?: string): HTMLElement {
  const made = document.createElement(tag)
  made.textContent = text
  if (className) made.className = className
  return made
}

const withZone = { dateStyle: 'long', timeStyle: 'medium', timeZone: 'Europe/Helsinki' } as const
const instant = (at: Date | string, language: string) =>
  new Intl.DateTimeFormat(language, withZone).format(new Date(at))

interface Row {
  readonly term: string
  readonly lines: readonly string[]
}

/** What a receipt without a fault proves, row by row. */
function rowsOf({ texts, language }: Page, receipt: Receipt, found: ReceiptFindings, files: Files): Row[] {
  const { rows } = texts
  const names: Readonly<Record<string, string>> = texts.events
  const holder = (name: string, fingerprint: string) => [name, `${rows.fingerprint}: ${fingerprint}`]
  const stamped = found.stamp && [
    { term: rows.stamp, lines: [instant(found.stamp.at, language)] },
    {
      term: rows.authority,
      lines: [
        ...holder(found.stamp.authority.name, found.stamp.authority.fingerprint),
        files.authority ? texts.authorityProven : texts.authorityUnknown,
      ],
    },
  ]
  return [
    { term: rows.agreement, lines: [receipt.agreementNumber] },
    {
      term: rows.events,
      lines: found.events.map(({ type, at }) => `${instant(at, language)}: ${names[type] ?? type}`),
    },
    { term: rows.document, lines: [files.document ? texts.documentIsIt : texts.documentNotGiven] },
    ...(found.root ? [{ term: rows.root, lines: [`${found.root.number}, ${instant(found.root.at, language)}`] }] : []),
    {
      term: rows.signer,
      lines: [...found.signers.flatMap(({ name, fingerprint }) => holder(name, fingerprint)), texts.compare],
    },
    ...(stamped ?? [{ term: rows.stamp, lines: [texts.noStamp] }]),
  ]
}

function show({ result }: Page, tone: 'ok' | 'warn', heading: string, content: readonly HTMLElement[]): void {
  const box = element('div', '')
  box.className = `note ${tone}`
  const inside = element('div', '')
  inside.append(element('h3', heading), ...content)
  box.append(inside)
  result.replaceChildren(box)
}

function factsOf(rows: readonly Row[]): HTMLElement {
  const list = element('dl', '', 'proof-facts')
  for (const { term, lines } of rows) {
    const value = element('dd', '')
    value.append(...lines.map((line) => element('p', line)))
    list.append(element('dt', term), value)
  }
  return list
}

function showFaults(page: Page, kinds: readonly string[]): void {
  const sentences: Readonly<Record<string, string>> = page.texts.faults
  const list = element('ul', '')
  list.append(...[...new Set(kinds)].map((kind) => element('li', sentences[kind] ?? kind)))
  show(page, 'warn', page.texts.fails, [list])
}

const contentOf = async (file: File | null) => (file ? new Uint8Array(await file.arrayBuffer()) : undefined)

async function readReceipt(file: File): Promise<Receipt | null> {
  try {
    const value = JSON.parse(await file.text()) as Receipt | null
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

async function check(page: Page): Promise<void> {
  const { form, texts } = page
  const given = Object.fromEntries(fileNames.map((name) => [name, inputOf(form, name).files?.[0] ?? null]))
  const files = given as Record<FileName, File | null>
  if (!files.receipt) {
    page.result.replaceChildren(element('p', texts.missing, 'err'))
    return inputOf(form, 'receipt').focus()
  }
  // Browsers keep this from pages that came over plain http.
  if (!globalThis.crypto?.subtle) return void page.result.replaceChildren(element('p', texts.insecure, 'err'))
  page.result.replaceChildren(element('p', texts.checking))
  const receipt = await readReceipt(files.receipt)
  if (!receipt) return showFaults(page, ['FORM'])
  const beside = { document: await contentOf(files.document), authority: await contentOf(files.authority) }
  const found = await verifyReceipt(receipt, beside)
  if (found.faults.length > 0)
    return showFaults(
      page,
      found.faults.map(({ what }) => what),
    )
  show(page, 'ok', texts.holds, [factsOf(rowsOf(page, receipt, found, files))])
}

const kindOf = ({ name }: File): FileName =>
  /\.json$/i.test(name) ? 'receipt' : /\.pdf$/i.test(name) ? 'document' : 'authority'

/** Puts dropped files into their fields, by what they are called. */
function take(form: HTMLFormElement, dropped: readonly File[]): void {
  for (const file of dropped) {
    const transfer = new DataTransfer()
    transfer.items.add(file)
    inputOf(form, kindOf(file)).files = transfer.files
  }
}

/** Verifies the files that somebody chooses or drops; nothing leaves the browser. */
export function startProof(): void {
  const form = document.querySelector<HTMLFormElement>('[data-proof-form]')
  const result = document.querySelector<HTMLElement>('[data-proof-result]')
  const texts = document.querySelector('#proof-texts')?.textContent
  if (!form || !result || !texts) return
  const { lang: language } = document.documentElement
  const page: Page = { form, result, texts: JSON.parse(texts) as ProofTexts, language }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void check(page)
  })
  // What was found is no longer of the files that are chosen now.
  form.addEventListener('change', () => result.replaceChildren())
  addEventListener('dragover', (event) => event.preventDefault())
  addEventListener('drop', (event) => {
    event.preventDefault()
    const dropped = [...(event.dataTransfer?.files ?? [])]
    if (dropped.length === 0) return
    take(form, dropped)
    void check(page)
  })
}
