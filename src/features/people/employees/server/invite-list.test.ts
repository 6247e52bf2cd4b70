import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCompany, buildGroup, signedInAs } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { employees } from '../contract.ts'

let world: World
let companyId: string
let admin: Caller & { userId: string }
beforeAll(async () => {
  world = await openWorld()
  const company = await buildCompany(world)
  companyId = company.companyId
  admin = await signedInAs(world, 'EMPLOYER_ADMIN', company)
})
afterAll(() => world.close())

const send = (
  text: string,
  { dryRun = false, as = admin, key }: { dryRun?: boolean; as?: Caller; key?: string } = {},
) =>
  world.call(employees.inviteList, {
    as,
    query: { companyId, dryRun },
    anyBody: Buffer.from(text),
    ...(key ? { key } : {}),
  })
const invited = async () =>
  (
    await world.services.database.primary
      .selectFrom('beneficiary_employees as e')
      .innerJoin('users as u', 'u.id', 'e.user_id')
      .select(['u.first_name', 'u.last_name', 'u.work_email', 'e.status'])
      .where('e.company_id', '=', companyId)
      .orderBy('u.work_email')
      .execute()
  ).map((row) => Object.values(row).join(' '))
const mailsTo = async (recipient: string) =>
  (await world.services.database.primary.selectFrom('outbox').select('id').where('recipient', '=', recipient).execute())
    .length

describe('a list of people', () => {
  const pasted = 'Aino\tMalli\taino@lista.example\nMalli, Bo\tbo@lista.example\nCarl\tMalli\tcarl@@lista\n'

  it('is tried first: it says whom it would invite and whom not, and invites nobody', async () => {
    const { status, body } = await send(pasted, { dryRun: true })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      dryRun: true,
      people: [
        { line: 1, firstName: 'Aino', lastName: 'Malli', email: 'aino@lista.example' },
        { line: 2, firstName: 'Bo', lastName: 'Malli', email: 'bo@lista.example' },
      ],
      left: [{ line: 3, reason: 'WRONG_ADDRESS' }],
    })
    expect(await invited()).toEqual([])
    expect(await mailsTo('aino@lista.example')).toBe(0)
  })

  it('invites by one call everybody whom it can, each by a mail, and nobody twice', async () => {
    const first = await send(pasted)
    expect(first.body).toMatchObject({ dryRun: false, people: [{ line: 1 }, { line: 2 }], left: [{ line: 3 }] })
    expect(await invited()).toEqual(['Aino Malli aino@lista.example INVITED', 'Bo Malli bo@lista.example INVITED'])
    const again = await send(`${pasted}Dora\tMalli\tdora@lista.example`)
    expect(again.body).toMatchObject({
      people: [{ email: 'dora@lista.example' }],
      left: [{ reason: 'EMPLOYEE_EXISTS' }, { reason: 'EMPLOYEE_EXISTS' }, { reason: 'WRONG_ADDRESS' }],
    })
    expect(await mailsTo('aino@lista.example')).toBe(1)
  })

  it('of forty people is invited at once by a company of the first day', async () => {
    const company = await buildCompany(world)
    const as = await signedInAs(world, 'EMPLOYER_ADMIN', company)
    const text = Array.from({ length: 51 }, (_, n) => `Malli;Esimerkki;m${n}@neljakymmenta.example`).join('\n')
    const { body } = await world.call(employees.inviteList, {
      as,
      query: { companyId: company.companyId },
      anyBody: Buffer.from(text),
    })
    expect(body.people).toHaveLength(50)
    expect(body.left).toMatchObject([{ line: 51, reason: 'INVITATIONS_USED_UP' }])
  })

  it('copied from a mail keeps the phone number, and names another company of the caller where the address stands', async () => {
    const { groupCompanyId } = await buildGroup(world)
    const [one, other] = [
      await buildCompany(world, { group_company_id: groupCompanyId }),
      await buildCompany(world, { group_company_id: groupCompanyId }),
    ]
    const as = await signedInAs(world, 'EMPLOYER_GROUP_ADMIN', { groupCompanyId })
    const list = (to: string, text: string) =>
      world.call(employees.inviteList, {
        as,
        query: { companyId: to },
        anyBody: Buffer.from(text),
      })
    const text = 'Aino Malli <aino@konserni.example>; 040 123 4567'
    expect((await list(one.companyId, text)).body.people).toMatchObject([
      { firstName: 'Aino', lastName: 'Malli', phoneNumber: '0401234567', otherCompany: null },
    ])
    const { name } = await world.services.database.primary
      .selectFrom('companies')
      .select('name')
      .where('id', '=', one.companyId)
      .executeTakeFirstOrThrow()
    expect((await list(other.companyId, text)).body.people).toMatchObject([{ otherCompany: name }])
  })

  it('leaves out whoever sends it', async () => {
    const me = await world.services.database.primary
      .selectFrom('users')
      .select('work_email')
      .where('id', '=', admin.userId)
      .executeTakeFirstOrThrow()
    const { body } = await send(`Oma;Nimi;${me.work_email}`, { dryRun: true })
    expect(body).toMatchObject({ people: [], left: [{ reason: 'NOT_FOR_ONESELF' }] })
  })

  it('is refused of another company, without the right, and where nothing can be read', async () => {
    const foreign = await signedInAs(world, 'EMPLOYER_ADMIN', await buildCompany(world))
    const reporting = await signedInAs(world, 'EMPLOYER_REPORTING', { companyId })
    expect((await send('A;B;a@lista.example', { as: foreign })).status).toBe(404)
    expect((await send('A;B;a@lista.example', { as: reporting })).status).toBe(403)
    expect((await send('\n\n')).body.code).toBe('FILE_NOT_ACCEPTED')
    expect((await send('A;B;a@lista.example\n'.repeat(501))).body.code).toBe('FILE_NOT_ACCEPTED')
  })
})
