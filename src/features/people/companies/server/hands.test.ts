import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shutUnusedAccounts } from '#features/operations/accounts/server/inactivity.ts'
import { roles } from '#features/operations/roles/contract.ts'
import { tasks } from '#features/operations/tasks/contract.ts'
import type { RoleName } from '#platform/contract/permissions.ts'
import { roleId } from '#platform/server/roles/role-ids.ts'
import {
  assignRole,
  buildCompany,
  buildEmployee,
  buildGroup,
  buildRunningLease,
  buildUser,
  signedInAs,
} from '#testing/builders.ts'
import { wronglyDated } from '#testing/lists/task-since.ts'
import { buildFeeInvoice } from '#testing/money/fee-invoice.ts'
import { openWorld, type World } from '#testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
const db = () => world.services.database.primary
const dayMs = 86_400_000

/** Somebody with a role whom the warning of a year without a sign-in has reached long ago. */
async function idle(role: RoleName, of: { companyId?: string; groupCompanyId?: string }) {
  const longAgo = (days: number) => new Date(world.env.now().getTime() - days * dayMs)
  const user = await buildUser(world, { created_at: longAgo(900), inactivity_warned_at: longAgo(60) })
  await assignRole(world, user.userId, role, of)
  return user.userId
}
const active = async (role: RoleName, of: { companyId?: string; groupCompanyId?: string }) => {
  const user = await buildUser(world, { last_signed_in_at: world.env.now() })
  await assignRole(world, user.userId, role, of)
  return user.userId
}
async function buildOrder(company: { companyId: string }) {
  const { employeeId } = await buildEmployee(world, company)
  const id = world.env.id()
  const of = { id, company_id: company.companyId, beneficiary_employee_id: employeeId }
  await db()
    .insertInto('orders')
    .values({ ...of, order_number: `H-${id}`, status: 'PENDING' })
    .execute()
}
async function shutOf(...userIds: string[]) {
  await shutUnusedAccounts.run(world.services)
  const rows = await db()
    .selectFrom('users')
    .select('id')
    .where('id', 'in', userIds)
    .where('deactivated_at', 'is not', null)
    .execute()
  return rows.map(({ id }) => id)
}

describe('whoever is the last to act for a company', () => {
  it('keeps the account while a lease runs, and not after it', async () => {
    const company = await buildCompany(world)
    const admin = await idle('EMPLOYER_ADMIN', company)
    const { agreementId } = await buildRunningLease(world, { company })
    expect(await shutOf(admin)).toEqual([])
    await db()
      .updateTable('leasing_agreements')
      .set({ lease_state: 'ENDED', end_reason: 'TERM', bike_at: 'SOLD' })
      .where('id', '=', agreementId)
      .execute()
    expect(await shutOf(admin)).toEqual([admin])
  })

  it.each(['an application', 'an order', 'a bill'])('keeps it for %s as well', async (what) => {
    const company = await buildCompany(world)
    const admin = await idle('EMPLOYER_ADMIN', company)
    if (what === 'an application') await buildEmployee(world, company, { status: 'PENDING' })
    if (what === 'an order') await buildOrder(company)
    if (what === 'a bill') await buildFeeInvoice(world, { ...company, lines: [{ cents: 1_000 }] })
    expect(await shutOf(admin)).toEqual([])
  })

  it('is one of two who are both idle, and nobody with a colleague or a group’s admin who signs in', async () => {
    const group = await buildGroup(world)
    const company = await buildCompany(world)
    await buildRunningLease(world, { company })
    const both = [await idle('EMPLOYER_ADMIN', company), await idle('EMPLOYER_ADMIN', company)]
    expect(await shutOf(...both)).toHaveLength(1)
    const grouped = await buildCompany(world, { group_company_id: group.groupCompanyId })
    await buildRunningLease(world, { company: grouped })
    const [admin, editor] = [await idle('EMPLOYER_ADMIN', grouped), await idle('EMPLOYER_EDITOR', grouped)]
    await active('EMPLOYER_GROUP_ADMIN', { groupCompanyId: group.groupCompanyId })
    expect((await shutOf(admin, editor)).toSorted()).toEqual([admin, editor].toSorted())
  })

  it('is the colleague of an admin with a bicycle, who does not sign for themselves', async () => {
    const company = await buildCompany(world)
    const colleague = await idle('EMPLOYER_ADMIN', company)
    const rider = await active('EMPLOYER_ADMIN', company)
    const employee = await buildEmployee(world, company, { user_id: rider })
    await buildRunningLease(world, { company, employeeId: employee.employeeId })
    expect(await shutOf(colleague)).toEqual([])
    await active('EMPLOYER_ADMIN', company)
    expect(await shutOf(colleague)).toEqual([colleague])
  })

  it('is an editor only for what editors may, and does not count as invited', async () => {
    const company = await buildCompany(world)
    const [editor, other] = [await idle('EMPLOYER_EDITOR', company), await idle('EMPLOYER_EDITOR', company)]
    const invited = await buildUser(world, { invited: true, email: 'kutsuttu@invited.invalid' })
    await assignRole(world, invited.userId, 'EMPLOYER_ADMIN', company)
    await buildEmployee(world, company, { status: 'PENDING' })
    expect(await shutOf(editor, other)).toHaveLength(1)
  })
})

describe('a company without hands', () => {
  const handsOf = async (companyId: string) => {
    const staff = await signedInAs(world, 'INTERNAL_ADMIN')
    const { data } = await world.ok(tasks.list, { as: staff, query: { companyId } })
    expect(await wronglyDated(world, data)).toEqual([])
    return data.filter(({ action }) => action === 'nameHands')
  }

  it('is a task of the staff while something is under way there, whatever took them, and of nobody else', async () => {
    const company = await buildCompany(world)
    const admin = await buildUser(world)
    await assignRole(world, admin.userId, 'EMPLOYER_ADMIN', company)
    const lease = await buildRunningLease(world, { company })
    const editor = await signedInAs(world, 'EMPLOYER_EDITOR', company)
    expect(await handsOf(company.companyId)).toEqual([])
    const root = await signedInAs(world, 'SUPER_ADMIN')
    const before = world.env.now()
    const taken = { userId: admin.userId, roleId: roleId('EMPLOYER_ADMIN') }
    await world.ok(roles.unassign, { as: root, params: taken, body: { companyId: company.companyId } })
    const [task] = await handsOf(company.companyId)
    expect(Date.parse(task!.since)).toBeGreaterThanOrEqual(before.getTime())
    expect([task]).toMatchObject([
      {
        awaited: 'STAFF',
        link: `/admin/yritykset?open=${company.companyId}`,
        companyId: company.companyId,
      },
    ])
    expect((await world.ok(tasks.list, { as: editor })).data.map(({ action }) => action)).not.toContain('nameHands')
    await db()
      .updateTable('leasing_agreements')
      .set({ lease_state: 'ENDED', end_reason: 'TERM' })
      .where('id', '=', lease.agreementId)
      .execute()
    expect(await handsOf(company.companyId)).toEqual([])
  })

  it('is none while somebody acts who is shut out later, and one from then on', async () => {
    const company = await buildCompany(world)
    await buildEmployee(world, company, { status: 'PENDING' })
    const admin = await buildUser(world)
    await assignRole(world, admin.userId, 'EMPLOYER_ADMIN', company)
    expect(await handsOf(company.companyId)).toEqual([])
    world.env.advance(3_600_000)
    const at = world.env.now()
    await db().updateTable('users').set({ deactivated_at: at }).where('id', '=', admin.userId).execute()
    expect(await handsOf(company.companyId)).toMatchObject([{ since: at.toISOString() }])
  })
})
