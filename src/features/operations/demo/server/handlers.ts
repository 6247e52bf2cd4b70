import { generate } from 'otplib'
import { AppError, fail, failField } from '#platform/contract/errors.ts'
import type { Handlers, Services } from '#platform/server/http/context.ts'
import { failedJobs } from '#platform/server/jobs/jobs.ts'
import type { demo } from '../contract.ts'
import { demoUsers, isDemoUser } from '../rules.ts'
import { moveClock } from './clock.ts'
import { findTotp, newestMessages } from './queries.ts'

const twoYearsMs = 2 * 366 * 86_400_000

function onlyInDemo(services: Services) {
  if (!services.config.demo) throw new AppError('NOT_FOUND')
}

/** The current code of a user with an authenticator app, or null. */
async function totpOf(services: Services, email: string): Promise<string | null> {
  const row = await findTotp(services.database.read, email)
  if (!row?.totp_secret_sealed) return null
  // A code works once; the next one is shown early, because the sign-in allows one step of drift.
  const firstUnused = ((row.totp_last_step ?? 0) + 1) * 30
  const epoch = Math.max(Math.floor(services.env.now().getTime() / 1000), firstUnused)
  return generate({ secret: services.vault.open(row.totp_secret_sealed), epoch })
}

export const demoHandlers: Handlers<typeof demo> = {
  async users(_request, context) {
    onlyInDemo(context)
    const items = await Promise.all(
      demoUsers.map(async (user) => ({ ...user, code: await totpOf(context, user.email) })),
    )
    return { items }
  },
  async outbox({ query }, context) {
    onlyInDemo(context)
    const to = query.to?.trim().toLowerCase()
    const rows = await newestMessages(context.db, to)
    const items = rows.map((row) => ({
      channel: row.channel,
      to: row.recipient,
      subject: row.subject,
      text: row.body_text,
      ...(row.body_html ? { html: row.body_html } : {}),
      links: row.links,
      createdAt: row.created_at.toISOString(),
    }))
    return { items }
  },
  async totp({ query }, context) {
    onlyInDemo(context)
    const isShown = isDemoUser(query.email.trim().toLowerCase())
    return { code: (isShown ? await totpOf(context, query.email) : null) ?? fail('NOT_FOUND') }
  },
  async clock(_request, context) {
    onlyInDemo(context)
    return { now: context.env.now().toISOString() }
  },
  async moveClock({ body }, context) {
    onlyInDemo(context)
    const to = new Date(body.now)
    const now = context.env.now()
    if (to < now || to.getTime() - now.getTime() > twoYearsMs)
      failField('now', 'NOT_IN_LIST', 'has to lie ahead, at most two years')
    await moveClock(context.database, to)
    // The settings name those that failed; the clock has moved all the same.
    await failedJobs(context.runJobs())
    return { now: context.env.now().toISOString() }
  },
}
