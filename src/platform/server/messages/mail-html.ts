import type { LanguageCode } from '#platform/contract/contract.ts'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (c) => escapes[c]!)
const lines = (text: string) => escapeHtml(text).replaceAll('\n', '<br>')

export interface MailParts {
  readonly language: LanguageCode
  readonly subject: string
  readonly paragraphs: readonly string[]
  readonly url: string | null
  readonly action: string | null
  readonly signature: string
  readonly foot: { readonly text: string; readonly url: string } | null
  readonly product: string
}

/** The colours of the design tokens, by what they are for. */
export const mailColours = {
  light: { ground: '#fbfaf5', text: '#10261c', name: '#143c2d', quiet: '#5c6c62', line: '#e3e0d4' },
  dark: { ground: '#0a1410', text: '#edf3ee', name: '#94bfa6', quiet: '#94a79b', line: '#24382f' },
  button: { ground: '#f4a92a', text: '#20180a' },
} as const

const { light, dark, button } = mailColours

/** For programs that show a letter by the reader's scheme; others take the colours that stand at each part. */
const schemes = `<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><style>:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){body,.ground{background:${dark.ground}!important;color:${dark.text}!important}.name{color:${dark.name}!important}.quiet,.quiet a{color:${dark.quiet}!important}hr{border-color:${dark.line}!important}}</style>`

/** A plain letter: one column, one act, in the reader's light or dark, readable with pictures and styles off. */
export function mailHtml(mail: MailParts): string {
  const p = (text: string) => `<p style="margin:0 0 16px;line-height:1.55">${lines(text)}</p>`
  const quiet = `font-size:13px;color:${light.quiet}`
  const act = mail.url
    ? `<p style="margin:24px 0"><a href="${escapeHtml(mail.url)}" style="display:inline-block;padding:13px 22px;border-radius:10px;background:${button.ground};color:${button.text};font-weight:600;text-decoration:none">${escapeHtml(mail.action!)}</a></p><p class="quiet" style="margin:0 0 16px;${quiet};word-break:break-all">${escapeHtml(mail.url)}</p>`
    : ''
  const foot = mail.foot
    ? `<p class="quiet" style="margin:16px 0 0;${quiet}"><a href="${escapeHtml(mail.foot.url)}" style="color:${light.quiet}">${escapeHtml(mail.foot.text)}</a></p>`
    : ''
  return `<!doctype html><html lang="${mail.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${schemes}<title>${escapeHtml(mail.subject)}</title></head><body style="margin:0;background:${light.ground};color:${light.text};font:16px Figtree,Segoe UI,Arial,sans-serif"><div class="ground" style="max-width:560px;margin:0 auto;padding:32px 20px"><p class="name" style="margin:0 0 24px;font-weight:700;font-size:20px;color:${light.name}">${escapeHtml(mail.product)}</p><h1 style="margin:0 0 16px;font-size:22px;line-height:1.25">${escapeHtml(mail.subject)}</h1>${mail.paragraphs.map(p).join('')}${act}<hr style="border:0;border-top:1px solid ${light.line};margin:24px 0"><p class="quiet" style="margin:0;${quiet}">${lines(mail.signature)}</p>${foot}</div></body></html>`
}
