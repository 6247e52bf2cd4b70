import { beforeAll, describe, expect, it } from 'vitest'
import { resetByOperator } from '#features/ground/identity-changes/server/operator-reset.ts'
import type { Job } from '#platform/server/jobs/jobs.ts'
import { runJob } from '#platform/server/jobs/jobs.ts'
import { sendMail } from '#platform/server/messages/messages.ts'
import { buildUser } from '#testing/builders.ts'
import { openWorld, type World } from '#testing/world.ts'
import { failedWork, retryWork } from './failed-work.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
  return () => world.close()
})
const db = () => world.services.database.primary

describe('failed work', () => {
  it('is a job until it succeeds, and is run again by its name', async () => {
    let isBroken = true
    const job: Job = {
      name: 'drill',
      cron: '0 0 * * *',
      async run() {
        if (isBroken) throw Object.assign(new Error('broken'), { code: 'E_DRILL' })
        return {}
      },
    }
    await expect(runJob(world.services, job)).rejects.toThrow('broken')
    expect(await failedWork(db())).toContainEqual({ kind: 'job', id: 'drill', fault: 'Error E_DRILL' })
    await expect(retryWork(world.services, [job], 'drill')).rejects.toThrow('broken')
    isBroken = false
    world.env.advance(1_000)
    expect(await retryWork(world.services, [job], 'drill')).toBe('job')
    expect((await failedWork(db())).map(({ id }) => id)).not.toContain('drill')
    expect(await retryWork(world.services, [job], 'drill')).toBeNull()
  })

  it('is a dead message, which waits again with all its tries, and of which the log tells', async () => {
    const { userId, email } = await buildUser(world)
    await world.services.database.transaction((inside) =>
      sendMail(inside, world.services, {
        to: email,
        language: 'fi',
        template: 'sessions:mail.secondFactorChanged',
        values: { name: 'Aino' },
        userId,
      }),
    )
    const { id } = await db().selectFrom('outbox').select('id').where('recipient', '=', email).executeTakeFirstOrThrow()
    expect(await retryWork(world.services, [], id)).toBeNull()
    await db()
      .updateTable('outbox')
      .set({ status: 'DEAD', attempts: 12, last_error: '550' })
      .where('id', '=', id)
      .execute()
    expect(await failedWork(db())).toContainEqual({ kind: 'message', id, fault: 'EMAIL 550' })
    expect(await retryWork(world.services, [], id)).toBe('message')
    const row = db().selectFrom('outbox').select(['status', 'attempts']).where('id', '=', id)
    expect(await row.executeTakeFirst()).toEqual({ status: 'PENDING', attempts: 0 })
    const events = await db().selectFrom('events').select('data').where('subject_id', '=', id).execute()
    expect(events).toEqual([{ data: { register: 'outbox', act: 'retry' } }])
  })
})

describe('a second factor that whoever runs the service resets', () => {
  const reset = (email: string) =>
    resetByOperator(world.services, { email, reason: 'Puhelin katosi, henkilö tunnistettu' })

  it('is gone with its sessions; the log and every address of the person hear the reason', async () => {
    const { userId, email } = await buildUser(world)
    const own = `oma.${email}`
    await db()
      .updateTable('users')
      .set({
        totp_secret_sealed: world.services.vault.seal('x'),
        totp_confirmed_at: world.env.now(),
        personal_email: own,
        personal_email_verified_at: world.env.now(),
      })
      .where('id', '=', userId)
      .execute()
    await world.signIn(userId)
    expect(await reset(email.toUpperCase())).toBe('DONE')
    const user = db().selectFrom('users').select(['totp_secret_sealed', 'identity_changed_at']).where('id', '=', userId)
    expect(await user.executeTakeFirst()).toEqual({ totp_secret_sealed: null, identity_changed_at: expect.any(Date) })
    const open = db().selectFrom('sessions').select('id').where('user_id', '=', userId).where('revoked_at', 'is', null)
    expect(await open.execute()).toEqual([])
    const mails = await db()
      .selectFrom('outbox')
      .select(['recipient', 'body_text'])
      .where('user_id', '=', userId)
      .execute()
    expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual([email, own].toSorted())
    for (const { body_text } of mails) expect(body_text).toContain('Puhelin katosi, henkilö tunnistettu')
    const event = db().selectFrom('events').select(['actor_kind', 'data']).where('subject_id', '=', userId)
    expect(await event.where('type', '=', 'IDENTITY_CHANGED').execute()).toEqual([
      { actor_kind: 'SYSTEM', data: { kind: 'SECOND_FACTOR', reason: 'Puhelin katosi, henkilö tunnistettu' } },
    ])
    expect(await reset(email)).toBe('NO_FACTOR')
  })

  it('is asked for in vain where nobody signs in by the address', async () => {
    expect(await reset('nobody@demo.example')).toBe('NO_ACCOUNT')
  })
})
