import { signing } from '#features/agreements/signing/contract.ts'
import { companies } from '#features/companies/contract.ts'
import { employees } from '#features/employees/contract.ts'
import { identity } from '#features/identity/contract.ts'
import { people } from '#features/people/contract.ts'
import { sessions } from '#features/sessions/contract.ts'
import { anotherOrder, type buildCast } from '#testing/journey.ts'
import type { Caller, World } from '#testing/world.ts'
import { HostileModel, type Party } from './model.ts'
import { pick, randomOf } from './random.ts'

type Cast = Awaited<ReturnType<typeof buildCast>>

/** What only the employer may know, planted in a row; it must never stand in an answer to the person. */
const employersNote = 'TYÖNANTAJAN-MUISTIINPANO'
const privateAddress = 'oma@koti.example'
const employersNumber = '0407770001'

/**
 * One round: an agreement to sign, and the employer and the employee who each make random permitted calls against the
 * other. The employer reads the work mailbox and its own number, the person the private address and their own.
 */
async function openRound(world: World, cast: Cast, random: () => number) {
  const { own, journey, orderId } = await anotherOrder(world, cast)
  await journey.choosePackage(orderId)
  await journey.answer(orderId)
  const db = world.services.database.primary
  const personId = own.employee.userId
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

  async function rowOf() {
    return db.selectFrom('users').selectAll().where('id', '=', personId).executeTakeFirstOrThrow()
  }
  /** A call of the person, whose answer is searched for what is the employer's. */
  const hear = async (...given: Parameters<World['call']>) => {
    const reply = await world.call(...given)
    if (reply.raw.toString('utf8').includes(employersNote)) faults.push('the person read what the employer noted')
  }

  /** The newest message that this party reads: the work mailbox and its number, or the private address and number. */
  const mailOf = async (by: Party, like: string) => {
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
  const tokenOf = (mail: { links: string[] } | undefined) => mail?.links[0]?.split('/').at(-1)
  const codeOf = (mail: { body_text: string } | undefined) => /\b\d{6}\b/.exec(mail?.body_text ?? '')?.[0]
  const orderNow = () => journey.order(cast.staff, orderId)

  const sign = async (party: Party, by: Party, as: Caller) => {
    const { agreement, employee } = await orderNow()
    if (!agreement) return
    const params = { id: agreement.leasingAgreementId }
    const read = { version: agreement.version, documentSha256: agreement.documentSha256! }
    if (party === 'PERSON') await world.call(signing.requestCode, { as, params, body: read })
    const may = party === 'EMPLOYER' ? by === 'EMPLOYER' && as === cast.employer : model.maySignAsPerson(by, now())
    const code = codeOf(await mailOf(by, 'identity:%signing'))
    const boss = await db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', cast.employer.userId)
      .executeTakeFirstOrThrow()
    const typedName =
      party === 'PERSON' ? `${employee.firstName} ${employee.lastName}` : `${boss.first_name} ${boss.last_name}`
    const reply = await world.call(signing.sign, {
      as,
      params,
      body: {
        ...read,
        party: party === 'PERSON' ? 'EMPLOYEE' : 'EMPLOYER',
        typedName,
        password: cast.password,
        ...(code ? { code } : {}),
      },
    })
    if (reply.status !== 200) return
    model.signed(party, by)
    if (!may) faults.push(`${by} gave the signature of ${party}`)
  }
  const recover = async (by: Party) => {
    const { email } = await rowOf()
    await world.call(sessions.recoverPassword, { body: { email } })
    const token = tokenOf(await mailOf(by, 'sessions:mail.recovery'))
    if (!token) return
    const reply = await world.call(sessions.resetPassword, { params: { token }, body: { password: cast.password } })
    if (reply.status !== 200) return
    model.recovered(now())
    held.EMPLOYER = by === 'EMPLOYER' ? await world.signIn(personId) : null
    held.PERSON = by === 'PERSON' ? await world.signIn(personId) : null
  }
  const setPhone = async (by: Party, as: Caller, phoneNumber: string) => {
    await world.call(sessions.setPhone, {
      as,
      params: { userId: personId },
      body: { phoneNumber, password: cast.password },
    })
    const code = codeOf(await mailOf(by, 'sessions:sms.code'))
    if (!code) return
    const reply = await world.call(sessions.confirmPhone, { as, body: { code } })
    if (reply.status === 200) model.phoneReplaced(by, now())
  }
  const noteMove = async (was: string) => {
    if ((await rowOf()).email !== was) {
      model.moved(now())
      held.PERSON = null
      held.EMPLOYER = null
    }
  }

  const asPerson = (by: Party, act: (as: Caller) => Promise<unknown>) => async () => {
    const as = held[by]
    if (as) await act(as)
  }
  const byEmployer: readonly (() => Promise<unknown>)[] = [
    () => sign('EMPLOYER', 'EMPLOYER', cast.employer),
    () => sign('PERSON', 'EMPLOYER', cast.employer),
    asPerson('EMPLOYER', (as) => sign('PERSON', 'EMPLOYER', as)),
    asPerson('EMPLOYER', (as) => setPhone('EMPLOYER', as, employersNumber)),
    () => recover('EMPLOYER'),
    async () => {
      const row = await rowOf()
      const body = { workEmail: `siirto${Math.floor(random() * 1e6)}@yritys.example`, version: row.version }
      await world.call(people.update, { as: cast.employer, params: { userId: personId }, body })
    },
    async () => {
      const row = await rowOf()
      const body = { phoneNumber: employersNumber, firstName: 'Toinen', version: row.version }
      await world.call(people.update, { as: cast.employer, params: { userId: personId }, body })
    },
    async () => {
      const token = tokenOf(await mailOf('EMPLOYER', random() < 0.5 ? 'identity:mail.old' : 'identity:mail.new'))
      const was = (await rowOf()).email
      if (token) await world.call(identity.confirm, { params: { token } })
      await noteMove(was)
    },
  ]
  const byPerson: readonly (() => Promise<unknown>)[] = [
    asPerson('PERSON', (as) => sign('PERSON', 'PERSON', as)),
    asPerson('PERSON', (as) => sign('EMPLOYER', 'PERSON', as)),
    asPerson('PERSON', (as) => setPhone('PERSON', as, before.phone_number!)),
    asPerson('PERSON', async (as) => {
      const [waiting] = (await world.ok(identity.mine, { as })).items
      if (waiting) await world.call(identity.refuseOwn, { as, params: { id: waiting.identityChangeId } })
    }),
    asPerson('PERSON', (as) => hear(employees.details as never, { as, params: { id: own.employeeId } } as never)),
    asPerson('PERSON', (as) => hear(employees.mine, { as })),
    asPerson('PERSON', (as) => hear(people.own, { as })),
    asPerson('PERSON', (as) =>
      hear(companies.update, { as, params: { id: cast.companyId }, body: { twoFactor: 'NONE' } }),
    ),
    asPerson('PERSON', (as) =>
      hear(companies.addRecipients, { as, params: { id: cast.companyId }, body: { userIds: [personId] } }),
    ),
    () => recover('PERSON'),
  ]

  return {
    faults,
    async step() {
      const actions = random() < 0.6 ? byEmployer : byPerson
      await pick(random, actions)()
      // Time passes, but less in a round than a told person has to answer in.
      if (random() < 0.1) world.env.advance(3_600_000)
    },
    /** What stands at the end, against the model. */
    async close() {
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
      if (has('EMPLOYEE') !== (model.signedBy.PERSON !== null))
        faults.push('a signature of the person that nobody made')
      if (has('EMPLOYER') !== (model.signedBy.EMPLOYER !== null))
        faults.push('a signature of the employer that nobody made')
      const after = await rowOf()
      if (after.first_name !== before.first_name) faults.push('the person was renamed')
      if (after.personal_email !== privateAddress) faults.push('the private address was changed')
      return faults
    },
  }
}

/** Rounds of hostile steps. @returns what the model did not foresee */
export async function hostileWalk(
  world: World,
  cast: Cast,
  { steps, perRound = 60, seed }: { steps: number; perRound?: number; seed: number },
): Promise<string[]> {
  const random = randomOf(seed)
  const faults: string[] = []
  for (let done = 0; done < steps; done += perRound) {
    const round = await openRound(world, cast, random)
    for (let step = 0; step < Math.min(perRound, steps - done); step += 1) await round.step()
    faults.push(...(await round.close()).map((fault) => `round ${done / perRound}: ${fault}`))
    await world.services.database.primary.deleteFrom('rate_limits').execute()
  }
  return faults
}
