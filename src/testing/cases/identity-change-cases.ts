import { afterAll, beforeAll } from 'vitest'
import { hashPassword } from '#features/ground/sessions/server/password-hash.ts'
import { accounts } from '#features/operations/accounts/contract.ts'
import { buildCompany, buildEmployee, signedInAs } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'

export const password = 'kolme kettua soutaa yössä'

export const hours = 3_600_000

export let world: World

export let company: Awaited<ReturnType<typeof buildCompany>>

export let admin: Caller

let hash: string

export let number = 0

export const db = () => world.services.database.primary

export async function victim() {
  number += 1
  const email = `uhri${number}@yritys.example`
  const { userId } = await buildEmployee(world, company, {}, { email, password_hash: hash, phone_number: '0401112223' })
  return { userId, email, to: `uusi${number}@muualla.example` }
}

export const change = (as: Caller, userId: string, body: object) =>
  world.call(accounts.update, { as, params: { userId }, body })

export const rowOf = (userId: string) =>
  db().selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()

export async function tokenTo(recipient: string): Promise<string> {
  const mail = await db()
    .selectFrom('outbox')
    .select('links')
    .where('recipient', '=', recipient)
    .where('template', 'in', ['identity-changes:mail.old', 'identity-changes:mail.new'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return mail.links[0]!.split('/').at(-1)!
}

/** A company and its admin for tests of changed identities. */
export function prepareIdentityChanges() {
  beforeAll(async () => {
    world = await openWorld()
    company = await buildCompany(world)
    admin = await signedInAs(world, 'EMPLOYER_ADMIN', company)
    hash = await hashPassword(password)
  })
  afterAll(() => world.close())
}
