import { sessions } from '#features/ground/sessions/contract.ts'
import { hashPassword } from '#features/ground/sessions/server/password-hash.ts'
import type { RoleName } from '#platform/contract/permissions.ts'
import type { Db } from '#platform/server/database/db.ts'
import { assignRole, buildCompany, buildUser } from './builders.ts'
import type { World } from './world.ts'

/** The password of everybody that `signInSteps` makes. */
export const password = 'kolme kettua soutaa yössä'

type Cookies = Record<string, string>

/** The cookies of an answer, as a browser would send them next. */
export function cookiesOf(reply: { headers: Record<string, unknown> }): Cookies {
  const lines = [reply.headers['set-cookie'] ?? []].flat() as string[]
  return Object.fromEntries(lines.map((line) => line.split(';')[0]!.split('=') as [string, string]))
}

/** The headers of a browser that holds cookies. */
export const sending = (cookies: Cookies) => ({
  cookie: Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; '),
  'sec-fetch-site': 'same-origin',
})

/** A six-digit code that is not this one. */
export const anotherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

let hash: Promise<string> | undefined

/** The code of the newest text message to a person. */
export async function lastCodeTo(db: Db, userId: string): Promise<string> {
  const row = await db
    .selectFrom('outbox')
    .select('body_text')
    .where('user_id', '=', userId)
    .where('channel', '=', 'SMS')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return /\d{6}/.exec(row.body_text)![0]
}

/** The token of the newest recovery link to an address. */
async function lastRecoveryToken(db: Db, email: string): Promise<string> {
  const row = await db
    .selectFrom('outbox')
    .select('links')
    .where('recipient', '=', email)
    .where('template', '=', 'sessions:mail.recovery')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return row.links[0]!.split('/').at(-1)!
}

/** What people do when they sign in, for tests of the calls themselves; the world opens later, in `beforeAll`. */
export function signInSteps(world: () => World) {
  const db = () => world().services.database.primary
  const person = async (values: Parameters<typeof buildUser>[1] = {}) => {
    hash ??= hashPassword(password)
    return buildUser(world(), { password_hash: await hash, ...values })
  }
  return {
    db,
    person,
    /** A person with one role in a company of its own. */
    async withRole(
      role: RoleName,
      twoFactor: 'NONE' | 'EMPLOYER_ROLES' | 'EVERYONE',
      values: Parameters<typeof buildUser>[1] = {},
    ) {
      const company = await buildCompany(world(), { two_factor: twoFactor })
      const user = await person(values)
      await assignRole(world(), user.userId, role, role === 'SUPER_ADMIN' ? {} : { companyId: company.companyId })
      return user
    },
    async login(email: string, given = password) {
      const reply = await world().call(sessions.login, { body: { email, password: given } })
      return { ...reply, cookies: cookiesOf(reply) }
    },
    /** The code of the newest text message to a person. */
    lastSms: (userId: string): Promise<string> => lastCodeTo(db(), userId),
    verify: (cookies: Cookies, email: string, code: string) =>
      world().call(sessions.verify, { body: { email, code }, headers: sending(cookies) }),
    userOf: (cookies: Cookies) => world().call(sessions.user, { headers: sending(cookies) }),
    async refresh(cookies: Cookies) {
      const reply = await world().call(sessions.refresh, { headers: sending(cookies) })
      return { ...reply, cookies: cookiesOf(reply) }
    },
    /** Asks for a recovery link and takes its token from the mail. */
    async resetToken(user: { email: string }): Promise<string> {
      await world().ok(sessions.recoverPassword, { body: { email: user.email } })
      return lastRecoveryToken(db(), user.email)
    },
  }
}
