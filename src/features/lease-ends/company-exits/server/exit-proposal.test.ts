import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ProposalView, proposals } from '#features/ground/proposals/contract.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { roleId } from '#platform/server/roles/role-ids.ts'
import { buildCompany, buildEmployee, buildRunningLease, buildUser, signedInAs } from '#testing/builders.ts'
import { attachExtract, extractFile } from '#testing/exits.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { companyExits } from '../contract.ts'

const lessorMail = 'laskut@lessor.example'
let world: World
let staff: Caller
let second: Caller
beforeAll(async () => {
  world = await openWorld()
  world.env.setNow('2026-11-10T08:00:00Z')
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
  second = await signedInAs(world, 'SUPER_ADMIN')
})
afterAll(() => world.close())
beforeEach(() => world.services.database.primary.deleteFrom('outbox').execute())

const db = () => world.services.database.primary

async function companyWith({ admin = true } = {}) {
  const company = await buildCompany(world, {}, { lessor: { kind: 'GRENKE', invoice_email: lessorMail } })
  const { employeeId } = await buildEmployee(world, company)
  await buildRunningLease(world, { company, employeeId })
  const { companyId } = company
  return {
    companyId,
    name: company.name,
    admin: admin ? await signedInAs(world, 'EMPLOYER_ADMIN', { companyId }) : null,
  }
}
type Of = Awaited<ReturnType<typeof companyWith>>
type Mark = BodyOf<typeof companyExits.create>

const propose = async (of: Of, more: Partial<Mark> = {}) => {
  const body = { companyId: of.companyId, kind: 'LEAVES', fromDay: '2026-12-01', reason: 'Kirje', ...more } as const
  const reply = await world.call(companyExits.create, { as: staff, body })
  expect(reply.status).toBe(202)
  return reply.body as ProposalView
}
const confirm = (as: Caller | null, { proposalId, version }: ProposalView) =>
  world.call(proposals.confirm, { as, params: { id: proposalId }, body: { version } })
const unmetFor = async (as: Caller, view: ProposalView) =>
  ((await confirm(as, view)).body.details as { unmet?: string[] } | undefined)?.unmet
const exitsOf = async ({ companyId }: Of) =>
  (await world.ok(companyExits.list, { as: staff, query: { companyId } })).items.map(({ kind }) => kind)
const lessorsTold = async () => {
  const mails = db().selectFrom('outbox').select('template').where('recipient', '=', lessorMail)
  return (await mails.execute()).map(({ template }) => template.split(':').at(-1))
}
const told = async (as: Caller) => {
  const notices = db().selectFrom('notifications').select('template').where('user_id', '=', as.userId).orderBy('id')
  return (await notices.execute()).map(({ template }) => template.split(':').at(-1))
}

describe('a merger', () => {
  it('changes nothing until both companies have said yes; the lessor hears afterwards', async () => {
    const [of, into] = [await companyWith(), await companyWith()]
    const view = await propose(of, { kind: 'MERGED', intoCompanyId: into.companyId })
    expect(view).toMatchObject({ kind: 'COMPANY_EXIT', state: 'OPEN', waitingFor: ['EMPLOYER'], takesFile: false })
    expect(view.effect).toContain(into.name)
    expect(await unmetFor(second, view)).toEqual(['NOT_AWAITED'])
    const half = await confirm(into.admin, view)
    expect(half.body).toMatchObject({ state: 'OPEN', mayConfirm: false })
    expect([await exitsOf(of), await lessorsTold()]).toEqual([[], []])
    expect((await confirm(of.admin, half.body)).body).toMatchObject({ state: 'DONE' })
    expect([await exitsOf(of), await lessorsTold()]).toEqual([['MERGED'], ['mail.lessorMERGED']])
    expect(await told(into.admin!)).toEqual(['notice.toConfirm', 'employerNotice.mergedInto', 'notice.done'])
  })

  it('is refused by either company; nobody hears of a merger, both hear that it is not done', async () => {
    const [of, into] = [await companyWith(), await companyWith()]
    const view = await propose(of, { kind: 'MERGED', intoCompanyId: into.companyId })
    const refused = { version: view.version, reason: 'Emme sulaudu' }
    const reply = await world.call(proposals.refuse, { as: of.admin, params: { id: view.proposalId }, body: refused })
    expect(reply.body).toMatchObject({ state: 'REFUSED' })
    expect([await exitsOf(of), await lessorsTold()]).toEqual([[], []])
    expect(await told(into.admin!)).toEqual(['notice.toConfirm', 'notice.refused'])
  })

  it('of a company without an admin is confirmed for it by a second member of the staff, with an extract', async () => {
    const [of, into] = [await companyWith({ admin: false }), await companyWith()]
    let view = await propose(of, { kind: 'MERGED', intoCompanyId: into.companyId })
    expect(view).toMatchObject({ waitingFor: ['STAFF', 'EMPLOYER'], takesFile: true })
    expect(await unmetFor(second, view)).toEqual(['FILE_MISSING'])
    view = await attachExtract(world, staff, view)
    expect(view).toMatchObject({ hasFile: true, takesFile: false })
    expect(await unmetFor(staff, view)).toEqual(['OWN_PROPOSAL'])
    view = (await confirm(second, view)).body
    expect([view.state, view.waitingFor]).toEqual(['OPEN', ['EMPLOYER']])
    expect((await confirm(into.admin, view)).body).toMatchObject({ state: 'DONE' })
    expect(await exitsOf(of)).toEqual(['MERGED'])
  })

  it('is overtaken when the receiving company leaves meanwhile', async () => {
    const [of, into] = [await companyWith(), await companyWith()]
    const view = await propose(of, { kind: 'MERGED', intoCompanyId: into.companyId })
    expect((await confirm(into.admin, await propose(into))).body).toMatchObject({ state: 'DONE' })
    expect(await unmetFor(of.admin!, view)).toEqual(['OVERTAKEN'])
    expect(await exitsOf(of)).toEqual([])
  })
})

describe('a bankruptcy', () => {
  it('is told to the company at once, and done by a second member of the staff with the extract', async () => {
    const of = await companyWith()
    let view = await propose(of, { kind: 'BANKRUPT' })
    expect(await told(of.admin!)).toEqual(['employerNotice.proposed'])
    expect((await confirm(of.admin, view)).status).toBe(404)
    expect(await unmetFor(second, view)).toEqual(['FILE_MISSING'])
    view = await attachExtract(world, staff, view)
    expect(await unmetFor(staff, view)).toEqual(['OWN_PROPOSAL'])
    expect(await exitsOf(of)).toEqual([])
    expect((await confirm(second, view)).body).toMatchObject({ state: 'DONE' })
    expect([await exitsOf(of), await lessorsTold()]).toEqual([['BANKRUPT'], ['mail.lessorBANKRUPT']])
  })

  it('that is refused is told to the company', async () => {
    const of = await companyWith()
    const { proposalId, version } = await propose(of, { kind: 'BANKRUPT' })
    const body = { version, reason: 'Ei rekisterissä' }
    await world.ok(proposals.refuse, { as: second, params: { id: proposalId }, body })
    expect(await told(of.admin!)).toEqual(['employerNotice.proposed', 'employerNotice.dropped'])
    expect(await exitsOf(of)).toEqual([])
  })
})

describe('a company that leaves', () => {
  it('says so itself', async () => {
    const of = await companyWith()
    const view = await propose(of)
    expect((await confirm(of.admin, view)).body).toMatchObject({ state: 'DONE' })
    expect([await exitsOf(of), await lessorsTold()]).toEqual([['LEAVES'], ['mail.lessorLEAVES']])
  })

  it('is marked by a second member of the staff with its letter as well, and by nobody who belongs to it', async () => {
    const of = await companyWith()
    const view = await attachExtract(world, staff, await propose(of))
    const own = await signedInAs(world, 'INTERNAL_ADMIN')
    await buildEmployee(world, of, { user_id: own.userId })
    expect(await unmetFor(own, view)).toEqual(['TOUCHES_YOU'])
    expect((await confirm(second, view)).body).toMatchObject({ state: 'DONE' })
  })

  it('is not confirmed by an admin whom the proposer has just named, who hears of it all the same', async () => {
    const of = await companyWith({ admin: false })
    const puppet = await buildUser(world)
    const role = { user_id: puppet.userId, role_id: roleId('EMPLOYER_ADMIN'), company_id: of.companyId }
    const given = { created_by: staff.userId, created_at: world.env.now() }
    await db()
      .insertInto('user_roles')
      .values({ id: world.env.id(), ...role, ...given })
      .execute()
    const view = await propose(of)
    const as = await world.signIn(puppet.userId)
    expect(await told(as)).toEqual(['employerNotice.proposed'])
    expect(await unmetFor(as, view)).toEqual(['NOT_AWAITED'])
    expect(view.waitingFor).toEqual(['STAFF'])
  })

  it('is proposed once at a time', async () => {
    const of = await companyWith()
    const first = await propose(of)
    expect((await propose(of)).proposalId).toBe(first.proposalId)
    const body = { companyId: of.companyId, kind: 'BANKRUPT', fromDay: '2026-12-01', reason: 'Muu' } as const
    const other = await world.call(companyExits.create, { as: staff, body })
    expect(other).toMatchObject({ status: 409, body: { code: 'PROPOSAL_EXISTS' } })
  })
})

it('has an extract that staff put there once and whoever sees the proposal reads', async () => {
  const [of, into] = [await companyWith({ admin: false }), await companyWith()]
  const stranger = (await companyWith()).admin
  const view = await propose(of, { kind: 'MERGED', intoCompanyId: into.companyId })
  const params = { id: view.proposalId }
  const attach = (as: Caller | null, body = extractFile, version = view.version) =>
    world.call(proposals.attachFile, { as, params, query: { version }, body })
  expect([(await attach(into.admin)).status, (await attach(stranger)).status]).toEqual([403, 404])
  expect((await attach(staff, Buffer.from('ei'))).body).toMatchObject({ code: 'FILE_NOT_ACCEPTED' })
  expect((await attach(staff, extractFile, view.version + 1)).status).toBe(409)
  const attached = await attach(staff)
  expect(attached.body).toMatchObject({ hasFile: true })
  expect((await attach(staff, extractFile, attached.body.version)).body).toMatchObject({ code: 'FILE_EXISTS' })
  const read = async (as: Caller | null) => (await world.call(proposals.file, { as, params })).status
  expect([await read(second), await read(into.admin), await read(stranger)]).toEqual([200, 200, 404])
})
