import type { Db } from '../database/db.ts'
import type { Vault } from '../runtime/secrets.ts'

interface Replaced {
  /** Whose mails they are; what went to an earlier address is somebody else's. */
  readonly recipient: string
  readonly from: string
  readonly to: string
}

/**
 * Gives the mails that have not been sent yet the link that has followed another, so that none arrives with one that opens
 * nothing. What is on its way at this moment is left alone.
 * @returns how many mails there were
 */
export async function replaceInUnsent(
  db: Db,
  { vault }: { readonly vault: Vault },
  { recipient, from, to }: Replaced,
): Promise<number> {
  const unsent = await db
    .selectFrom('outbox')
    .select(['id', 'body_text', 'body_html', 'links', 'sealed'])
    .where('status', '=', 'PENDING')
    .where('channel', '=', 'EMAIL')
    .where('recipient', '=', recipient)
    .where('leased_until', 'is', null)
    .forUpdate()
    .skipLocked()
    .execute()
  let replaced = 0
  for (const { id, body_text, body_html, links, sealed } of unsent) {
    const opened = sealed === null ? null : vault.open(sealed)
    const says = [body_text, body_html, opened, ...links].some((text) => text?.includes(from))
    if (!says) continue
    replaced += 1
    await db
      .updateTable('outbox')
      .set({
        body_text: body_text.replaceAll(from, to),
        body_html: body_html?.replaceAll(from, to) ?? null,
        links: links.map((link) => link.replaceAll(from, to)),
        sealed: opened && vault.seal(opened.replaceAll(from, to)),
      })
      .where('id', '=', id)
      .execute()
  }
  return replaced
}
