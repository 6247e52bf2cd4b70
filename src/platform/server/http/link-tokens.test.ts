import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildUser } from '#testing/builders.ts'
import { openWorld, type World } from '#testing/world.ts'
import { createLinkToken, findLinkToken, requireLinkToken, spendLinkToken } from './link-tokens.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const made = () => createLinkToken(world.services.database.primary, world.env, { purpose: 'reset', days: 1 })
const found = async (token: string, purpose: 'reset' | 'join' = 'reset') => {
  const db = world.services.database.primary
  return (await findLinkToken(db, purpose, token, world.env.now())).isGood
}

describe('a link', () => {
  it('keeps whom it is for, and itself only sealed and only where its owner may look again', async () => {
    const db = world.services.database.primary
    const { userId } = await buildUser(world)
    const shown = await createLinkToken(db, world.env, {
      purpose: 'reset',
      days: 1,
      userId,
      seal: (token) => `(${token})`,
    })
    const hidden = await made()
    const rows = await db.selectFrom('link_tokens').select(['id', 'user_id', 'sealed']).execute()
    const rowOf = (id: string) => rows.find((row) => row.id === id)
    expect(rowOf(shown.id)).toMatchObject({ user_id: userId, sealed: `(${shown.token})` })
    expect(rowOf(hidden.id)).toMatchObject({ user_id: null, sealed: null })
  })

  it('is good until its end, for its own purpose', async () => {
    const { token, expiresAt } = await made()
    expect(await found(token)).toBe(true)
    await expect(found(token, 'join')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const db = world.services.database.primary
    expect((await findLinkToken(db, 'reset', token, expiresAt)).isGood).toBe(false)
  })

  it('is good no more once it was used, also for reading, and is used once', async () => {
    const { id, token } = await made()
    const db = world.services.database.primary
    expect(await spendLinkToken(db, id, world.env.now())).toBe(true)
    expect(await found(token)).toBe(false)
    await expect(requireLinkToken(db, 'reset', token, world.env.now())).rejects.toMatchObject({
      code: 'TOKEN_NOT_VALID',
    })
    expect(await spendLinkToken(db, id, world.env.now())).toBe(false)
  })
})
