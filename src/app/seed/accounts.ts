import type { FastifyInstance } from 'fastify'
import { accounts } from '#features/operations/accounts/contract.ts'
import { shutUnusedAccounts } from '#features/operations/accounts/server/inactivity.ts'
import type { Driver } from '#features/operations/demo/server/order-drive.ts'
import { ownRights, rights } from '#features/operations/rights/contract.ts'
import { memberships } from '#features/people/memberships/contract.ts'
import type { Services } from '#platform/server/http/context.ts'
import { addDays, type Day } from '#platform/values/days.ts'
import { daysAgo, type SeedClock } from './clock.ts'
import { clientOf, type SeedParts } from './order-client.ts'

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

/** Two who ask about their own data: one is answered, and the other's question waits for the staff. */
export async function seedRights(parts: SeedParts): Promise<void> {
  const { clock, people, actors, services } = parts
  const client = clientOf(parts)
  const personOf = async (email: string) => {
    const { id } = await services.database.primary
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    return people.signIn(id)
  }
  clock.setTo(daysAgo(clock, 38))
  const asked = await client.ok(ownRights.ask, {
    as: await personOf('employee-c@demo.example'),
    body: {
      kind: 'CORRECTION',
      wish: 'Mitt efternamn skrivs med ö. På min hemadress står dessutom en gammal trappuppgång.',
    },
  })
  clock.setTo(daysAgo(clock, 35))
  await client.ok(rights.answer, {
    as: await people.signIn(actors.staff.userId),
    params: { id: asked.requestId },
    body: {
      grants: true,
      answer: 'Namnet och adressen har rättats. Papper som redan är undertecknade står kvar som de var.',
      version: asked.version,
    },
  })
  clock.setTo(daysAgo(clock, 6))
  await client.ok(ownRights.ask, {
    as: await personOf('employee@demo.example'),
    body: { kind: 'CORRECTION', wish: 'Kotiosoitteeni on vaihtunut; vanha osoite näkyy vielä yhdellä laskulla.' },
  })
}
