import type { LanguageCode } from '#platform/contract/contract.ts'
import { linkIn } from '#platform/contract/link-in.ts'
import type { Services } from '#platform/server/http/context.ts'
import { type Day, formatDay } from '#platform/values/days.ts'
import { withoutSecrets } from '#platform/values/redaction.ts'
import type { Db } from '../database/db.ts'
import { mailHtml } from './mail-html.ts'

export interface NewMail {
  readonly to: string
  readonly language: LanguageCode
  /** `namespace:path` of an object with `subject`, `body` (paragraphs between empty lines) and, with a link, `action`. */
  readonly template: string
  readonly values?: Record<string, unknown>
  /** A path on our own address, such as `/reset/…`; the host comes from the configuration alone. */
  readonly link?: string
  /** What its subject says instead of its own, where it is about a matter that has a head of its own. */
  readonly head?: MailHead | null
  /** The last day of what it asks for: said in its subject and beside its action. */
  readonly due?: Day | null | undefined
  /** A quiet line at the foot, such as the way to the settings; its `link` is a path on our own address. */
  readonly foot?: { readonly template: string; readonly link: string }
  readonly userId?: string | null
  readonly companyId?: string | null
  /** Somebody waits at the screen for its code or link, so it goes before notices. */
  readonly urgent?: boolean
  /** The document that it tells about, while that is still being made: the mail leaves with it. */
  readonly waitsForFileId?: string | null
  /** A kept file that goes along; the mail waits while it is still being made. */
  readonly attachmentFileId?: string | null
  /** Where an answer goes, when not to the sender's own address. */
  readonly replyTo?: string
  /** The id of its row in the outbox, where the writer keeps it beside what it tells. */
  readonly id?: string
}

/** The head of what a mail is about, in words of a template, and whose or which it is. */
export interface MailHead {
  /** Null where the mail's own subject has said it. */
  readonly template: string | null
  readonly values: Record<string, unknown>
  readonly about: string
  /** It stands after the mail's own subject, which tells of an event, and not in its stead. */
  readonly isBeside: boolean
}

/** The subject of a mail: its own, the head of its matter or both, and the last day where neither names it. */
function subjectOf(t: (key: string, values: Record<string, unknown>) => string, mail: NewMail, own: Words): string {
  const { head } = mail
  const told = head?.template ? t(head.template, { ...own.values, ...head.values }) : null
  const event = head && !head.isBeside ? null : t(`${mail.template}.subject`, own.values)
  const title = [event, told].filter(Boolean).join(' – ')
  const whole =
    head && !title.includes(head.about) ? `${title}${title.includes(': ') ? ', ' : ': '}${head.about}` : title
  return own.by === null || (mail.due && whole.includes(formatDay(mail.due))) ? whole : `${whole} – ${own.by}`
}

interface Words {
  readonly values: Record<string, unknown>
  readonly by: string | null
}

/** A mail in its language: subject, paragraphs, the link's action, and the foot. */
function wordsOf({ texts, brand, config }: Services, mail: NewMail) {
  const t = (key: string, values: Record<string, unknown>) => texts.t(mail.language, key, values)
  const values = { product: brand.name, ...mail.values }
  const addressOf = (link: string) => config.origin + linkIn(mail.language, link)
  const url = mail.link ? addressOf(mail.link) : null
  const by = mail.due ? t('platform:mail.by', { day: formatDay(mail.due) }) : null
  return {
    subject: subjectOf(t, mail, { values, by }),
    paragraphs: t(`${mail.template}.body`, values).split('\n\n').filter(Boolean),
    url,
    action: url ? [t(`${mail.template}.action`, values), by && `(${by})`].filter(Boolean).join(' ') : null,
    signature: t('platform:mail.signature', {
      product: brand.name,
      phone: brand.phone,
      email: brand.email,
      hours: brand.openingHours,
    }),
    foot: mail.foot ? { text: t(mail.foot.template, values), url: addressOf(mail.foot.link) } : null,
  }
}

/** The mail as plain text, for readers without HTML. */
const plainTextOf = ({ paragraphs, url, action, signature, foot }: ReturnType<typeof wordsOf>) =>
  [
    ...paragraphs,
    ...(url ? [`${action}:\n${url}`] : []),
    signature,
    ...(foot ? [`${foot.text}:\n${foot.url}`] : []),
  ].join('\n\n')

/** Writes a mail into the outbox, in the transaction of the change that it tells about. */
export async function sendMail(db: Db, services: Services, mail: NewMail): Promise<void> {
  // An invited person's own row has an address that nobody reads; what an invitation says goes to the address typed.
  if (mail.to.endsWith('@invited.invalid') || mail.to.endsWith('@erased.invalid')) return
  const { brand, env } = services
  const words = wordsOf(services, mail)
  const { subject, url } = words
  const text = plainTextOf(words)
  const html = mailHtml({ ...words, language: mail.language, product: brand.name })
  const id = mail.id ?? env.id()
  services.held?.mails.push(id)
  await db
    .insertInto('outbox')
    .values({
      id,
      channel: 'EMAIL',
      recipient: mail.to,
      template: mail.template,
      language: mail.language,
      subject,
      ...kept(services, { text, html, links: url ? [url] : [] }),
      urgent: mail.urgent ?? false,
      waits_for_file_id: mail.waitsForFileId ?? null,
      attachment_file_id: mail.attachmentFileId ?? null,
      reply_to: mail.replyTo ?? null,
      user_id: mail.userId ?? null,
      company_id: mail.companyId ?? null,
      created_at: env.now(),
      next_attempt_at: services.held?.until ?? env.now(),
    })
    .execute()
  services.wakeOutbox()
}

/** Deletes mails that were held back. @returns false when one has left or is on its way; the caller then refuses */
export async function dropHeldMails(db: Db, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return true
  const { numDeletedRows } = await db
    .deleteFrom('outbox')
    .where('id', 'in', [...ids])
    .where('status', '=', 'PENDING')
    .where('leased_until', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows) === ids.length
}

interface MessageContent {
  readonly text: string
  readonly html: string | null
  readonly links: string[]
}

/**
 * The columns of what a message says. Links and codes lie there sealed until it has been delivered, and nobody but the
 * gateway gets them; in the demo the local outbox is everybody's mailbox and shows them.
 */
function kept({ config, vault }: Services, { text, html, links }: MessageContent) {
  const plain = { body_text: text, body_html: html, links }
  if (config.demo || withoutSecrets(text) === text) return plain
  return {
    body_text: withoutSecrets(text),
    body_html: html && withoutSecrets(html),
    links: links.map(withoutSecrets),
    sealed: vault.seal(JSON.stringify({ text, html })),
  }
}

export interface NewSms {
  readonly to: string
  readonly language: LanguageCode
  readonly template: string
  readonly values?: Record<string, unknown>
  readonly userId?: string | null
}

/** Writes a text message into the outbox. */
export async function sendSms(db: Db, services: Services, sms: NewSms): Promise<void> {
  const text = services.texts.t(sms.language, sms.template, { product: services.brand.name, ...sms.values })
  const id = services.env.id()
  services.held?.mails.push(id)
  await db
    .insertInto('outbox')
    .values({
      id,
      channel: 'SMS',
      recipient: sms.to,
      template: sms.template,
      language: sms.language,
      subject: '',
      ...kept(services, { text, html: null, links: [] }),
      user_id: sms.userId ?? null,
      created_at: services.env.now(),
      next_attempt_at: services.held?.until ?? services.env.now(),
    })
    .execute()
  services.wakeOutbox()
}
