import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownSignIn } from '#features/ground/sessions/own-sign-in-contract.ts'
import { hashPassword } from '#features/ground/sessions/server/password-hash.ts'
import { type PermissionName, readingRole, roleNames, seededPermissionsOf } from '#platform/contract/permissions.ts'
import { aim, byFeature, endpoints, resultsOf, type Titled } from '#testing/aim.ts'
import { buildUser } from '#testing/builders.ts'
import { createTestDatabase } from '#testing/database.ts'
import { buildTenants } from '#testing/lists/tenants.ts'
import { asApplication } from '#testing/plain-role.ts'
import { withoutWing } from '#testing/sources/source-imports.ts'
import type { World } from '#testing/world.ts'
import { openWorldOn } from '#testing/world-on.ts'

/** Fewer connections than calls at once: a call that holds one and waits for another then waits for ever. */
const POOL_SIZE = '2'
const AT_ONCE = 3

/** Makes the rows, with connections enough. */
let maker: World
let world: World
let tenants: Awaited<ReturnType<typeof buildTenants>>
beforeAll(async () => {
  const database = await createTestDatabase()
  maker = await openWorldOn(database.connection, { onClose: () => database.drop() })
  tenants = await buildTenants(maker)
  // As in production: the application's role owns nothing, and events can only be added.
  world = await openWorldOn(await asApplication(database), { variables: { POOL_SIZE } })
}, 120_000)
afterAll(async () => {
  await world.close()
  await maker.close()
})

// The switch of the maintenance would close the service for every call that follows, and the tax has no tables here.
const unsafe = endpoints.filter(
  ({ spec }) => spec.method !== 'GET' && !/maintenance|\/demo\/|income-tax$/.test(spec.path),
)

/** A caller of a role that holds the permission, in a session of their own, since some calls end it. */
async function callerOf({ spec }: Titled) {
  const role = roleNames.findLast(
    (name) => name !== readingRole && seededPermissionsOf(name).includes(spec.access as PermissionName),
  )
  return world.signIn(tenants.principals[role ?? 'EMPLOYER_ADMIN'].userId)
}

describe('three calls at the same moment on two connections', () => {
  it.each(byFeature(unsafe))('are all answered by every writing call of $feature', async ({ own }) => {
    const results = await resultsOf(own, async (cell) => {
      const caller = await callerOf(cell)
      const replies = await Promise.all(
        Array.from({ length: AT_ONCE }, (_, place) =>
          aim(world, cell.spec, caller, {
            tenant: tenants.own,
            headers: { 'idempotency-key': `${cell.title} ${place}`.slice(-60) },
          }),
        ),
      )
      return replies.filter(({ status }) => status >= 500).map(({ body }) => JSON.stringify(body))
    })
    expect(results).toEqual(Object.fromEntries(own.map(({ title }) => [title, []])))
  })

  it('are all done by people who prove themselves with their password first', async () => {
    const password = 'kolme-pyoraa-ja-silta'
    const hash = await hashPassword(password)
    const people = await Promise.all([buildUser(world), buildUser(world), buildUser(world)])
    const db = world.services.database.primary
    for (const { userId } of people)
      await db.updateTable('users').set({ password_hash: hash }).where('id', '=', userId).execute()
    const replies = await Promise.all(
      people.map(async ({ userId }, place) =>
        world.call(ownSignIn.setSmsFactor, {
          as: await world.signIn(userId),
          body: { password, enabled: false },
          key: `own ${place}`,
        }),
      ),
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  })
})

describe('inside a write', () => {
  const source = path.resolve(import.meta.dirname, '../../../features')
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\/server\/.*\.ts$/.test(file) && !/\.test\.ts$|jobs?\.ts$/.test(file),
  )
  /** Files beside the jobs that ask outside a transaction. Each says why it may. */
  const outside: Record<string, string> = {
    'agreements/server/handlers.ts': 'a reading call',
    'agreements/signing/server/handlers.ts': 'looks whether the agreement is there before the password is hashed',
    'banking/server/matching/settlements.ts': 'a job',
    'bike-services/server/shop.ts': 'counts a try of a voucher’s code',
    'bookkeeping/server/ledger-file.ts': 'a reading call, which reads what the job has just numbered',
    'bookkeeping/server/voucher-file.ts': 'a reading call',
    'bookkeeping/server/numbering.ts': 'a job',
    'brokerage/server/sign.ts': 'looks whether the transfer is out for signing before the password is hashed',
    'accounts/server/application-retention.ts': 'a job',
    'orders/server/store/counter.ts': 'counts an attempt at a price before anything is looked at',
    'orders/server/store/store-page.ts': 'counts a guess of the delivery code',
    'sessions/server/codes.ts': 'counts messages and tries',
    'sessions/server/passwords.ts': 'proves a password',
    'sessions/server/handlers.ts': 'reads the account that a password or a code belongs to',
    'sessions/server/sign-in.ts': 'proves a password',
    'sessions/server/own-sign-in-handlers.ts': 'reads the account of a proven password',
    'event-log/server/handlers.ts': 'a reading call',
    'health/server/handlers.ts': 'asks whether the database answers',
    'invoices/ledger/server/invoice-document.ts': 'draws the document that the job has claimed',
    'invoices/server/lines-file.ts': 'draws the document that the job has claimed',
    'demo/server/clock.ts': 'keeps the clock of the process',
    'demo/server/handlers.ts': 'a reading call',
    'identity-changes/server/handlers.ts': 'looks whether the caller may reset before the proposal is counted',
    'identity-changes/server/proposals.ts': 'counts a proposal',
    'identity-changes/server/proof-handlers.ts': 'reads the account that a code belongs to',
    'identity-changes/server/signing.ts': 'reads what a person holds before a code is counted and sent',
    'personal-data/server/archive.ts': 'makes the archive that the job has claimed',
    'company-export/server/export-company.ts': 'a command',
    'registration/server/codes.ts': 'counts a try',
    'registration/server/handlers.ts': 'finds the company before the password is hashed',
    'accounts/server/changes.ts': 'looks whether a change proposes something before that is counted',
    'accounts/server/inactivity.ts': 'a job',
    'tasks/server/our-lateness.ts': 'a job',
    'proposals/server/answer.ts': 'counts a try of a code',
  }

  it('nothing asks on another connection, but for the files named here', () => {
    const asking = files.filter((file) =>
      /database\.(primary|read|lists|freshLists)\b|context\.read\b/.test(readFileSync(path.join(source, file), 'utf8')),
    )
    const named = asking.map((file) => withoutWing(`features/${file}`))
    expect(named.filter((file) => !(file in outside))).toEqual([])
    expect(Object.keys(outside).filter((file) => !named.includes(file))).toEqual([])
  })
})
