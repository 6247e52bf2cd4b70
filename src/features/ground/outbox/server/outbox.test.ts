import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCompany, signedInAs } from '#testing/builders.ts'
import { openWorld, type World } from '#testing/world.ts'
import { outbox } from '../contract.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const secret = 'Jx0_abcdefghijklmnopqrstuvwxyz-012345'

async function message(status: 'PENDING' | 'SENT' | 'DEAD', recipient = 'vastaanottaja@testi.example') {
  const id = world.env.id()
  const row = {
    id,
    channel: 'EMAIL' as const,
    recipient,
    template: 'accounts:mail.test',
    language: 'fi' as const,
    status,
  }
  const text = `Aseta salasana: http://localhost:3000/reset/${secret}`
  await world.services.database.primary
    .insertInto('outbox')
    .values({ ...row, subject: 'Salasana', body_text: text, attempts: 12, last_error: 'ECONNREFUSED' })
    .execute()
  return id
}

test('the list shows recipients and states and narrows by status, channel and recipient', async () => {
  const staff = await signedInAs(world, 'INTERNAL_ADMIN')
  const dead = await message('DEAD', 'eras@lista.example')
  await message('SENT', 'toinen@lista.example')
  const query = { search: ' Lista.Example ', status: 'DEAD', channel: 'EMAIL' } as const
  const { items, total } = await world.ok(outbox.list, { as: staff, query })
  expect(total).toBe(1)
  expect(items[0]).toMatchObject({ messageId: dead, recipient: 'eras@lista.example', lastError: 'ECONNREFUSED' })
  expect(items[0]).not.toHaveProperty('text')
})

test('the text is read on demand, without the secret of its link', async () => {
  const staff = await signedInAs(world, 'SUPER_ADMIN')
  const { text } = await world.ok(outbox.get, { as: staff, params: { id: await message('SENT') } })
  expect(text).toBe('Aseta salasana: http://localhost:3000/reset/…')
})

test('a code is hidden in a subject, too, so that staff cannot finish somebody’s registration', async () => {
  const staff = await signedInAs(world, 'INTERNAL_ADMIN')
  const id = await message('SENT', 'koodi@aihe.example')
  const subject = 'Vahvistuskoodisi on 987029'
  await world.services.database.primary.updateTable('outbox').set({ subject }).where('id', '=', id).execute()
  const { items } = await world.ok(outbox.list, { as: staff, query: { search: 'koodi@aihe.example' } })
  const shown = [items[0]!.subject, (await world.ok(outbox.get, { as: staff, params: { id } })).subject]
  expect(shown).toEqual(Array(2).fill('Vahvistuskoodisi on …'))
})

test('a dead message is tried again once, whatever is repeated', async () => {
  const staff = await signedInAs(world, 'INTERNAL_ADMIN')
  const id = await message('DEAD')
  const again = { as: staff, params: { id }, body: { version: 1 }, key: world.env.id() }
  const first = await world.call(outbox.retry, again)
  expect(first.body).toMatchObject({ status: 'PENDING', attempts: 0, version: 2, lastError: null })
  expect((await world.call(outbox.retry, again)).body).toEqual(first.body)
  const late = await world.call(outbox.retry, { as: staff, params: { id }, body: { version: 1 } })
  expect([late.status, late.body.code]).toEqual([409, 'VERSION_CONFLICT'])
})

test('a message that waits or has left is not sent a second time', async () => {
  const staff = await signedInAs(world, 'INTERNAL_ADMIN')
  for (const status of ['PENDING', 'SENT'] as const) {
    const params = { id: await message(status) }
    const reply = await world.call(outbox.retry, { as: staff, params, body: { version: 1 } })
    expect([reply.status, reply.body.code]).toEqual([409, 'VERSION_CONFLICT'])
    const nextAttemptAt = status === 'PENDING' ? expect.any(String) : null
    expect(await world.ok(outbox.get, { as: staff, params })).toMatchObject({ status, version: 1, nextAttemptAt })
  }
})

test('an unknown message is not found, and employers read no messages', async () => {
  const staff = await signedInAs(world, 'INTERNAL_ADMIN')
  expect((await world.call(outbox.get, { as: staff, params: { id: world.env.id() } })).status).toBe(404)
  const nobody = await signedInAs(world, 'BIKE_BENEFICIARY')
  expect((await world.call(outbox.list, { as: nobody })).status).toBe(403)
})

test('the messages about one company are listed by themselves', async () => {
  const staff = await signedInAs(world, 'INTERNAL_ADMIN')
  const { companyId } = await buildCompany(world)
  const id = await message('SENT', 'yritys@testi.example')
  await message('SENT', 'muu@testi.example')
  await world.services.database.primary
    .updateTable('outbox')
    .set({ company_id: companyId })
    .where('id', '=', id)
    .execute()
  const { items, total } = await world.ok(outbox.list, { as: staff, query: { companyId } })
  expect([items.map(({ messageId }) => messageId), total]).toEqual([[id], 1])
})

test('a message that nobody delivers is kept and not sent, and goes once somebody does', async () => {
  const staff = await signedInAs(world, 'INTERNAL_ADMIN')
  const id = await message('SENT', 'tallessa@testi.example')
  const sent = await message('SENT', 'lahti@testi.example')
  const { primary } = world.services.database
  await primary
    .updateTable('outbox')
    .set({ provider_id: `local:${id}`, sent_at: world.env.now() })
    .where('id', '=', id)
    .execute()
  const query = (status: 'SENT' | 'KEPT') => ({ as: staff, query: { search: '@testi.example', status, limit: 100 } })
  const idsOf = async (status: 'SENT' | 'KEPT') =>
    (await world.ok(outbox.list, query(status))).items.map(({ messageId }) => messageId)
  expect(await idsOf('KEPT')).toEqual([id])
  expect(await idsOf('SENT')).toContain(sent)
  expect(await idsOf('SENT')).not.toContain(id)
  const again = { as: staff, params: { id }, body: { version: 1 } }
  expect(await world.ok(outbox.get, { as: staff, params: { id } })).toMatchObject({
    status: 'KEPT',
    sentAt: null,
    hasGateway: false,
  })
  expect((await world.call(outbox.retry, again)).body.code).toBe('CHANNEL_NOT_SET')

  const config = world.services.config as { smtpUrl: string | null }
  config.smtpUrl = 'smtp://127.0.0.1:9'
  try {
    expect((await world.call(outbox.retry, again)).body).toMatchObject({
      status: 'PENDING',
      hasGateway: true,
      sentAt: null,
    })
  } finally {
    config.smtpUrl = null
  }
})
