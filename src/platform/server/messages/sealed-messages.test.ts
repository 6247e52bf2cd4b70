import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLinkToken } from '#platform/server/http/link-tokens.ts'
import { hideLapsedSecrets } from '#platform/server/runtime/lapsed-secrets.ts'
import { sha256 } from '#platform/server/runtime/secrets.ts'
import { handedOver } from '#testing/mailbox.ts'
import { openWorld, type World } from '#testing/world.ts'
import { housekeeping } from '../jobs/housekeeping.ts'
import { sendMail, sendSms } from './messages.ts'

const token = 'Wm9sY2hfdGhpc19pc19hX3Rva2VuX3RoYXRfb3BlbnM'
let world: World
beforeAll(async () => {
  world = await openWorld({ variables: { DEMO: '0' } })
})
afterAll(() => world.close())

const db = () => world.services.database.primary
const rows = () => db().selectFrom('outbox').selectAll().orderBy('id').execute()

test('links and codes lie sealed until they are handed over, and nowhere afterwards', async () => {
  await world.services.database.transaction(async (tx) => {
    const to = { language: 'fi' as const, userId: null }
    const mail = { ...to, to: 'joku@testi.example', template: 'sessions:mail.recovery', link: `/reset/${token}` }
    await sendMail(tx, world.services, { ...mail, values: { name: 'Testi', minutes: 60 } })
    await sendSms(tx, world.services, {
      ...to,
      to: '0401112223',
      template: 'sessions:sms.code',
      values: { code: '482913', minutes: 10 },
    })
  })
  const secret = new RegExp(`${token}|482913`)
  const waiting = await rows()
  expect(waiting.map(({ sealed }) => sealed !== null)).toEqual([true, true])
  expect(JSON.stringify(waiting)).not.toMatch(secret)

  const sent = await handedOver(world)
  expect(sent).toHaveLength(2)
  expect(sent.find(({ channel }) => channel === 'EMAIL')).toMatchObject({
    text: expect.stringContaining(token),
    html: expect.stringContaining(token),
  })
  expect(sent.find(({ channel }) => channel === 'SMS')?.text).toContain('482913')
  const delivered = await rows()
  expect(delivered.map(({ status, sealed }) => [status, sealed])).toEqual([
    ['SENT', null],
    ['SENT', null],
  ])
  expect(JSON.stringify(delivered)).not.toMatch(secret)
})

test('a message goes after 13 months, and its secrets after two weeks also when it was never delivered', async () => {
  const before = (days: number) => new Date(world.env.now().getTime() - days * 86_400_000)
  await db().deleteFrom('outbox').execute()
  for (const [id, days] of [
    [world.env.id(), 400],
    [world.env.id(), 394],
    [world.env.id(), 15],
    [world.env.id(), 1],
  ] as const)
    await db()
      .insertInto('outbox')
      .values({
        id,
        channel: 'SMS',
        recipient: '0401112223',
        template: 'sessions:sms.code',
        language: 'fi',
        subject: '',
        body_text: '…',
        sealed: 'x',
        created_at: before(days),
        next_attempt_at: before(days),
      })
      .execute()
  await housekeeping.run(world.services)
  expect((await rows()).map(({ sealed, body_text }) => [sealed, body_text])).toEqual([
    [null, '…'],
    [null, '…'],
    ['x', '…'],
  ])
})

test('the demo’s mailbox keeps a link and a code while they are good, and not a moment that they are not', async () => {
  await db().deleteFrom('outbox').execute()
  const demo = { ...world.services, config: { ...world.services.config, demo: true } }
  const linkFor = (days: number) =>
    createLinkToken(db(), world.env, { purpose: 'invitation', days, userId: null }).then(({ token }) => token)
  const [dead, used, good] = [await linkFor(-1), await linkFor(9), await linkFor(9)]
  await db().updateTable('link_tokens').set({ used_at: world.env.now() }).where('hash', '=', sha256(used)).execute()
  const write = async () => {
    await sendSms(db(), demo, {
      to: '0401112223',
      language: 'fi',
      template: 'sessions:sms.code',
      values: { code: '482913', minutes: 10 },
    })
    for (const link of [dead, used, good])
      await sendMail(db(), demo, {
        to: 'joku@testi.example',
        language: 'fi',
        template: 'sessions:mail.recovery',
        values: { name: 'Testi', minutes: 60 },
        link: `/reset/${link}`,
      })
  }
  await write()
  await hideLapsedSecrets.run(demo)
  expect(JSON.stringify(await rows())).toContain('482913')
  world.env.advance(16 * 60_000)
  await hideLapsedSecrets.run(demo)
  const kept = await rows()
  const all = JSON.stringify(kept)
  for (const gone of [dead, used, '482913']) expect(all).not.toContain(gone)
  expect(
    kept.filter(({ body_text, body_html, links }) =>
      [body_text, body_html, links[0]].every((part) => part?.includes(good)),
    ),
  ).toHaveLength(1)
})
