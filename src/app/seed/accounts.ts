import type { FastifyInstance } from 'fastify'
import { accounts } from '#features/operations/accounts/contract.ts'
import { shutUnusedAccounts } from '#features/operations/accounts/server/inactivity.ts'
import type { Driver } from '#features/operations/demo/server/order-drive.ts'
import { memberships } from '#features/people/memberships/contract.ts'
import type { Services } from '#platform/server/http/context.ts'
import { addDays, type Day } from '#platform/values/days.ts'
import type { SeedClock } from './clock.ts'
import { clientOf } from './order-client.ts'

const email = 'selma.esimerkki@demo.example'

/** The secret of the link in the last mail to an address; the demo's outbox keeps it readable. */
export async function linkTokenOf({ database }: Services, recipient: string): Promise<string> {
  const mail = await database.primary
    .selectFrom('outbox')
    .select('links')
    .where('recipient', '=', recipient)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return new URL(mail.links[0]!).pathname.split('/').at(-1)!
}

/**
 * Somebody whom the super admin invites, who never signs in and is warned and shut out for it, and whose account the
 * super admin opens again. It takes a year, and lies before everybody else's account: none of them is idle then.
 */
export async function seedUnusedAccount(
  parts: { readonly app: FastifyInstance; readonly services: Services; readonly clock: SeedClock },
  { admin, from }: { readonly admin: Driver; readonly from: Day },
): Promise<void> {
  const { services, clock } = parts
  const client = clientOf(parts)
  const { user } = await client.ok(accounts.create, {
    as: admin,
    body: { firstName: 'Selma', lastName: 'Esimerkki', workEmail: email },
  })
  clock.pass(45)
  const token = await linkTokenOf(services, email)
  await client.ok(memberships.accept, { params: { token }, body: { password: 'seitseman veljesta 7' } })
  for (const days of [336, 368]) {
    clock.setTo(addDays(from, days))
    await shutUnusedAccounts.run(services)
  }
  clock.pass(180)
  await client.ok(accounts.update, { as: admin, params: { userId: user.userId }, body: { deactivated: false } })
}
