import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { accounts } from '#features/operations/accounts/contract.ts'
import { buildCompany, signedInAs } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { notifications } from '../contract.ts'
import { employerUserIds, type NewNotice, notify } from './notify.ts'

let world: World
let companyId: string
let admin: Caller
let other: Caller

beforeAll(async () => {
  world = await openWorld()
  companyId = (await buildCompany(world)).companyId
  admin = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId })
  other = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId })
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.services.database.primary.deleteFrom('notifications').execute()
})

const tell = (userIds: string[], more: Partial<NewNotice> = {}) =>
  notify(world.services.database.primary, world.services, userIds, {
    type: 'ORDER_STATUS_CHANGE',
    template: 'orders:notice.started',
    values: { company: 'Testiyritys Oy' },
    link: '/mybike',
    companyId,
    ...more,
  })
const list = async (as: Caller, query = {}) => world.ok(notifications.list, { as, query })

describe('reading', () => {
  it('lists one’s own, newest first, twenty on a page, in one’s own language', async () => {
    for (let i = 0; i < 21; i += 1) await tell([admin.userId])
    await tell([other.userId])
    const first = await list(admin)
    expect(first.pagination).toEqual({
      page: 1,
      limit: 20,
      total: 21,
      totalPages: 2,
      hasNext: true,
      hasPrevious: false,
    })
    expect(first.notifications[0]).toMatchObject({
      title: 'Voit valita pyörän',
      read: false,
      readAt: null,
      priority: 'NORMAL',
      link: '/mybike',
    })
    expect(first.notifications[0]?.message).toContain('Testiyritys Oy')
    const ages = first.notifications.map(({ createdAt }) => createdAt)
    expect(ages).toEqual([...ages].sort().reverse())
    const english = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId }, { language: 'en' })
    await tell([english.userId])
    expect((await list(english)).notifications[0]?.title).not.toBe('Voit valita pyörän')
  })

  it('narrows by type, priority and unread', async () => {
    await tell([admin.userId])
    await tell([admin.userId], { type: 'GENERAL', priority: 'HIGH' })
    const total = async (query: object) => (await list(admin, query)).pagination.total
    expect(await total({ types: 'GENERAL,SYSTEM_UPDATE' })).toBe(1)
    expect(await total({ priority: 'HIGH' })).toBe(1)
    const [newest] = (await list(admin)).notifications
    await world.ok(notifications.markAsRead, { as: admin, body: { notificationIds: [newest!.id] } })
    expect(await total({ unreadOnly: true })).toBe(1)
    expect(await total({})).toBe(2)
    expect((await world.call(notifications.list, { as: admin, query: { types: 'GOSSIP' } })).status).toBe(400)
  })

  it('does not mark anything by a GET', async () => {
    await tell([admin.userId])
    const [one] = (await list(admin)).notifications
    expect(await world.ok(notifications.get, { as: admin, params: { id: one!.id } })).toEqual(one)
    expect(await world.ok(notifications.unreadCount, { as: admin })).toEqual({ count: 1 })
  })

  it('tells by the instant of the last look whether something has come', async () => {
    await tell([admin.userId])
    const first = await world.ok(notifications.checker, { as: admin })
    expect(first).toMatchObject({ hasNew: true, unreadCount: 1 })
    const query = { lastFetch: first.lastFetch }
    expect(await world.ok(notifications.checker, { as: admin, query })).toMatchObject({ hasNew: false, unreadCount: 1 })
    await tell([admin.userId])
    expect(await world.ok(notifications.checker, { as: admin, query })).toMatchObject({ hasNew: true, unreadCount: 2 })
  })

  it('answers a look without a body until something comes, is read or goes', async () => {
    await tell([admin.userId])
    const { lastFetch } = await world.ok(notifications.checker, { as: admin })
    let mark = ''
    const look = async () => {
      const headers = { 'if-none-match': mark }
      const answer = await world.call(notifications.checker, { as: admin, query: { lastFetch }, headers })
      mark = String(answer.headers.etag)
      expect(answer.headers['cache-control']).toBe('no-store')
      return answer.status === 304 ? [304, answer.raw.length] : [200, answer.body.hasNew, answer.body.unreadCount]
    }
    expect([await look(), await look()]).toEqual([
      [200, false, 1],
      [304, 0],
    ])
    await tell([admin.userId])
    expect([await look(), await look()]).toEqual([
      [200, true, 2],
      [304, 0],
    ])
    await world.ok(notifications.markAsRead, { as: admin, body: null })
    expect([await look(), await look()]).toEqual([
      [200, true, 0],
      [304, 0],
    ])
    for (const { id } of (await world.ok(notifications.list, { as: admin })).notifications)
      await world.ok(notifications.remove, { as: admin, params: { id } })
    expect([await look(), await look()]).toEqual([
      [200, false, 0],
      [304, 0],
    ])
  })
})

describe('a mail', () => {
  const mails = () =>
    world.services.database.primary
      .selectFrom('outbox')
      .select('body_text')
      .where('user_id', '=', admin.userId)
      .orderBy('id')
      .execute()

  it('carries the way to its reader’s choices, the same link again while it is young', async () => {
    for (let i = 0; i < 2; i += 1) await tell([admin.userId], { mail: true })
    const links = (await mails()).map(({ body_text: text }) => /http\S+\/asetukset\/(\S+)/.exec(text)?.[1])
    expect(links[0]).toMatch(/^[\w-]{43}$/)
    expect(links[1]).toBe(links[0])
    const params = { token: links[0]! }
    await world.ok(accounts.setPreferencesByToken, {
      params,
      body: { preferences: { mail: { EMPLOYEE_ORDER: false } } },
    })
    expect((await world.ok(accounts.ownPreferences, { as: admin })).data.mail).toEqual({ EMPLOYEE_ORDER: false })
  })
})

describe('marking and deleting', () => {
  it('refuses a list that names even one of somebody else, whole', async () => {
    await tell([admin.userId])
    await tell([other.userId])
    const [own] = (await list(admin)).notifications
    const [theirs] = (await list(other)).notifications
    const body = { notificationIds: [own!.id, theirs!.id] }
    expect((await world.call(notifications.markAsRead, { as: admin, body })).status).toBe(404)
    expect(await world.ok(notifications.unreadCount, { as: admin })).toEqual({ count: 1 })
    expect(await world.ok(notifications.unreadCount, { as: other })).toEqual({ count: 1 })
  })

  it('marks the named ones, none for an empty list, all without a list, each once', async () => {
    for (let i = 0; i < 3; i += 1) await tell([admin.userId])
    await tell([other.userId])
    const ids = (await list(admin)).notifications.map(({ id }) => id)
    const mark = (body: { notificationIds?: string[] } | null, key?: string) =>
      world.ok(notifications.markAsRead, { as: admin, body, ...(key ? { key } : {}) })
    expect(await mark({ notificationIds: [] })).toEqual({ updated: 0, unreadCount: 3 })
    expect(await mark({ notificationIds: [ids[0]!] }, 'luettu')).toEqual({ updated: 1, unreadCount: 2 })
    expect(await mark({ notificationIds: [ids[0]!] }, 'luettu')).toEqual({ updated: 1, unreadCount: 2 })
    expect(await mark({ notificationIds: [ids[0]!] })).toEqual({ updated: 0, unreadCount: 2 })
    expect(await mark({})).toEqual({ updated: 2, unreadCount: 0 })
    expect(await world.ok(notifications.unreadCount, { as: other })).toEqual({ count: 1 })
  })

  it('does not know somebody else’s', async () => {
    await tell([other.userId])
    const [foreign] = (await list(other)).notifications
    const params = { id: foreign!.id }
    expect((await world.call(notifications.get, { as: admin, params })).status).toBe(404)
    expect((await world.call(notifications.remove, { as: admin, params })).status).toBe(404)
    expect(
      (await world.call(notifications.markAsRead, { as: admin, body: { notificationIds: [foreign!.id] } })).status,
    ).toBe(404)
    expect(await world.ok(notifications.unreadCount, { as: other })).toEqual({ count: 1 })
  })

  it('deletes once', async () => {
    await tell([admin.userId])
    const [one] = (await list(admin)).notifications
    await world.ok(notifications.remove, { as: admin, params: { id: one!.id } })
    expect((await world.call(notifications.remove, { as: admin, params: { id: one!.id } })).status).toBe(404)
    expect((await list(admin)).notifications).toEqual([])
  })
})

describe('telling', () => {
  it('mails as well, except to those who do not want that kind of mail', async () => {
    const wants = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId }, { email: 'haluaa@yritys.example' })
    const not = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId }, { email: 'eihalua@yritys.example' })
    const db = world.services.database.primary
    const preferences = JSON.stringify({ mail: { ORDER_STATUS_CHANGE: false } })
    await db.insertInto('user_preferences').values({ user_id: not.userId, preferences }).execute()
    await tell([wants.userId, not.userId, wants.userId], { mail: true })
    const mails = await db.selectFrom('outbox').select('recipient').where('recipient', 'like', '%halua%').execute()
    expect(mails).toEqual([{ recipient: 'haluaa@yritys.example' }])
    expect((await list(not)).pagination.total).toBe(1)
    expect((await list(wants)).pagination.total).toBe(1)
  })

  it('finds those who act for an employer', async () => {
    const ids = await employerUserIds(world.services.database.primary, companyId)
    expect(ids).toEqual(expect.arrayContaining([admin.userId, other.userId]))
  })
})

describe('a message about the service', () => {
  const words = (language: string) => ({ title: `Otsikko ${language}`, message: `Viesti ${language}` })
  const body = {
    audience: 'EMPLOYERS' as const,
    mail: true,
    texts: { fi: words('fi'), en: words('en'), sv: words('sv') },
  }

  it('reaches the employers’ people in their own language once, and nobody else', async () => {
    const root = await signedInAs(world, 'SUPER_ADMIN')
    const swede = await signedInAs(world, 'EMPLOYER_EDITOR', { companyId }, { language: 'sv' })
    const key = world.env.id()
    const reach = await world.ok(notifications.broadcastReach, { as: root })
    const sent = await world.ok(notifications.broadcast, { as: root, body, key })
    expect(reach[body.audience]).toBe(sent.recipients)
    expect(await world.ok(notifications.broadcast, { as: root, body, key })).toEqual(sent)
    const titlesOf = async (as: Caller) =>
      (await list(as)).notifications.map(({ type, title, message }) => [type, title, message])
    expect(await titlesOf(swede)).toEqual([['SYSTEM_UPDATE', 'Otsikko sv', 'Viesti sv']])
    expect(await titlesOf(admin)).toEqual([['SYSTEM_UPDATE', 'Otsikko fi', 'Viesti fi']])
    expect(await titlesOf(root)).toEqual([])
    const mail = await world.services.database.primary
      .selectFrom('outbox')
      .select('subject')
      .where('user_id', '=', swede.userId)
      .executeTakeFirstOrThrow()
    expect(mail.subject).toBe('Otsikko sv')
  })

  it('is the super admin’s to send', async () => {
    const staff = await signedInAs(world, 'INTERNAL_ADMIN')
    expect((await world.call(notifications.broadcast, { as: staff, body })).status).toBe(403)
    expect((await list(admin)).notifications).toEqual([])
  })
})
