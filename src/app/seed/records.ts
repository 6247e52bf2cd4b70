import { answerBy } from '#features/ground/contact-forms/rules.ts'
import { employerUserIds, notify } from '#features/ground/notifications/server/notify.ts'
import { reporting } from '#features/payroll/reporting/contract.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import { createLinkToken } from '#platform/server/http/link-tokens.ts'
import { addDays, addMonths, helsinkiDay, monthOf, NO_LAST_DAY } from '#platform/values/days.ts'
import { daysAgo } from './clock.ts'
import { clientOf, type SeedParts } from './order-client.ts'

const applicants = [
  ['Päivi', 'Malli', 6, {}],
  ['Juha-Pekka', 'Malli', 5, { job_trial_period_end: 30 }],
  ['Sanna-Maria', 'Malli', 3, {}],
  ['Oskar', 'Malli', 1, { last_working_day: -200 }],
] as const

/** A person who has asked for company A's bicycle benefit. */
async function seedApplicant(
  { services: { env, database }, clock, people, world: { a } }: SeedParts,
  { first, last, days }: { first: string; last: string; days: number },
  values: Record<string, unknown>,
) {
  clock.setTo(daysAgo(clock, days))
  const user = await people.user(first, last, `${first}.${last}@kaarna.example`.toLowerCase().replaceAll('ä', 'a'), {
    phone_number: '0405550123',
  })
  await people.role(user.userId, 'BIKE_BENEFICIARY', { companyId: a.companyId })
  const id = env.id()
  await database.primary
    .insertInto('beneficiary_employees')
    .values({
      id,
      company_id: a.companyId,
      user_id: user.userId,
      unit_id: a.units[days % 3]!,
      employee_number: String(10_480 + days),
      cost_unit: '4120',
      status: 'PENDING',
      created_at: env.now(),
      updated_at: env.now(),
      ...values,
    })
    .execute()
  return id
}

/** Two visitors who wrote, one of whom has been answered and has thanked for it. */
async function seedContactForms({ services: { env, database }, clock, actors }: SeedParts): Promise<void> {
  clock.setTo(daysAgo(clock, 2))
  const answered = env.id()
  await database.primary
    .insertInto('contact_forms')
    .values([
      {
        id: env.id(),
        sender_role: 'EMPLOYER',
        name: 'Tiina Malli',
        email: 'tiina.malli@yritys.example',
        company: 'Esimerkki Kuusi Oy',
        message: 'Meillä on 40 työntekijää. Mitä pyöräetu maksaisi meille vuodessa?',
        created_at: env.now(),
        answer_by: answerBy(helsinkiDay(env.now())),
      },
      {
        id: answered,
        sender_role: 'STORE',
        name: 'Lauri Malli',
        email: 'lauri.malli@pyoraliike.example',
        message: 'Haluaisimme mukaan liikkeeksi. Miten pääsemme alkuun?',
        created_at: env.now(),
        answer_by: answerBy(helsinkiDay(env.now())),
        checked: true,
        checked_by: actors.staff.userId,
        checked_at: env.now(),
      },
    ])
    .execute()
  const answer = (kind: 'SENT' | 'CAME', body: string, minutes: number) => ({
    id: env.id(),
    contact_form_id: answered,
    kind,
    body,
    written_by: actors.staff.userId,
    created_at: new Date(env.now().getTime() + minutes * 60_000),
  })
  await database.primary
    .insertInto('contact_form_answers')
    .values([
      answer('SENT', 'Hei Lauri! Lähetä meille liikkeen Y-tunnus ja tilinumero, niin lisäämme teidät.', 45),
      answer('CAME', 'Kiitos, lähetän tiedot huomenna.', 120),
    ])
    .execute()
}

/** A leave to come with its deputy, and two views that the staff have kept of the order desk. */
async function seedDesk({ services: { env, database }, clock, actors, world }: SeedParts): Promise<void> {
  const db = database.primary
  const editor = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'editor@demo.example')
    .executeTakeFirstOrThrow()
  const { today } = clock
  await db
    .insertInto('deputies')
    .values({
      id: env.id(),
      company_id: world.a.companyId,
      user_id: actors.a.userId,
      deputy_user_id: editor.id,
      from_day: addDays(today, -1),
      to_day: addDays(today, 12),
      is_active: true,
      named_by: actors.a.userId,
      created_at: env.now(),
    })
    .execute()
  const view = (name: string, search: string, is_shared: boolean) => ({
    id: env.id(),
    user_id: actors.staff.userId,
    list: '/api/orders/list-data',
    name,
    search,
    is_shared,
    created_at: env.now(),
    updated_at: env.now(),
  })
  await db
    .insertInto('list_views')
    .values([view('Liikkeen vuoro', '?waitingFor=STORE', true), view('Omat ryhmät', '?grouped=true&rows=50', false)])
    .execute()
}

/** The link by which the people of the demo have joined, closed since, and how often it was opened. */
async function seedOpenings({ services: { env, database }, clock, actors, world }: SeedParts): Promise<void> {
  const db = database.primary
  const of = { purpose: 'join', days: 90, companyId: world.a.companyId, createdBy: actors.a.userId } as const
  const link = await createLinkToken(db, env, of)
  await db.updateTable('link_tokens').set({ revoked_at: env.now() }).where('id', '=', link.id).execute()
  const openings = [9, 14, 6, 11, 3, 7, 18, 5, 2, 4]
  await db
    .insertInto('link_openings')
    .values(
      openings.map((count, at) => ({ link_id: link.id, day: addDays(clock.today, -3 - 7 * at), openings: count })),
    )
    .execute()
}

/** Applications that wait, one that was rejected, and contact forms. */
export async function seedRecords(parts: SeedParts): Promise<void> {
  const { services, clock, world, actors } = parts
  await lockPastMonths(parts)
  const { database, env } = services
  const { a } = world
  const company = await database.primary
    .selectFrom('companies')
    .select('name')
    .where('id', '=', a.companyId)
    .executeTakeFirstOrThrow()
  for (const [first, last, days, dates] of applicants) {
    const id = await seedApplicant(
      parts,
      { first, last, days },
      {
        job_trial_period_end: 'job_trial_period_end' in dates ? daysAgo(clock, -dates.job_trial_period_end) : null,
        last_working_day: 'last_working_day' in dates ? daysAgo(clock, dates.last_working_day) : NO_LAST_DAY,
      },
    )
    await database.transaction(async (tx) =>
      notify(tx, services, await employerUserIds(tx, a.companyId), {
        type: 'EMPLOYEE_REGISTRATION',
        template: 'employees:notice.registered',
        values: { name: `${first} ${last}`, company: company.name },
        link: pageUrl('employer', {}, { companyId: a.companyId, open: id }),
        companyId: a.companyId,
      }),
    )
  }
  await seedApplicant(
    parts,
    { first: 'Kalle', last: 'Malli', days: 40 },
    {
      status: 'REJECTED',
      reject_reason: 'Työsuhde on määräaikainen ja päättyy ennen leasingkautta.',
      decided_by: actors.a.userId,
      decided_at: env.now(),
    },
  )
  await seedContactForms(parts)
  await seedOpenings(parts)
  await seedDesk(parts)
}

/** Every company's payroll months up to the one before last are locked, each on its 26th. */
async function lockPastMonths(parts: SeedParts): Promise<void> {
  const { clock, world, actors } = parts
  const client = clientOf(parts)
  const lastLocked = monthOf(addMonths(clock.today, -2))
  for (const company of ['a', 'b', 'c', 'd'] as const) {
    const { companyId } = world[company]
    const as = actors[company]
    clock.setTo(clock.today)
    const { items } = await client.ok(reporting.months, { as, query: { companyId } })
    const months = items
      .map((one) => one.month)
      .filter((month) => month <= lastLocked)
      .toSorted()
    for (const month of months) {
      clock.setTo(`${month}-26`)
      const { previewHash } = await client.ok(reporting.rows, { as, params: { companyId, month } })
      await client.ok(reporting.lock, { as, params: { companyId, month }, body: { previewHash: previewHash! } })
    }
  }
}
