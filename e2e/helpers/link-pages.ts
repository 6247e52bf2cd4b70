import type { APIRequestContext, APIResponse, Page } from '@playwright/test'
import pg from 'pg'
import { type PageName, pages } from '../../src/platform/contract/pages.ts'
import { startEmbeddedPostgres } from '../../src/platform/server/postgres/embedded-postgres.ts'
import { callsOf, type OutboxItem, type Service } from './support.ts'

type HeldBy<Param extends string> = {
  [Name in PageName]: (typeof pages)[Name] extends `${string}$${Param}` ? Name : never
}[PageName]

/** The pages that open for whoever holds a link: one that nobody makes here does not compile. */
export type LinkPage = HeldBy<'token'> | HeldBy<'code'>

export const linkPages = Object.keys(pages).filter((name): name is LinkPage =>
  /\$(token|code)$/.test(pages[name as PageName]),
)

const staff = 'internal@demo.example'
const shop = 'tilaukset@esimerkkikettinki.example'
const lessor = 'laskut@rahoitus.example'
const swedish = 'employer-c@demo.example'
const password = 'Poljin-demo-2026'
/** So many pages of a kind: a store's page stands in many states. */
const MOST_OF_A_KIND = 6

/** Tokens that stand in the database before the service starts, by the purpose of each. */
const planted = (purpose: string) => `${purpose}-planted-for-the-walk-of-links`

/** Links of which the demo has no message: of before there was one link for a store, of an empty installation, of money. */
export async function plantLinks(dataDir: string): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir })
  const client = new pg.Client(postgres.connection)
  await client.connect()
  try {
    await client.query(`
      insert into payment_orders (id, company_id, invoice_id, payee_name, amount_cents, kind, account_from, state, needs_approval, made_by, created_at, updated_at)
      select gen_random_uuid(), i.company_id, i.id, 'Esimerkki Maksaja', 4250, 'REPAYMENT', 'PAYER', 'ASKED', false, u.id, now(), now()
        from invoices i, users u
       where u.email = '${staff}' and i.direction = 'SALES' and i.open_cents < -4250
         and not exists (select from payment_orders o where o.invoice_id = i.id)
       order by i.id limit 1`)
    await client.query(
      `insert into link_tokens (id, hash, purpose, company_id, subject_id, expires_at, created_at)
       select gen_random_uuid(), sha256($1::bytea), 'repayment', company_id, id, now() + interval '9 days', now()
         from payment_orders where state = 'ASKED' order by id limit 1`,
      [planted('repayment')],
    )
    await client.query(
      `insert into link_tokens (id, hash, purpose, expires_at, created_at)
       values (gen_random_uuid(), sha256($1::bytea), 'first-admin', now() + interval '1 day', now())`,
      [planted('first-admin')],
    )
    for (const purpose of ['delivery', 'repair', 'store-refund', 'return', 'service-bill'])
      await client.query(
        `insert into link_tokens (id, hash, purpose, company_id, subject_id, expires_at, created_at)
         select gen_random_uuid(), sha256($1::bytea), purpose, company_id, subject_id, now() + interval '9 days', now()
           from link_tokens where purpose = $2 and revoked_at is null order by id limit 1`,
        [planted(purpose), purpose],
      )
  } finally {
    await client.end()
    await postgres.stop()
  }
}

async function take<Answer>(reply: APIResponse): Promise<Answer> {
  if (!reply.ok()) throw new Error(`${reply.url()}: ${await reply.text()}`)
  return (await reply.json()) as Answer
}

const once = () => ({ 'idempotency-key': crypto.randomUUID() })

/** One session of each for the whole walk: a code of an authenticator app is good for one sign-in only. */
const sessions = new Map<string, Promise<APIRequestContext>>()

async function as<Made>(service: Service, who: string, make: (calls: APIRequestContext) => Promise<Made>) {
  const key = `${service.url} ${who}`
  const calls = sessions.get(key) ?? callsOf(service, who)
  sessions.set(key, calls)
  return make(await calls)
}

const begins = (start: string) => (link: string) => new URL(link).pathname.startsWith(start)

async function messagesTo(service: Service, to: string): Promise<OutboxItem[]> {
  const reply = await fetch(`${service.url}/api/demo/outbox?to=${encodeURIComponent(to)}`)
  return ((await reply.json()) as { items: OutboxItem[] }).items
}

/** The addresses of a kind in the messages to somebody, the newest first. */
async function mailed(service: Service, to: string, start: string): Promise<string[]> {
  const found = (await messagesTo(service, to)).flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? [])
  // A link that opens what is the reader's alone is shown cut short.
  const links = found.filter(begins(start)).filter((link) => !link.includes('…'))
  return [...new Set(links.map((link) => new URL(link).pathname))].slice(0, MOST_OF_A_KIND)
}

/** The address in the message that an act sends. */
async function mailedBy(service: Service, to: string, start: string): Promise<string[]> {
  const { links } = await service.message(to, (item) => item.links.some(begins(start)))
  return [new URL(links.find(begins(start))!).pathname]
}

async function resetLink(service: Service) {
  const headers = { 'content-type': 'application/json', origin: service.url }
  await fetch(`${service.url}/api/password-recovery`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email: swedish }),
  })
  return mailedBy(service, swedish, '/reset/')
}

/** Somebody without an account, and somebody who has one. */
const invitationLinks = (service: Service) =>
  as(service, staff, async (calls) => {
    const { items } = await take<{ items: [{ companyId: string }] }>(await calls.get('/api/companies?search=Saari'))
    const invited = ['ny.exempel@saari.example', 'editor@demo.example']
    for (const workEmail of invited) {
      const data = { firstName: 'Nyla', lastName: 'Exempel', workEmail, role: 'EMPLOYER_REPORTING', language: 'sv' }
      await take(await calls.post(`/api/companies/${items[0].companyId}/employer-people`, { data, headers: once() }))
    }
    return (await Promise.all(invited.map((to) => mailedBy(service, to, '/kutsu/')))).flat()
  })

const identityLink = (service: Service) =>
  as(service, staff, async (calls) => {
    const users = await take<{ items: { userId: string; workEmail: string; version: number }[] }>(
      await calls.get('/api/system-users'),
    )
    const { userId, version } = users.items.find(({ workEmail }) => workEmail === swedish)!
    await take(await calls.put(`/api/system-users/${userId}`, { data: { phoneNumber: '0409998877', version } }))
    return mailedBy(service, swedish, '/muutos/')
  })

const addressLink = (service: Service) =>
  as(service, swedish, async (calls) => {
    const email = 'camilla.ny@saari.example'
    await take(await calls.post('/api/sign-in-address', { data: { email, password } }))
    return mailedBy(service, email, '/kirjautumisosoite/')
  })

const joinLink = (service: Service) =>
  as(service, swedish, async (calls) => {
    const user = await take<{ userRoles: [{ companyId: string }] }>(await calls.get('/api/user'))
    const { url } = await take<{ url: string }>(
      await calls.post('/api/register-link/company', { data: { companyId: user.userRoles[0].companyId } }),
    )
    return [new URL(url).pathname.replace(/^\/sv/, '')]
  })

/** An order whose person has just begun, and the same once the clerk has filled it in. */
const counterLink = (service: Service) =>
  as(service, staff, async (calls) => {
    const stores = await take<{ items: [{ bikeStoreId: string }] }>(await calls.get('/api/bike-stores?limit=1'))
    const orders = await take<{ items: [{ orderId: string; version: number }] }>(
      await calls.get('/api/orders/list-data?orderStatus=PENDING&limit=1'),
    )
    const [{ orderId, version }] = orders.items
    const { url } = await take<{ url: string }>(
      await calls.post(`/api/orders/${orderId}/counter`, {
        data: { bikeStoreId: stores.items[0].bikeStoreId, version },
      }),
    )
    return [new URL(url).pathname]
  })

const voucherLink = (service: Service) =>
  as(service, 'onni.esimerkki@kaarna.example', async (calls) => {
    const leases = await take<{ items: [{ leasingAgreementId: string }] }>(await calls.get('/api/life-event-leases'))
    const { shown } = await take<{ shown: { url: string } }>(
      await calls.get(`/api/bike-services/${leases.items[0].leasingAgreementId}`),
    )
    return [new URL(shown.url).pathname, '/huolto/AAAAAAAA']
  })

/** A link of before the one of a store, and the one of today at the same address. */
const storeLinks = (start: string, purpose: string) => async (service: Service) => {
  const [today] = await mailed(service, shop, '/liike/')
  return [`${start}/${planted(purpose)}`, ...(today ? [today.replace('/liike', start)] : [])]
}

/** How a link to each page comes to be, as its holder gets it. */
const made: Readonly<Record<LinkPage, (service: Service) => Promise<string[]>>> = {
  resetPassword: resetLink,
  firstAdmin: async () => [`/aloitus/${planted('first-admin')}`],
  join: joinLink,
  joinInLanguage: async (service) => (await joinLink(service)).map((path) => `/sv${path}`),
  invitation: invitationLinks,
  identityChange: identityLink,
  confirmAddress: addressLink,
  mailPreferences: (service) => mailed(service, swedish, '/asetukset/'),
  delivery: async (service) => [
    `/runkonumero-ja-toimitus/${planted('delivery')}`,
    ...(await mailed(service, shop, '/runkonumero-ja-toimitus/')),
  ],
  storeOrder: (service) => mailed(service, shop, '/liike/'),
  lessor: (service) => mailed(service, lessor, '/rahoittaja/'),
  counter: counterLink,
  storeReturn: storeLinks('/palautus', 'return'),
  storeRepair: storeLinks('/korjaus', 'repair'),
  storeRefund: storeLinks('/hyvitys', 'store-refund'),
  serviceVoucher: voucherLink,
  serviceBill: storeLinks('/huoltolasku', 'service-bill'),
  pay: async (service) => {
    const people = ['onni.esimerkki@kaarna.example', 'employer@demo.example', swedish]
    return (await Promise.all(people.map((to) => mailed(service, to, '/maksu/')))).flat().slice(0, MOST_OF_A_KIND)
  },
  repayment: async () => [`/takaisinmaksu/${planted('repayment')}`],
}

/** The addresses of every page that a link opens, by the page. */
export async function linksOfEveryPage(service: Service): Promise<Map<LinkPage, string[]>> {
  const found = new Map<LinkPage, string[]>()
  for (const name of linkPages) found.set(name, await made[name](service))
  for (const calls of sessions.values()) await (await calls).dispose()
  sessions.clear()
  return found
}

/** Signs the Swedish employer in by calls of the page's own browser. */
export async function signInBehind(page: Page, service: Service): Promise<void> {
  const data = { email: swedish, password }
  await take(await page.request.post(`${service.url}/api/login`, { data, headers: { origin: service.url } }))
}
