import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { demoUsers } from '#features/operations/demo/rules.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import { KEPT_HERE } from '#platform/server/runtime/gateways.ts'
import { makeDocuments } from '../server/documents.ts'
import { createApp } from '../server/server.ts'
import { seedRights, seedUnusedAccount } from './accounts.ts'
import { seedBooks } from './books.ts'
import { createSeedClock, daysAgo, type SeedClock } from './clock.ts'
import { confirmStoreAccounts, seedCompanies } from './companies.ts'
import { seedExit } from './exits.ts'
import { seedLeaseChanges } from './lease-changes.ts'
import { seedLessorFiles } from './lessor-files.ts'
import { seedMoney } from './money.ts'
import { seedOrders } from './orders.ts'
import { createPeople, type People, superAdminSecret } from './people.ts'
import { seedRecords } from './records.ts'
import { acceptEmployerTerms, seedInsuranceTerms } from './terms.ts'
import { seedCare, seedWaiting } from './waiting.ts'

const totp = ({ vault, env }: Services, secret: string) => ({
  totp_secret_sealed: vault.seal(secret),
  totp_confirmed_at: env.now(),
})

/** The first account, and what it does to an account that nobody uses. */
async function seedSuperAdmin(parts: { app: FastifyInstance; services: Services; clock: SeedClock }, people: People) {
  const from = '2023-12-04'
  parts.clock.setTo(from)
  const secret = totp(parts.services, superAdminSecret)
  const superAdmin = await people.user('Saga', 'Esimerkki', 'super@demo.example', secret)
  await people.role(superAdmin.userId, 'SUPER_ADMIN')
  const admin = await people.signIn(superAdmin.userId)
  await seedUnusedAccount(parts, { admin, from })
  return admin
}

/** Staff and a reader of the books with a code app, employers of three companies, a group's admin and a reader of reports. */
async function seedUsers(people: People, services: Services) {
  const phone = { phone_number: '0401234567', phone_verified_at: services.env.now() }
  const internal = await people.user(
    'Ilmari',
    'Esimerkki',
    'internal@demo.example',
    totp(services, 'KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU'),
  )
  const books = await people.user(
    'Kirsi',
    'Esimerkki',
    'books@demo.example',
    totp(services, 'MFRGGZDFMZTWQ2LKMFRGGZDFMZTWQ2LK'),
  )
  const employer = await people.user('Riikka', 'Malli', 'employer@demo.example', { ...phone, sms_factor: true })
  const editor = await people.user('Eetu', 'Malli', 'editor@demo.example')
  const group = await people.user('Kaisa', 'Malli', 'group@demo.example')
  const reporting = await people.user('Pertti', 'Malli', 'reporting@demo.example')
  const employerB = await people.user('Tuomas', 'Malli', 'employer-b@demo.example')
  const employerC = await people.user('Camilla', 'Malli', 'employer-c@demo.example', { language: 'sv' })
  const employerD = await people.user('Donna', 'Malli', 'employer-d@demo.example')
  return { internal, books, employer, editor, group, reporting, employerB, employerC, employerD }
}

type Users = Awaited<ReturnType<typeof seedUsers>>
type World = Awaited<ReturnType<typeof seedCompanies>>

async function giveRoles(people: People, users: Users, { a, b, c, d, groupCompanyId }: World) {
  const { internal, books, employer, editor, group, reporting, employerB, employerC, employerD } = users
  await people.role(internal.userId, 'INTERNAL_ADMIN')
  await people.role(books.userId, 'BOOKKEEPING_READER')
  await people.role(employer.userId, 'EMPLOYER_ADMIN', { companyId: a.companyId })
  await people.role(editor.userId, 'EMPLOYER_EDITOR', { companyId: a.companyId })
  await people.role(group.userId, 'EMPLOYER_GROUP_ADMIN', { groupCompanyId })
  await people.role(reporting.userId, 'EMPLOYER_REPORTING', { companyId: a.companyId })
  await people.role(employerB.userId, 'EMPLOYER_ADMIN', { companyId: b.companyId })
  await people.role(employerC.userId, 'EMPLOYER_ADMIN', { companyId: c.companyId })
  await people.role(employerD.userId, 'EMPLOYER_ADMIN', { companyId: d.companyId })
}

async function nameRecipients(db: Db, { reporting, employer, group, employerC }: Users, world: World) {
  const { a, c } = world
  await db
    .insertInto('payroll_recipients')
    .values([
      { company_id: a.companyId, user_id: reporting.userId },
      { company_id: a.companyId, user_id: employer.userId },
      { company_id: c.companyId, user_id: employerC.userId },
    ])
    .execute()
  await db
    .insertInto('group_payroll_recipients')
    .values({ group_company_id: world.groupCompanyId, user_id: group.userId })
    .execute()
}

interface Seeding {
  /** Told after each order. */
  readonly progress: (done: number, total: number) => void
}

/**
 * Fills a new database with the demo: people, companies, and an order in every status, all made by the application's
 * own calls with the clock set back.
 */
export async function seedDemo(services: Services, { progress }: Seeding): Promise<void> {
  const clock = createSeedClock(services.env.now())
  const seeding: Services = { ...services, env: clock, wakeOutbox: () => undefined, wakeDocuments: () => undefined }
  const app = await createApp(seeding)
  try {
    const { password } = demoUsers[0]!
    const people = await createPeople(seeding, password)
    const superAdmin = await seedSuperAdmin({ app, services: seeding, clock }, people)
    clock.setTo('2025-01-07')
    const world = await seedCompanies(seeding)
    await seedInsuranceTerms(seeding)
    const users = await seedUsers(people, seeding)
    await giveRoles(people, users, world)
    await confirmStoreAccounts(seeding, { named: users.internal.userId, confirmed: superAdmin.userId })
    await nameRecipients(services.database.primary, users, world)
    const actors = {
      staff: await people.signIn(users.internal.userId),
      superAdmin,
      a: await people.signIn(users.employer.userId),
      b: await people.signIn(users.employerB.userId),
      c: await people.signIn(users.employerC.userId),
      d: await people.signIn(users.employerD.userId),
    }
    const parts = { app, services: seeding, clock, people, world, actors }
    await acceptEmployerTerms(parts, password)
    await seedOrders({ ...parts, password, progress })
    await seedLeaseChanges(parts)
    await seedRecords(parts)
    await seedMoney(parts)
    await seedExit(parts)
    await seedLessorFiles(parts)
    await seedWaiting(parts)
    await seedBooks(parts)
    await seedRights(parts)
    await seedCare(parts)
    await makeDocuments.run(services)
    await finish(services, daysAgo(clock, 6))
  } finally {
    await app.close()
  }
}

/** What was written long ago is kept as all the demo's messages are, old notices as read; the seed's own sessions go. */
async function finish(services: Services, unreadFrom: string) {
  const db = services.database.primary
  await db
    .updateTable('outbox')
    .set((eb) => ({
      status: 'SENT' as const,
      sent_at: eb.ref('created_at'),
      attempts: 1,
      provider_id: sql<string>`${KEPT_HERE} || id`,
    }))
    .where('status', '=', 'PENDING')
    .execute()
  await db
    .updateTable('notifications')
    .set((eb) => ({ read_at: eb.ref('created_at') }))
    .where('created_at', '<', new Date(`${unreadFrom}T00:00:00Z`))
    .execute()
  await db.deleteFrom('sessions').execute()
  await db.deleteFrom('rate_limits').execute()
}
