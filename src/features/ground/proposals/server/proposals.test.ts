import { sql } from 'kysely'
import { generateSecret, generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Role, roles } from '#features/operations/roles/contract.ts'
import { tasks } from '#features/operations/tasks/contract.ts'
import type { PermissionName, RoleName } from '#platform/contract/permissions.ts'
import { runJob } from '#platform/server/jobs/jobs.ts'
import { roleId, stableId } from '#platform/server/roles/role-ids.ts'
import { assignRole, buildCompany, buildUser, signedInAs } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { type ProposalView, proposals } from '../contract.ts'
import { DAYS_TO_ANSWER, proposalKinds } from '../rules.ts'
import { followProposals } from './job.ts'
import { kindOf } from './kinds.ts'

const HOUR = 3_600_000
let world: World
let maker: Caller
let other: Caller
let employer: Caller
beforeAll(async () => {
  world = await openWorld()
  maker = await signedInAs(world, 'INTERNAL_ADMIN')
  other = await signedInAs(world, 'SUPER_ADMIN')
  employer = await signedInAs(world, 'EMPLOYER_ADMIN', await buildCompany(world))
})
afterAll(() => world.close())

const db = () => world.services.database.primary
const pair = (permission: PermissionName, role: RoleName = 'EMPLOYER_EDITOR') => ({
  roleId: roleId(role),
  permissionId: stableId('permission', permission),
})
const proposed = (reply: Role | ProposalView): ProposalView => reply as ProposalView
const grant = async (permission: PermissionName, as = maker, role?: RoleName) =>
  proposed(await world.ok(roles.grantPermission, { as, params: pair(permission, role), query: { why: 'Tarvitaan' } }))
const revoke = async (permission: PermissionName, as = maker, role?: RoleName) =>
  proposed(await world.ok(roles.revokePermission, { as, params: pair(permission, role) }))
const answer = (act: 'confirm' | 'refuse', as: Caller, { proposalId, version }: ProposalView, code?: string) =>
  act === 'confirm'
    ? world.call(proposals.confirm, { as, params: { id: proposalId }, body: { version, ...(code ? { code } : {}) } })
    : world.call(proposals.refuse, { as, params: { id: proposalId }, body: { version, reason: 'Ei tarvita' } })
const read = (as: Caller, { proposalId }: ProposalView) => world.ok(proposals.get, { as, params: { id: proposalId } })
const holds = async (permission: PermissionName, role: RoleName = 'EMPLOYER_EDITOR') => {
  const held = db().selectFrom('role_permissions').select('role_id')
  const { roleId: id, permissionId } = pair(permission, role)
  return (await held.where('role_id', '=', id).where('permission_id', '=', permissionId).execute()).length === 1
}
const waiting = async (as: Caller) =>
  (await world.ok(tasks.list, { as })).data.filter(({ action }) => action === 'confirmProposal').map(({ id }) => id)
const told = async (userId: string, template: string) => {
  const written = db().selectFrom('notifications').select('id').where('user_id', '=', userId)
  return (await written.where('template', '=', template).execute()).length
}
const eventsOf = async (id: string) => {
  const found = db().selectFrom('events').select(['type', 'data', 'actor_user_id']).where('subject_id', '=', id)
  return (await found.orderBy('position').execute()).map(({ type }) => type)
}
const setAccounts = (ids: readonly string[], deactivated_at: Date | null) =>
  db()
    .updateTable('users')
    .set({ deactivated_at })
    .where('id', 'in', [...ids])
    .execute()

describe('what one person proposes', () => {
  it('changes nothing, is told to whoever may confirm it, is done with another’s yes, and says so to both', async () => {
    const view = await grant('employee:read-private')
    expect(view).toMatchObject({ kind: 'ROLE_PERMISSION', state: 'OPEN', waitingFor: ['STAFF'], why: 'Tarvitaan' })
    expect(view).toMatchObject({ madeByCaller: true, mayConfirm: false, mayRefuse: true, unmet: ['OWN_PROPOSAL'] })
    expect(view.effect).toContain('employee:read-private')
    expect(await holds('employee:read-private')).toBe(false)
    expect(await told(other.userId, 'proposals:notice.toConfirm')).toBe(1)
    expect([await waiting(other), await waiting(maker)]).toEqual([[`confirmProposal:${view.proposalId}`], []])
    expect(await read(other, view)).toMatchObject({ mayConfirm: true, needsCode: false, unmet: [] })

    const done = await answer('confirm', other, view)
    expect(done).toMatchObject({ status: 200, body: { state: 'DONE', mayConfirm: false, mayRefuse: false } })
    expect(await holds('employee:read-private')).toBe(true)
    expect(await told(maker.userId, 'proposals:notice.done')).toBe(1)
    expect(await waiting(other)).toEqual([])
    expect((await eventsOf(roleId('EMPLOYER_EDITOR'))).slice(-3)).toEqual([
      'PROPOSAL_MADE',
      'ROLE_CHANGED',
      'PROPOSAL_CONFIRMED',
    ])
  })

  it('is one, however often it is proposed, until it has been answered', async () => {
    const [first, second] = await Promise.all([grant('company-unit:write'), grant('company-unit:write')])
    expect(first.proposalId).toBe(second.proposalId)
    expect((await grant('company-unit:write', other)).proposalId).toBe(first.proposalId)
    expect(await holds('company-unit:write')).toBe(false)
    expect(await answer('refuse', other, first)).toMatchObject({ status: 200, body: { state: 'REFUSED' } })
    expect((await grant('company-unit:write')).proposalId).not.toBe(first.proposalId)
  })

  it('is confirmed by nobody who proposed it, at no time, as long as somebody else may', async () => {
    const view = await grant('payroll-report:read', maker, 'EMPLOYER_REPORTING').catch(() => null)
    expect(view, 'held already, so nothing is proposed').toMatchObject({ rolePermissions: expect.anything() })
    const own = await revoke('company-unit:read')
    for (const hours of [0, 25, 24 * (DAYS_TO_ANSWER - 2)]) {
      world.env.advance(hours * HOUR)
      const again = await world.signIn(maker.userId)
      expect(await answer('confirm', again, own, '000000')).toMatchObject({
        status: 403,
        body: { code: 'NOT_FOR_ONESELF', details: { unmet: ['OWN_PROPOSAL'] } },
      })
    }
    await runJob(world.services, followProposals)
    expect(await holds('company-unit:read')).toBe(true)
    world.env.advance(48 * HOUR)
    const later = await world.signIn(other.userId)
    expect((await answer('confirm', later, own)).body).toMatchObject({ details: { unmet: ['EXPIRED'] } })
    await runJob(world.services, followProposals)
    expect(await read(later, own)).toMatchObject({ state: 'EXPIRED' })
    expect(await holds('company-unit:read')).toBe(true)
    expect(await told(maker.userId, 'proposals:notice.expired')).toBeGreaterThan(0)
    maker = await world.signIn(maker.userId)
    other = later
    employer = await world.signIn(employer.userId)
  })

  it('is confirmed by no account that the proposer has made, and by neither of two whom one has chosen', async () => {
    const puppet = await buildUser(world)
    const made = await buildUser(world)
    const give = (userId: string, created_by: string) =>
      db()
        .insertInto('user_roles')
        .values({
          id: world.env.id(),
          user_id: userId,
          role_id: roleId('INTERNAL_ADMIN'),
          created_at: world.env.now(),
          created_by,
        })
        .execute()
    await give(puppet.userId, maker.userId)
    await give(made.userId, puppet.userId)
    const view = await revoke('company-unit:read')
    for (const { userId } of [puppet, made]) {
      const as = await world.signIn(userId)
      expect(await waiting(as)).toEqual([])
      expect((await answer('confirm', as, view)).body).toMatchObject({ code: 'NOT_FOR_ONESELF' })
    }
    const ofPuppet = await revoke('register-link:create', await world.signIn(puppet.userId))
    expect((await answer('confirm', maker, ofPuppet)).body).toMatchObject({ code: 'NOT_FOR_ONESELF' })
    expect([await holds('company-unit:read'), await holds('register-link:create')]).toEqual([true, true])
    expect((await answer('refuse', await world.signIn(made.userId), view)).status).toBe(200)
    expect((await answer('refuse', other, ofPuppet)).status).toBe(200)
    await db().deleteFrom('user_roles').where('user_id', 'in', [puppet.userId, made.userId]).execute()
  })

  it('is confirmed by nobody whom it touches, and by nobody at the level of the role or below', async () => {
    const touched = await signedInAs(world, 'INTERNAL_ADMIN')
    await assignRole(world, touched.userId, 'EMPLOYER_EDITOR', await buildCompany(world))
    const view = await revoke('company-unit:read')
    expect((await answer('confirm', touched, view)).body).toMatchObject({
      code: 'NOT_FOR_ONESELF',
      details: { unmet: ['TOUCHES_YOU'] },
    })
    await answer('refuse', other, view)
    const above = await grant('settings:write', other, 'INTERNAL_ADMIN')
    expect((await answer('confirm', maker, above)).body).toMatchObject({ details: { unmet: ['TOUCHES_YOU'] } })
    await answer('refuse', other, above)
    await db().deleteFrom('user_roles').where('user_id', '=', touched.userId).execute()
  })

  it('is done once where two confirm it at the same moment, and once where it is repeated', async () => {
    const third = await signedInAs(world, 'INTERNAL_ADMIN')
    const view = await grant('company-unit:write')
    const replies = await Promise.all([answer('confirm', other, view), answer('confirm', third, view)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const again = await read(other, view)
    expect((await answer('confirm', other, again)).body).toMatchObject({
      details: { unmet: ['NOT_OPEN', 'NOT_AWAITED'] },
    })
    const events = db().selectFrom('events').select('id').where('type', '=', 'PROPOSAL_CONFIRMED')
    const own = events.where(sql<string>`data ->> 'proposal'`, '=', view.proposalId)
    expect(await own.execute()).toHaveLength(1)
    await answer('confirm', other, await revoke('company-unit:write'))
    await db().deleteFrom('user_roles').where('user_id', '=', third.userId).execute()
  })

  it('is judged anew: not done when the state has changed since, or when its proposer may no longer propose it', async () => {
    const view = await grant('company-unit:write')
    await db()
      .insertInto('role_permissions')
      .values({ role_id: pair('company-unit:write').roleId, permission_id: pair('company-unit:write').permissionId })
      .execute()
    expect(await answer('confirm', other, view)).toMatchObject({
      status: 409,
      body: { code: 'PROPOSAL_NOT_ALLOWED', details: { unmet: ['OVERTAKEN'] } },
    })
    expect(await waiting(other), 'so that it is refused').toContain(`confirmProposal:${view.proposalId}`)
    expect((await answer('refuse', other, view)).status).toBe(200)
    const late = await revoke('company-unit:write')
    await setAccounts([maker.userId], world.env.now())
    expect((await answer('confirm', other, late)).body).toMatchObject({ details: { unmet: ['PROPOSER_GONE'] } })
    await setAccounts([maker.userId], null)
    expect((await answer('confirm', other, late)).status).toBe(200)
  })

  it('is refused by whoever may and by nobody else, with a reason that the proposer hears', async () => {
    const view = await revoke('company-unit:read')
    const refused = await answer('refuse', other, view)
    expect(refused.body).toMatchObject({ state: 'REFUSED', closedReason: 'Ei tarvita' })
    expect(await told(maker.userId, 'proposals:notice.refused')).toBeGreaterThan(0)
    expect((await answer('refuse', other, await read(other, view))).body).toMatchObject({
      code: 'PROPOSAL_NOT_ALLOWED',
    })
    const own = await revoke('company-unit:read')
    expect((await answer('refuse', maker, own)).body).toMatchObject({ state: 'WITHDRAWN' })
    expect(await holds('company-unit:read')).toBe(true)
    const blank = { params: { id: own.proposalId }, body: { version: own.version, reason: ' ' } }
    expect((await world.call(proposals.refuse, { as: maker, ...blank })).status).toBe(400)
  })

  it('exists for the staff who may propose it and for the companies that are asked, for nobody else', async () => {
    const view = await revoke('company-unit:read')
    for (const act of ['confirm', 'refuse'] as const) expect((await answer(act, employer, view)).status).toBe(404)
    expect((await world.call(proposals.get, { as: employer, params: { id: view.proposalId } })).status).toBe(404)
    expect((await world.ok(proposals.list, { as: employer })).items).toEqual([])
    const editor = await signedInAs(world, 'EMPLOYER_EDITOR', await buildCompany(world))
    expect((await answer('confirm', editor, view)).status).toBe(403)
    const found = await world.ok(proposals.list, { as: other, query: { state: 'OPEN', id: view.proposalId } })
    expect(found.items).toMatchObject([{ proposalId: view.proposalId, mayConfirm: true }])
    await answer('refuse', other, view)
  })
})

describe('where nobody else may confirm', () => {
  it('a single member of staff waits 24 hours and gives a fresh code; whoever comes meanwhile is asked instead', async () => {
    const secret = generateSecret()
    const app = { totp_secret_sealed: world.services.vault.seal(secret), totp_confirmed_at: world.env.now() }
    await db().updateTable('users').set(app).where('id', '=', maker.userId).execute()
    const staff = db().selectFrom('users').select('id').where('id', 'not in', [maker.userId, employer.userId])
    const rest = (await staff.where('deactivated_at', 'is', null).execute()).map(({ id }) => id)
    await setAccounts(rest, world.env.now())
    const view = await revoke('company-unit:read')
    expect(view).toMatchObject({ needsCode: true, unmet: ['TOO_SOON'] })
    expect(Date.parse(view.aloneFrom!) - Date.parse(view.createdAt)).toBe(24 * HOUR)
    const alone = async (hours: number, code?: string) => {
      world.env.advance(hours * HOUR)
      return answer(
        'confirm',
        await world.signIn(maker.userId),
        await read(await world.signIn(maker.userId), view),
        code,
      )
    }
    const fresh = () => generateSync({ secret, epoch: Math.floor(world.env.now().getTime() / 1000) })
    expect((await alone(23, fresh())).body).toMatchObject({ details: { unmet: ['TOO_SOON'] } })

    await setAccounts([other.userId], null)
    await runJob(world.services, followProposals)
    expect((await alone(2, fresh())).body).toMatchObject({ code: 'NOT_FOR_ONESELF' })
    await setAccounts([other.userId], world.env.now())
    await runJob(world.services, followProposals)
    expect((await alone(23, fresh())).body, 'the hours begin anew').toMatchObject({ details: { unmet: ['TOO_SOON'] } })

    expect((await alone(1)).body).toMatchObject({ code: 'CODE_WRONG' })
    expect(await holds('company-unit:read')).toBe(true)
    expect((await alone(0, fresh())).body).toMatchObject({ state: 'DONE' })
    expect(await holds('company-unit:read')).toBe(false)
    await setAccounts(rest, null)
  })

  it('the database itself takes no yes of whoever proposed it', async () => {
    maker = await world.signIn(maker.userId)
    const view = await grant('company-unit:read')
    const own = db().updateTable('proposals').set({ confirmed_by: maker.userId, confirmed_at: world.env.now() })
    await expect(own.where('id', '=', view.proposalId).execute()).rejects.toThrow('proposals_second_person')
  })
})

it('every kind that is named is brought by a feature', () => {
  expect(proposalKinds.map((name) => kindOf(name).name)).toEqual([...proposalKinds])
})
