import { identityChanges } from '#features/ground/identity-changes/contract.ts'
import { sessions } from '#features/ground/sessions/contract.ts'
import { signing } from '#features/leases/agreements/signing/contract.ts'
import { accounts } from '#features/operations/accounts/contract.ts'
import { companies } from '#features/people/companies/contract.ts'
import { employees } from '#features/people/employees/contract.ts'
import type { Caller } from '#testing/world.ts'
import type { Party } from './model.ts'
import { callAsPerson, employersNumber, mailOf, type Round } from './round.ts'

const tokenOf = (mail: { links: string[] } | undefined) => mail?.links[0]?.split('/').at(-1)
const codeOf = (mail: { body_text: string } | undefined) => /(?<![\w-])\d{6}\b/.exec(mail?.body_text ?? '')?.[0]

async function sign(round: Round, party: Party, by: Party, as: Caller) {
  const { world, cast, db, journey, orderId, model, now, faults } = round
  const { agreement, employee } = await journey.order(cast.staff, orderId)
  if (!agreement) return
  const params = { id: agreement.leasingAgreementId }
  const read = { version: agreement.version, documentSha256: agreement.documentSha256! }
  if (party === 'PERSON') await world.call(signing.requestCode, { as, params, body: read })
  const may = party === 'EMPLOYER' ? by === 'EMPLOYER' && as === cast.employer : model.maySignAsPerson(by, now())
  const code = codeOf(await mailOf(round, by, 'identity-changes:%signing'))
  const boss = await db.selectFrom('users').selectAll().where('id', '=', cast.employer.userId).executeTakeFirstOrThrow()
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

async function recover(round: Round, by: Party) {
  const { world, cast, personId, rowOf, model, now, held } = round
  const { email } = await rowOf()
  await world.call(sessions.recoverPassword, { body: { email } })
  const token = tokenOf(await mailOf(round, by, 'sessions:mail.recovery'))
  if (!token) return
  const reply = await world.call(sessions.resetPassword, { params: { token }, body: { password: cast.password } })
  if (reply.status !== 200) return
  model.recovered(now())
  held.EMPLOYER = by === 'EMPLOYER' ? await world.signIn(personId) : null
  held.PERSON = by === 'PERSON' ? await world.signIn(personId) : null
}

async function setPhone(round: Round, by: Party, as: Caller, phoneNumber: string) {
  const { world, cast, personId, model, now } = round
  await world.call(sessions.setPhone, {
    as,
    params: { userId: personId },
    body: { phoneNumber, password: cast.password },
  })
  const code = codeOf(await mailOf(round, by, 'sessions:sms.code'))
  if (!code) return
  const reply = await world.call(sessions.confirmPhone, { as, body: { code } })
  if (reply.status === 200) model.phoneReplaced(by, now())
}

/** Follows the link of a proposed address; when the account has moved, nobody is signed in any more. */
async function followIdentityLink(round: Round, template: string) {
  const { world, rowOf, model, now, held } = round
  const token = tokenOf(await mailOf(round, 'EMPLOYER', template))
  const was = (await rowOf()).email
  if (token) await world.call(identityChanges.confirm, { params: { token } })
  if ((await rowOf()).email === was) return
  model.moved(now())
  held.PERSON = null
  held.EMPLOYER = null
}

type HostileCall = () => Promise<unknown>

const signedInAs =
  ({ held }: Round) =>
  (by: Party, act: (as: Caller) => Promise<unknown>): HostileCall =>
  async () => {
    const as = held[by]
    if (as) await act(as)
  }

/** The permitted calls with which the employer tries to act as the person. */
export function employersCalls(round: Round): readonly HostileCall[] {
  const { world, cast, random, personId, rowOf } = round
  const withSession = signedInAs(round)
  const updatePerson = async (change: Record<string, string>) => {
    const { version } = await rowOf()
    await world.call(accounts.update, { as: cast.employer, params: { userId: personId }, body: { ...change, version } })
  }
  return [
    () => sign(round, 'EMPLOYER', 'EMPLOYER', cast.employer),
    () => sign(round, 'PERSON', 'EMPLOYER', cast.employer),
    withSession('EMPLOYER', (as) => sign(round, 'PERSON', 'EMPLOYER', as)),
    withSession('EMPLOYER', (as) => setPhone(round, 'EMPLOYER', as, employersNumber)),
    () => recover(round, 'EMPLOYER'),
    () => updatePerson({ workEmail: `siirto${Math.floor(random() * 1e6)}@yritys.example` }),
    () => updatePerson({ phoneNumber: employersNumber, firstName: 'Toinen' }),
    () => followIdentityLink(round, random() < 0.5 ? 'identity-changes:mail.old' : 'identity-changes:mail.new'),
  ]
}

/** The permitted calls with which the person tries to act as the employer, or to read what is the employer's. */
export function personsCalls(round: Round): readonly HostileCall[] {
  const { world, cast, own, before, personId } = round
  const withSession = signedInAs(round)
  const read = (...given: Parameters<typeof world.call>) => callAsPerson(round, ...given)
  return [
    withSession('PERSON', (as) => sign(round, 'PERSON', 'PERSON', as)),
    withSession('PERSON', (as) => sign(round, 'EMPLOYER', 'PERSON', as)),
    withSession('PERSON', (as) => setPhone(round, 'PERSON', as, before.phone_number!)),
    withSession('PERSON', async (as) => {
      const [waiting] = (await world.ok(identityChanges.mine, { as })).items
      if (waiting) await world.call(identityChanges.refuseOwn, { as, params: { id: waiting.identityChangeId } })
    }),
    withSession('PERSON', (as) => read(employees.details, { as, params: { id: own.employeeId } })),
    withSession('PERSON', (as) => read(employees.mine, { as })),
    withSession('PERSON', (as) => read(accounts.own, { as })),
    withSession('PERSON', (as) =>
      read(companies.update, { as, params: { id: cast.companyId }, body: { twoFactor: 'NONE' } }),
    ),
    withSession('PERSON', (as) =>
      read(companies.addRecipients, { as, params: { id: cast.companyId }, body: { userIds: [personId] } }),
    ),
    () => recover(round, 'PERSON'),
  ]
}
