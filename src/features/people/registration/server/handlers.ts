import type { EmployeeStatus } from '#features/ground/employment/rules.ts'
import { hashPassword } from '#features/ground/sessions/server/password-hash.ts'
import { assertPasswordStrong } from '#features/ground/sessions/server/passwords.ts'
import { createSession } from '#features/ground/sessions/server/session-tokens.ts'
import { registerEmployee } from '#features/people/employees/server/register.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { AppError } from '#platform/contract/errors.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import { normaliseEmail } from '#platform/contract/validation.ts'
import { logEvent } from '#platform/server/events/events.ts'
import { Answer, type BaseContext, type Handlers } from '#platform/server/http/context.ts'
import { requireEmail, storedPhone } from '#platform/server/http/identifier-fields.ts'
import { countAttempt, forgiveAttempt } from '#platform/server/http/limits.ts'
import { requireLinkToken } from '#platform/server/http/link-tokens.ts'
import { sendMail } from '#platform/server/messages/messages.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import type { registration } from '../contract.ts'
import { CODE_MINUTES, checkCode, type KeptRegistration, keepRegistration, spendCode } from './codes.ts'
import { companiesOfLink, type Place, placeOf, unitsOf } from './link-target.ts'
import { countOpening } from './openings.ts'
import { findAccountAt, findGroupName } from './queries.ts'

/** Mails by one link are counted together, from whatever address they are asked for. */
const mailsOf = (linkId: string) => ({ identifier: linkId, address: 'every link' })

const joined = ({ company }: Place, row: { employeeId: string; status: EmployeeStatus }) => ({
  beneficiaryEmployeeId: row.employeeId,
  companyId: company.id,
  companyName: company.name,
  status: row.status,
})

/** What is kept of a registration. The same work is done for every address, so that the time tells nothing. */
async function keptOf(
  body: BodyOf<typeof registration.apply>,
  email: string,
  linkId: string,
  place: Place,
): Promise<KeptRegistration> {
  const firstName = body.firstName.trim()
  const lastName = body.lastName.trim()
  assertPasswordStrong(body.password, { email, firstName, lastName })
  return {
    linkId,
    companyId: place.company.id,
    unitId: place.unitId,
    employeeNumber: place.employeeNumber,
    firstName,
    lastName,
    phoneNumber: storedPhone(body.phoneNumber, 'phoneNumber') ?? '',
    language: body.language ?? place.company.language,
    passwordHash: await hashPassword(body.password),
  }
}

/** @returns the new account's id, or null when the address has got an account in the meantime */
async function createAccount(context: BaseContext, email: string, kept: KeptRegistration): Promise<string | null> {
  const { db, env } = context
  const id = env.id()
  const now = env.now()
  const made = await db
    .insertInto('users')
    .values({
      id,
      email,
      work_email: email,
      first_name: kept.firstName,
      last_name: kept.lastName,
      phone_number: kept.phoneNumber,
      language: kept.language,
      password_hash: kept.passwordHash,
      home_company_id: kept.companyId,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return null
  const actor = { kind: 'EMPLOYEE', userId: id } as const
  await logEvent(db, env, actor, 'USER_CREATED', { subject: { type: 'person', id }, companyId: kept.companyId })
  return id
}

export const registrationHandlers: Handlers<typeof registration> = {
  async look(_request, { db, database, token, brand, env }) {
    // What fetches the page alone, such as a scanner of mail, does not come here: the page's own script does.
    await countOpening(database.primary, token.id, helsinkiDay(env.now()))
    const companies = await companiesOfLink(db, token)
    const units = await unitsOf(
      db,
      companies.map(({ id }) => id),
    )
    const group = token.groupCompanyId ? await findGroupName(db, token.groupCompanyId) : undefined
    const [first] = companies
    return {
      kind: token.groupCompanyId ? 'GROUP' : 'COMPANY',
      name: group?.name ?? first?.name ?? '',
      language: first?.language ?? 'fi',
      expiresAt: token.expiresAt.toISOString(),
      brand: { name: brand.name, email: brand.email, phone: brand.phone },
      companies: companies.map(({ id, name }) => ({
        companyId: id,
        companyName: name,
        units: units.filter((unit) => unit.company_id === id).map((unit) => ({ unitId: unit.id, unitName: unit.name })),
      })),
    }
  },

  async apply({ params, body }, context) {
    const { db, token } = context
    const email = normaliseEmail(body.workEmail)
    requireEmail(email, 'workEmail')
    // Looked up and hashed before the transaction begins, which would hold a connection all the while.
    const place = await placeOf(context.read, token, body)
    await countAttempt(context.database.primary, 'join-link', mailsOf(token.id), context.env.now())
    const kept = await keptOf(body, email, token.id, place)
    const account = await findAccountAt(db, email)
    const { code, expiresAt } = await keepRegistration(db, context, email, account ? null : kept)
    const values = { company: place.company.name, code, minutes: CODE_MINUTES }
    await sendMail(db, context, {
      to: email,
      urgent: true,
      ...(account
        ? {
            language: account.language,
            template: 'registration:mail.known',
            values: { company: place.company.name },
            // Through sign-in to this page, where the signed-in person only has to confirm.
            link: pageUrl('login', {}, { next: pageUrl('join', { token: params.token }) }),
            userId: account.id,
          }
        : { language: kept.language, template: 'registration:mail.code', values }),
    })
    return { sent: true, expiresAt: expiresAt.toISOString() }
  },

  async verify({ body }, context) {
    const { db, env, token } = context
    const email = normaliseEmail(body.workEmail)
    const { codeId, kept } = await checkCode(context, email, token.id, body.code)
    await spendCode(db, codeId, env.now())
    const place = await placeOf(db, token, kept)
    const userId = await createAccount(context, email, kept)
    if (!userId) throw new AppError('CODE_EXPIRED')
    await forgiveAttempt(db, 'join-link', mailsOf(token.id), env.now())
    const row = await registerEmployee(context, { ...place, userId, name: `${kept.firstName} ${kept.lastName}` })
    await createSession(db, context, userId, 'LINK')
    return new Answer(201, joined(place, row))
  },

  async confirm({ params, body }, context) {
    const { db, env, user } = context
    const link = await requireLinkToken(db, 'join', params.token, env.now())
    const place = await placeOf(db, link, body)
    const name = `${user.firstName} ${user.lastName}`
    return joined(place, await registerEmployee(context, { ...place, userId: user.userId, name }))
  },
}
