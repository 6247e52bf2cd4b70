import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { companies } from '#features/people/companies/contract.ts'
import {
  assignRole,
  buildCompany,
  buildEmployee,
  buildGroup,
  buildUser,
  signedInAs,
  stepUp,
} from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'

let world: World
let staff: Caller

beforeAll(async () => {
  world = await openWorld()
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
})
afterAll(() => world.close())

describe('payroll recipients', () => {
  test('are added, handed on and removed among those who may read reports', async () => {
    const company = await buildCompany(world)
    const employer = await signedInAs(world, 'EMPLOYER_ADMIN', company)
    const reporting = await buildUser(world, { last_name: 'Aalto' })
    await assignRole(world, reporting.userId, 'EMPLOYER_REPORTING', company)
    const editor = await signedInAs(world, 'EMPLOYER_EDITOR', company)
    const params = { id: company.companyId }
    const unproven = { as: employer, params, body: { userIds: [employer.userId] } }
    expect((await world.call(companies.addRecipients, unproven)).body.code).toBe('STEP_UP_REQUIRED')
    await stepUp(world, employer)
    const added = await world.ok(companies.addRecipients, {
      as: employer,
      params,
      body: { userIds: [employer.userId, employer.userId] },
    })
    expect(added.recipients.map((person) => person.userId)).toEqual([employer.userId])
    await world.ok(companies.addRecipients, { as: employer, params, body: { userId: reporting.userId } })
    const refused = await world.call(companies.addRecipients, {
      as: employer,
      params,
      body: { userIds: [editor.userId] },
    })
    expect(refused.body).toMatchObject({
      code: 'VALIDATION',
      fields: [{ path: 'userIds', code: 'CANNOT_READ_REPORTS' }],
    })
    const one = { ...params, userId: reporting.userId }
    expect((await world.ok(companies.removeRecipient, { as: employer, params: one })).recipients).toHaveLength(1)
    expect((await world.call(companies.removeRecipient, { as: employer, params: one })).status).toBe(404)
    const handed = { as: employer, params: { ...params, userId: employer.userId }, body: { userId: reporting.userId } }
    expect((await world.ok(companies.replaceRecipient, handed)).recipients.map((person) => person.userId)).toEqual([
      reporting.userId,
    ])
    const back = { as: employer, params: { ...params, userId: employer.userId }, body: null }
    expect((await world.ok(companies.replaceRecipient, back)).recipients).toHaveLength(2)
    expect((await world.call(companies.recipients, { as: editor, params })).status).toBe(403)
  })

  test('and signers: every admin hears of each change by mail', async () => {
    const company = await buildCompany(world)
    const [employer, colleague] = [
      await signedInAs(world, 'EMPLOYER_ADMIN', company),
      await signedInAs(world, 'EMPLOYER_ADMIN', company),
    ]
    const params = { id: company.companyId }
    const told = async (part: string) => {
      const mails = world.services.database.primary.selectFrom('outbox').select('user_id')
      const rows = await mails
        .where('template', '=', `companies:mail.guarded.${part}`)
        .where('user_id', 'in', [employer.userId, colleague.userId])
        .orderBy('user_id')
        .execute()
      return rows.map(({ user_id }) => user_id)
    }
    const both = [employer.userId, colleague.userId].toSorted()
    const { version } = await world.ok(companies.get, { as: employer, params })
    const signers = { as: employer, params, body: { signerUserIds: [colleague.userId], version } }
    expect((await world.call(companies.update, signers)).body).toMatchObject({ code: 'STEP_UP_REQUIRED' })
    expect(await told('signers')).toEqual([])
    await stepUp(world, employer)
    await world.ok(companies.update, signers)
    await world.ok(companies.addRecipients, { as: employer, params, body: { userId: colleague.userId } })
    expect([await told('signers'), await told('recipients')]).toEqual([both, both])
  })

  test('and a group that staff move the company into, whose admins sign for it from then on, is told to the company', async () => {
    const company = await buildCompany(world)
    const employer = await signedInAs(world, 'EMPLOYER_ADMIN', company)
    const { groupCompanyId } = await buildGroup(world)
    const staff = await signedInAs(world, 'INTERNAL_ADMIN')
    const params = { id: company.companyId }
    const move = async () => {
      const { version } = await world.ok(companies.get, { as: staff, params })
      await world.ok(companies.update, { as: staff, params, body: { groupCompanyId, version } })
    }
    await move()
    await move()
    const mails = world.services.database.primary.selectFrom('outbox').select('template')
    expect(await mails.where('user_id', '=', employer.userId).execute()).toEqual([
      { template: 'companies:mail.guarded.group' },
    ])
  })

  test('the people who act for a company are those of its group too', async () => {
    const group = await buildGroup(world)
    const company = await buildCompany(world, { group_company_id: group.groupCompanyId })
    const groupAdmin = await signedInAs(world, 'EMPLOYER_GROUP_ADMIN', group)
    await buildEmployee(world, company)
    const { items } = await world.ok(companies.employerPeople, { as: groupAdmin, params: { id: company.companyId } })
    expect(items).toMatchObject([
      { userId: groupAdmin.userId, signsByRole: true, canReadReports: true, roles: ['EMPLOYER_GROUP_ADMIN'] },
    ])
  })
})

describe('inviting people who act for a company', () => {
  const person = { firstName: 'Testi', lastName: 'Pääkäyttäjä', role: 'EMPLOYER_ADMIN' as const }
  const mailsTo = (recipient: string) =>
    world.services.database.primary
      .selectFrom('outbox')
      .select(['template', 'links'])
      .where('recipient', '=', recipient)
      .execute()

  test('invites the first admin, once, by a mail whose link asks for a yes', async () => {
    const company = await buildCompany(world)
    const body = { ...person, workEmail: 'Eka.Admin@yritys.example' }
    const params = { id: company.companyId }
    const { items } = await world.ok(companies.invite, { as: staff, params, body })
    expect(items).toMatchObject([
      { workEmail: 'eka.admin@yritys.example', roles: ['EMPLOYER_ADMIN'], hasSignedIn: false, invited: true },
    ])
    const mails = await mailsTo('eka.admin@yritys.example')
    expect(mails).toMatchObject([{ template: 'invitations:mail.EMPLOYER' }])
    expect(mails[0]?.links[0]).toContain('/kutsu/')
    await world.ok(companies.invite, { as: staff, params, body })
    expect(await mailsTo('eka.admin@yritys.example')).toHaveLength(1)
  })

  test('an employer admin names editors and reporters, never another admin', async () => {
    const company = await buildCompany(world)
    const employer = await signedInAs(world, 'EMPLOYER_ADMIN', company)
    const params = { id: company.companyId }
    const workEmail = 'toinen@yritys.example'
    const refused = await world.call(companies.invite, { as: employer, params, body: { ...person, workEmail } })
    expect(refused.status).toBe(403)
    expect(refused.body.code).toBe('ROLE_ABOVE_OWN_TIER')
    expect(await mailsTo(workEmail)).toEqual([])
    await world.ok(companies.invite, { as: employer, params, body: { ...person, workEmail, role: 'EMPLOYER_EDITOR' } })
    const foreign = { id: (await buildCompany(world)).companyId }
    const elsewhere = await world.call(companies.invite, {
      as: employer,
      params: foreign,
      body: { ...person, workEmail, role: 'EMPLOYER_EDITOR' },
    })
    expect(elsewhere.status).toBe(404)
  })
})
