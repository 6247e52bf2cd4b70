import { afterAll, beforeAll, expect, test } from 'vitest'
import { handedOver } from '#testing/mailbox.ts'
import { openWorld, type World } from '#testing/world.ts'
import { dropHeldMails, sendMail, sendSms } from './messages.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const seconds = (count: number) => new Date(world.env.now().getTime() + count * 1000)

/** Writes a mail and a text message that wait ten seconds, and tells their ids. */
async function hold(code: string) {
  const held = { until: seconds(10), mails: [] as string[], notices: [] as string[] }
  const services = { ...world.services, held }
  await world.services.database.transaction(async (db) => {
    const to = { language: 'fi' as const, userId: null, values: { code, name: 'Testi', minutes: 10 } }
    await sendMail(db, services, { ...to, to: `${code}@testi.example`, template: 'sessions:mail.recovery', link: '/' })
    await sendSms(db, services, { ...to, to: `+35840${code}`, template: 'sessions:sms.code' })
  })
  return held
}

const delivered = async () => (await handedOver(world)).map(({ recipient }) => recipient)

test('a held text message waits as a held mail does, and leaves when the time is over', async () => {
  const held = await hold('482913')
  expect(held.mails).toHaveLength(2)
  expect(await delivered()).toEqual([])
  world.env.setNow(seconds(11).toISOString())
  expect((await delivered()).toSorted()).toEqual(['+35840482913', '482913@testi.example'])
})

test('a held text message is dropped with its mail, and not once it has left', async () => {
  const drop = (ids: readonly string[]) => world.services.database.transaction((db) => dropHeldMails(db, ids))
  const held = await hold('591824')
  expect(await drop(held.mails)).toBe(true)
  world.env.setNow(seconds(11).toISOString())
  expect(await delivered()).toEqual([])
  const late = await hold('603715')
  world.env.setNow(seconds(11).toISOString())
  await delivered()
  expect(await drop(late.mails)).toBe(false)
})
