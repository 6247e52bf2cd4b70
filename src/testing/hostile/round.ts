import { anotherOrder, type buildCast } from '#testing/journey.ts'
import type { Caller, World } from '#testing/world.ts'
import { HostileModel, type Party } from './model.ts'

export type Cast = Awaited<ReturnType<typeof buildCast>>

/** What only the employer may know, planted in a row; it must never stand in an answer to the person. */
const employersNote = 'TYÖNANTAJAN-MUISTIINPANO'
const privateAddress = 'oma@koti.example'
export const employersNumber = '0407770001'

export type Round = Awaited<ReturnType<typeof openRound>>

/**
 * One round: an agreement to sign, and the employer and the employee who each make random permitted calls against the
 * other. The employer reads the work mailbox and its own number, the person the private address and their own.
 */
export async function openRound(world: World, cast: Cast, random: () => number) {
  const { own, journey, orderId } = await anotherOrder(world, cast)
  await journey.choosePackage(orderId)
  await journey.answer(orderId)
  const db = world.services.database.primary
  const personId = own.employee.userId
  const rowOf = () => db.selectFrom('users').selectAll().where('id', '=', personId).executeTakeFirstOrThrow()
  const before = await rowOf()
  await db
    .updateTable('users')
    .set({
      personal_email: privateAddress,
      personal_email_verified_at: null,
      phone_verified_at: new Date(world.env.now().getTime() - 30 * 86_400_000),
    })
    .where('id', '=', personId)
    .execute()
  await db
    .updateTable('beneficiary_employees')
    .set({ employer_note: employersNote })
    .where('id', '=', own.employeeId)
    .execute()
  const now = () => world.env.now().getTime()
  const model = new HostileModel(now())
  const held: Record<Party, Caller | null> = { EMPLOYER: null, PERSON: own.employee }
  const faults: string[] = []
  return { world, cast, random, own, orderId, journey, db, personId, before, rowOf, now, model, held, faults }
}

/** A call of the person, whose answer is searched for what is the employer's. */
export async function callAsPerson({ world, faults }: Round, ...given: Parameters<World['call']>) {
  const reply = await world.call(...given)
  if (reply.raw.toString('utf8').includes(employersNote)) faults.push('the person read what the employer noted')
}

/** The newest message that this party reads: the work mailbox and its number, or the private address and number. */
export async function mailOf({ db, rowOf, before }: Round, by: Party, like: string) {
  const row = await rowOf()
  const mine =
    by === 'EMPLOYER'
      ? [row.email, row.work_email, before.email, employersNumber]
      : [privateAddress, before.phone_number!]
  return db
    .selectFrom('outbox')
    .select(['body_text', 'links'])
    .where('recipient', 'in', mine)
    .where('template', 'like', like)
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

/** What stands at the end, against the model. */
export async function closeRound({ db, cast, orderId, model, before, rowOf, faults }: Round) {
  const given = await db
    .selectFrom('signatures')
    .select(['party', 'user_id'])
    .where('company_id', '=', cast.companyId)
    .where(
      'leasing_agreement_id',
      'in',
      db.selectFrom('leasing_agreements').select('id').where('order_id', '=', orderId),
    )
    .execute()
  const has = (party: 'EMPLOYEE' | 'EMPLOYER') => given.some((one) => one.party === party)
  if (has('EMPLOYEE') !== (model.signedBy.PERSON !== null)) faults.push('a signature of the person that nobody made')
  if (has('EMPLOYER') !== (model.signedBy.EMPLOYER !== null))
    faults.push('a signature of the employer that nobody made')
  const after = await rowOf()
  if (after.first_name !== before.first_name) faults.push('the person was renamed')
  if (after.personal_email !== privateAddress) faults.push('the private address was changed')
  return faults
}
