import type { LanguageCode } from '#platform/contract/contract.ts'
import type { Services } from '#platform/server/http/context.ts'
import { formatDay, helsinkiDay, isDay } from '#platform/values/days.ts'
import { codeKeys } from '../copy-codes.ts'
import { isKey, labelKeyOf, leftOut } from '../rules.ts'
import type { CopiedRow, CopiedRows } from './copied-rows.ts'
import { copiedTables, copyParts } from './copied-tables.ts'

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (value: string) => value.replaceAll(/[&<>"']/g, (sign) => signs[sign]!)

const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1.5rem}
h2{margin-top:2.5rem}details{border:1px solid #8886;border-radius:8px;padding:.5rem .9rem;margin:.5rem 0}summary{cursor:pointer;font-weight:600}
dl{display:grid;grid-template-columns:minmax(9rem,1fr) 3fr;gap:.15rem 1rem;border-top:1px solid #8884;padding-top:.5rem}
dt{opacity:.75}dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap}@media(max-width:36rem){dl{grid-template-columns:1fr}}`

type Labels = Pick<Services['texts'], 'has' | 't'>
type Reading = Pick<Services, 'texts' | 'brand'>

/** What a field is called; inside a value, where fields have no label of their own, it stands as it is kept. */
function labelOf(texts: Labels, language: LanguageCode, name: string): string {
  const key = `copy-labels:fields.${labelKeyOf(name)}`
  return texts.has(language, key) ? texts.t(language, key) : name
}

interface Place {
  readonly table: string
  readonly column: string
}

/** What stands beside a code and may be named in its words, days as they are written. */
const dated = (beside: object) =>
  Object.fromEntries(
    Object.entries(beside).map(([name, one]) => [name, typeof one === 'string' && isDay(one) ? formatDay(one) : one]),
  )

/** What a code of a column means in a language; null for what is no code. */
export function codeLabel(
  { texts, brand }: Reading,
  language: LanguageCode,
  { table, column, value, beside = {} }: Place & { readonly value: string; readonly beside?: object },
): string | null {
  const key = codeKeys(table, column, value).find((one) => texts.has(language, one))
  return key ? texts.t(language, key, { product: brand.name, name: brand.name, ...dated(beside) }) : null
}

/** A value of several parts as lines, each with its name; a code in the reader's words. */
function shownValue(
  reading: Reading,
  language: LanguageCode,
  value: unknown,
  at: Place & { readonly beside?: object },
): string {
  const { texts } = reading
  if (value === true || value === false) return texts.t(language, `personal-data:page.${value ? 'yes' : 'no'}`)
  if (typeof value === 'string') return codeLabel(reading, language, { ...at, value }) ?? value
  if (typeof value !== 'object' || value === null) return String(value ?? '–')
  if (Array.isArray(value)) return value.map((one) => shownValue(reading, language, one, at)).join('\n')
  return Object.entries(value)
    .filter(([name]) => !isKey(name))
    .map(
      ([name, one]) =>
        `${labelOf(texts, language, name)}: ${shownValue(reading, language, one, { ...at, column: name, beside: value })}`,
    )
    .join('\n')
}

/** A notice as it was shown; a message that left has its own words, and neither says by which text it was written. */
function inWords({ texts, brand }: Reading, language: LanguageCode, table: string, row: CopiedRow): CopiedRow {
  const { template, template_values: values, ...rest } = row
  if (typeof template !== 'string' || (table !== 'notifications' && table !== 'outbox')) return row
  if (table === 'outbox' || !texts.has(language, `${template}.title`)) return rest
  const own = { product: brand.name, ...(typeof values === 'object' ? values : {}) }
  const message = [`${template}.title`, `${template}.message`].map((key) => texts.t(language, key, own))
  return { message: message.join('\n'), ...rest }
}

/** One row in the reader's words; what is empty, and the keys by which rows find each other, are left to the data. */
const rowOf = (reading: Reading, language: LanguageCode, table: string, row: CopiedRow) =>
  `<dl>${Object.entries(inWords(reading, language, table, row))
    .filter(([name, value]) => value !== null && value !== '' && !isKey(name))
    .map(
      ([name, value]) =>
        `<dt>${escaped(labelOf(reading.texts, language, name))}</dt><dd>${escaped(shownValue(reading, language, value, { table, column: name }))}</dd>`,
    )
    .join('')}</dl>`

interface Content {
  readonly madeAt: Date
  readonly tables: CopiedRows
  readonly files: readonly { readonly name: string | null; readonly label: string }[]
}

/** The copy as one page that opens in any browser, without anything from elsewhere. */
export function readablePage(services: Services, language: LanguageCode, { madeAt, tables, files }: Content): string {
  const t = (key: string, values: Record<string, unknown> = {}) =>
    escaped(services.texts.t(language, `personal-data:page.${key}`, { product: services.brand.name, ...values }))
  const parts = copyParts.map((part) => {
    const own = Object.entries(tables).filter(([name]) => copiedTables[name]!.part === part)
    if (own.length === 0) return ''
    const shown = own.map(
      ([name, rows]) =>
        `<details><summary>${escaped(services.texts.t(language, `copy-labels:tables.${name}`))} (${rows.length})</summary>${rows.map((row) => rowOf(services, language, copiedTables[name]!.table ?? name, row)).join('')}</details>`,
    )
    return `<h2>${t(`parts.${part}`)}</h2>${shown.join('')}`
  })
  const documents = files.map(({ name, label }) =>
    name
      ? `<li><a href="${escaped(encodeURI(name))}">${escaped(label)}</a></li>`
      : `<li>${escaped(label)} – ${t('missing')}</li>`,
  )
  const reasons = [...new Set(Object.values(leftOut))].map(
    (reason) => `<li>${escaped(services.texts.t(language, `personal-data:leftOut.${reason}`))}</li>`,
  )
  const title = t('title')
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${style}</style></head><body><h1>${title}</h1>
<p>${t('lead', { day: formatDay(helsinkiDay(madeAt)) })}</p>${parts.join('')}
<h2>${t('documents')}</h2>${documents.length > 0 ? `<ul>${documents.join('')}</ul>` : `<p>${t('noDocuments')}</p>`}
<h2>${t('leftOut')}</h2><ul>${reasons.join('')}</ul></body></html>`
}
