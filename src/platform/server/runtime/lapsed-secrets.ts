import { sha256 } from '#platform/server/runtime/secrets.ts'
import { withoutCodes } from '#platform/values/redaction.ts'
import type { Job } from '../jobs/jobs.ts'

/** Longer than any code is good for. */
const CODE_MS = 15 * 60_000
const tokenLike = /[\w-]{20,}/g

/**
 * The demo's outbox is its mailbox, so it holds links and codes in clear. They stand there while they are good: this takes
 * out those that have run out, been used or been replaced.
 */
export const hideLapsedSecrets: Job = {
  name: 'hide-lapsed-secrets',
  cron: '*/10 * * * *',
  async run({ config, database, env }) {
    if (!config.demo) return { hidden: 0 }
    const db = database.primary
    const messages = await db
      .selectFrom('outbox')
      .select(['id', 'body_text', 'body_html', 'links'])
      .where('created_at', '<', new Date(env.now().getTime() - CODE_MS))
      .execute()
    const tokensOf = new Map(messages.map(({ id, body_text }) => [id, body_text.match(tokenLike) ?? []]))
    const byHash = new Map([...tokensOf.values()].flat().map((token) => [sha256(token).toString('hex'), token]))
    const known = await db
      .selectFrom('link_tokens')
      .select(['hash', 'used_at', 'revoked_at', 'expires_at'])
      .where((e) => e('hash', '=', e.fn.any(e.val([...byHash.keys()].map((hash) => Buffer.from(hash, 'hex'))))))
      .execute()
    const lapsed = new Set(
      known
        .filter((link) => link.used_at ?? link.revoked_at ?? link.expires_at <= env.now())
        .map(({ hash }) => byHash.get(hash.toString('hex'))!),
    )
    const hide = (text: string) => withoutCodes(text.replace(tokenLike, (token) => (lapsed.has(token) ? '…' : token)))
    let hidden = 0
    for (const { id, body_text, body_html, links } of messages) {
      if (hide(body_text) === body_text) continue
      await db
        .updateTable('outbox')
        .set({ body_text: hide(body_text), body_html: body_html && hide(body_html), links: links.map(hide) })
        .where('id', '=', id)
        .execute()
      hidden += 1
    }
    return { hidden }
  },
}
