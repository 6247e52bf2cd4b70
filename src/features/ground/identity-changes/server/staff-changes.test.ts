import { describe, expect, it } from 'vitest'
import { roles } from '#features/operations/roles/contract.ts'
import { roleId } from '#platform/server/roles/role-ids.ts'
import { buildUser, signedInAs } from '#testing/builders.ts'
import {
  admin,
  change,
  db,
  hours,
  number,
  prepareIdentityChanges,
  rowOf,
  tokenTo,
  victim,
  world,
} from '#testing/cases/identity-change-cases.ts'
import type { Caller } from '#testing/world.ts'
import { identityChanges } from '../contract.ts'
import { settleIdentityChanges } from './job.ts'

prepareIdentityChanges()

describe('staff who change a sign-in', () => {
  it('need a second of them, who is neither the proposer nor the person', async () => {
    const [first, second] = [await signedInAs(world, 'INTERNAL_ADMIN'), await signedInAs(world, 'INTERNAL_ADMIN')]
    const { userId, email, to } = await victim()
    const reply = await change(first, userId, { workEmail: to })
    expect(reply.body.user.pendingChange).toMatchObject({ takesEffectAt: null })
    const confirm = (as: Caller) =>
      world.call(identityChanges.confirmAsSecond, { as, params: { userId }, body: { kind: 'CONTACT' } })
    expect((await confirm(first)).body.code).toBe('NOT_FOR_ONESELF')
    expect((await confirm(admin)).status).toBe(403)
    world.env.advance(100 * hours)
    await settleIdentityChanges.run(world.services)
    world.env.advance(-100 * hours)
    expect((await rowOf(userId)).email).toBe(email)
    expect((await confirm(second)).body).toEqual({ inEffect: true })
    expect((await rowOf(userId)).email).toBe(to)
  })

  it('do not find their second person among those whose role they gave themselves', async () => {
    const boss = await signedInAs(world, 'SUPER_ADMIN')
    const puppet = await buildUser(world)
    const params = { userId: puppet.userId, roleId: roleId('INTERNAL_ADMIN') }
    await world.ok(roles.assign, { as: boss, params, body: {} })
    const { userId, email, to } = await victim()
    await change(boss, userId, { workEmail: to })
    const confirm = (as: Caller) =>
      world.call(identityChanges.confirmAsSecond, { as, params: { userId }, body: { kind: 'CONTACT' } })
    expect((await confirm(await world.signIn(puppet.userId))).body.code).toBe('NOT_FOR_ONESELF')
    expect((await rowOf(userId)).email).toBe(email)
    expect((await confirm(await signedInAs(world, 'INTERNAL_ADMIN'))).body).toEqual({ inEffect: true })
  })

  it('get no way to confirm by a private or work address that they have typed themselves', async () => {
    const one = await signedInAs(world, 'INTERNAL_ADMIN')
    const { userId, email, to } = await victim()
    const [typed, work] = [`oma.${to}`, `tyo.${to}`]
    // Whose sign-in is not the work address: the work address is then changed at once.
    await db()
      .updateTable('users')
      .set({ work_email: `vanha.${email}` })
      .where('id', '=', userId)
      .execute()
    expect((await change(one, userId, { personalEmail: typed, workEmail: work })).status).toBe(200)
    expect(await rowOf(userId)).toMatchObject({ email, personal_email: typed, work_email: work })
    await change(one, userId, { phoneNumber: '0449998887' })
    await world.ok(identityChanges.resetSecondFactor, { as: one, params: { userId } })
    const links = async (recipient: string) => {
      const rows = await db().selectFrom('outbox').select('links').where('recipient', '=', recipient).execute()
      return rows.flatMap((row) => row.links.map((link) => new URL(link).pathname.split('/')[1]))
    }
    expect([await links(typed), await links(work)]).toEqual(Array(2).fill(['kayttaja', 'kayttaja']))
    expect(await links(email)).toEqual(['muutos', 'muutos'])
  })

  it('reset a lost authenticator app only with a second of them', async () => {
    const [first, second] = [await signedInAs(world, 'INTERNAL_ADMIN'), await signedInAs(world, 'INTERNAL_ADMIN')]
    const { userId } = await victim()
    await db()
      .updateTable('users')
      .set({ totp_secret_sealed: 'x', totp_confirmed_at: world.env.now() })
      .where('id', '=', userId)
      .execute()
    expect((await world.call(identityChanges.resetSecondFactor, { as: admin, params: { userId } })).status).toBe(403)
    await world.ok(identityChanges.resetSecondFactor, { as: first, params: { userId } })
    expect((await rowOf(userId)).totp_confirmed_at).not.toBeNull()
    await world.ok(identityChanges.confirmAsSecond, { as: second, params: { userId }, body: { kind: 'SECOND_FACTOR' } })
    expect((await rowOf(userId)).totp_confirmed_at).toBeNull()
  })

  it('wait for 72 hours with every address told where nobody else of them could confirm', async () => {
    const only = await signedInAs(world, 'INTERNAL_ADMIN')
    const others = db()
      .selectFrom('user_roles as r')
      .innerJoin('roles as o', 'o.id', 'r.role_id')
      .select('r.user_id')
      .where('o.scope_kind', '=', 'ALL')
      .where('r.user_id', '!=', only.userId)
    await db().updateTable('users').set({ deactivated_at: world.env.now() }).where('id', 'in', others).execute()
    const { userId, email, to } = await victim()
    const { pendingChange } = (await change(only, userId, { workEmail: to })).body.user
    expect(pendingChange?.takesEffectAt).not.toBeNull()
    expect((await tokenTo(email)) && (await tokenTo(to))).toBeTruthy()
    world.env.advance(73 * hours)
    await settleIdentityChanges.run(world.services)
    world.env.advance(-73 * hours)
    expect((await rowOf(userId)).email).toBe(to)
  })

  it('are judged once more at the end of the 72 hours: whoever may confirm it by then is asked', async () => {
    const only = await signedInAs(world, 'INTERNAL_ADMIN')
    const others = db()
      .updateTable('users')
      .where('id', 'in', (e) =>
        e
          .selectFrom('user_roles as r')
          .innerJoin('roles as o', 'o.id', 'r.role_id')
          .select('r.user_id')
          .where('o.scope_kind', '=', 'ALL')
          .where('r.user_id', '!=', only.userId),
      )
    await others.set({ deactivated_at: world.env.now() }).execute()
    const [{ userId, email, to }, employers] = [await victim(), await victim()]
    await change(only, userId, { workEmail: to })
    await change(admin, employers.userId, { workEmail: employers.to })
    const second = await signedInAs(world, 'INTERNAL_ADMIN')
    world.env.advance(73 * hours)
    await settleIdentityChanges.run(world.services)
    await settleIdentityChanges.run(world.services)
    world.env.advance(-73 * hours)
    expect([(await rowOf(userId)).email, (await rowOf(employers.userId)).email]).toEqual([email, employers.to])
    const told = await db().selectFrom('outbox').select('template').where('user_id', '=', second.userId).execute()
    expect(told).toEqual([{ template: 'identity-changes:mail.staff' }])
    const confirm = (as: Caller) =>
      world.call(identityChanges.confirmAsSecond, { as, params: { userId }, body: { kind: 'CONTACT' } })
    expect((await confirm(only)).body.code).toBe('NOT_FOR_ONESELF')
    expect((await confirm(second)).body).toEqual({ inEffect: true })
    expect((await rowOf(userId)).email).toBe(to)
  })

  it('are told to whoever may confirm them, and begin their 72 hours when the last who could has gone', async () => {
    const proposer = await signedInAs(world, 'INTERNAL_ADMIN')
    const second = await signedInAs(world, 'INTERNAL_ADMIN')
    const others = db()
      .updateTable('users')
      .where('id', 'in', (e) =>
        e
          .selectFrom('user_roles as r')
          .innerJoin('roles as o', 'o.id', 'r.role_id')
          .select('r.user_id')
          .where('o.scope_kind', '=', 'ALL')
          .where('r.user_id', 'not in', [proposer.userId, second.userId]),
      )
    await others.set({ deactivated_at: world.env.now() }).execute()
    const { userId, email, to } = await victim()
    const { pendingChange } = (await change(proposer, userId, { workEmail: to })).body.user
    expect(pendingChange?.takesEffectAt).toBeNull()
    const told = await db().selectFrom('outbox').select('template').where('user_id', '=', second.userId).execute()
    expect(told).toEqual([{ template: 'identity-changes:mail.staff' }])
    const mails = async () =>
      (
        await db()
          .selectFrom('outbox')
          .select('id')
          .where('recipient', '=', email)
          .where('template', '=', 'identity-changes:mail.old')
          .execute()
      ).length
    await settleIdentityChanges.run(world.services)
    expect(await mails()).toBe(1)
    await db().updateTable('users').set({ deactivated_at: world.env.now() }).where('id', '=', second.userId).execute()
    await settleIdentityChanges.run(world.services)
    expect(await mails()).toBe(2)
    world.env.advance(71 * hours)
    await settleIdentityChanges.run(world.services)
    expect((await rowOf(userId)).email).toBe(email)
    world.env.advance(2 * hours)
    await settleIdentityChanges.run(world.services)
    world.env.advance(-73 * hours)
    expect((await rowOf(userId)).email).toBe(to)
  })

  it('count nobody as a second person who stands below the person', async () => {
    const [one, other] = [await signedInAs(world, 'SUPER_ADMIN'), await signedInAs(world, 'SUPER_ADMIN')]
    await signedInAs(world, 'INTERNAL_ADMIN')
    const { version } = await rowOf(other.userId)
    const above = await change(one, other.userId, { workEmail: `yli.${number}@muualla.example`, version })
    expect(above.body.user.pendingChange?.takesEffectAt).not.toBeNull()
    const { userId, to } = await victim()
    const below = await change(one, userId, { workEmail: to })
    expect(below.body.user.pendingChange?.takesEffectAt).toBeNull()
  })
})
