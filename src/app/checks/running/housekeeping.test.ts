import { afterAll, beforeAll, expect, test } from 'vitest'
import { contactForms } from '#features/ground/contact-forms/contract.ts'
import { housekeeping } from '#platform/server/jobs/housekeeping.ts'
import { buildCompany, signedInAs } from '#testing/builders.ts'
import { openWorld, type World } from '#testing/world.ts'

const day = 86_400_000

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const run = () => housekeeping.run(world.services)

test('a message of the contact form is gone before it is a year old, and younger ones stay', async () => {
  const send = (email: string) =>
    world.ok(contactForms.submit, {
      body: { role: 'OTHER', name: 'Testi Lähettäjä', email, message: 'Kysymys, joka vanhenee.' },
    })
  const emails = async () =>
    (await world.services.database.primary.selectFrom('contact_forms').select('email').execute()).map(
      (row) => row.email,
    )
  await send('vanha@testi.example')
  world.env.advance(30 * day)
  await send('nuori@testi.example')
  world.env.advance(333 * day)
  await run()
  expect(await emails()).toHaveLength(2)
  world.env.advance(2 * day - 60_000)
  expect(await run()).toMatchObject({ contactForms: 1 })
  expect(await emails()).toEqual(['nuori@testi.example'])
})

test('the tokens of a session are gone 32 days after the sign-in at the latest', async () => {
  await signedInAs(world, 'EMPLOYER_ADMIN', await buildCompany(world))
  const tokens = () => world.services.database.primary.selectFrom('session_tokens').selectAll().execute()
  world.env.advance(29 * day)
  await run()
  expect(await tokens()).not.toEqual([])
  world.env.advance(2 * day + 60_000)
  await run()
  expect(await tokens()).toEqual([])
})
