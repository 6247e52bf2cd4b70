import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorld, type World } from '#testing/world.ts'
import { sessions } from './contract.ts'
import { firstAdminLink } from './server/first-admin.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const body = {
  firstName: 'Eka',
  lastName: 'Ylläpitäjä',
  email: 'Eka@yllapito.example',
  password: 'yksitoista lokkia laiturilla',
}
const tokenOf = (link: string | null) => link!.split('/').at(-1)!

it('the first super admin is created once, with the newest link, and then signs in with an app', async () => {
  const older = tokenOf(await firstAdminLink(world.services))
  const token = tokenOf(await firstAdminLink(world.services))
  expect((await world.call(sessions.firstAdminLink, { params: { token: older } })).body.code).toBe('TOKEN_NOT_VALID')
  const weak = await world.call(sessions.createFirstAdmin, {
    params: { token },
    body: { ...body, password: 'salasana1234' },
  })
  expect(weak.body.code).toBe('PASSWORD_TOO_WEAK')
  const both = await Promise.all(
    [1, 2].map((n) =>
      world.call(sessions.createFirstAdmin, {
        params: { token },
        body: { ...body, email: `eka${n}@yllapito.example` },
      }),
    ),
  )
  expect(both.map((reply) => reply.status).toSorted()).toEqual([201, 400])
  expect(await firstAdminLink(world.services)).toBeNull()
  const winner = both.findIndex((reply) => reply.status === 201) + 1
  const login = await world.call(sessions.login, {
    body: { email: `eka${winner}@yllapito.example`, password: body.password },
  })
  expect(login).toMatchObject({ status: 202, body: { methods: ['TOTP'], enrolmentRequired: true } })
})
