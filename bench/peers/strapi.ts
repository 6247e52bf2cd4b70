import { createHmac } from 'node:crypto'
import path from 'node:path'
import type pg from 'pg'
import { copyDatabase, freePort, install, type Peer, run, startProcess, type Wanted } from './peer.ts'
import { writeProject } from './strapi-project.ts'
import { tables } from './tables.ts'

const VERSION = '5.54.0'
const TOKEN = 'a-token-of-the-benchmark-0123456789'
const SALT = 'a-salt-of-the-benchmark'

const packages = { dependencies: { '@strapi/strapi': VERSION, pg: '8.23.1' } }

/** Its content types filled: rows numbered anew, the product's ids as document ids, links in tables of their own. */
function rowStatements(): string[] {
  return tables.flatMap(({ name, from, columns, links, one }) => [
    `insert into ${name} (document_id, ${columns.join(', ')}, created_at, updated_at, published_at)
       select id::text, ${columns.join(', ')}, created_at, created_at, created_at from source.${from} order by created_at, id`,
    `analyze ${name}`,
    ...Object.entries(links).map(([field, { by, to }]) => {
      const target = tables.find((table) => table.name === to)!
      const isListed = field === 'employee'
      return `insert into ${name}_${field}_lnk (${one}_id, ${target.one}_id${isListed ? `, ${one}_ord` : ''})
       select a.id, b.id${isListed ? ', 1' : ''} from source.${from} s join ${name} a on a.document_id = s.id::text join ${to} b on b.document_id = s.${by}::text`
    }),
  ])
}

const indexes = [
  'create index on employees (created_at desc, id desc)',
  ...['first_name', 'last_name'].map(
    (column) => `create index on people using gin (lower(cast(${column} as varchar)) source.gin_trgm_ops)`,
  ),
]

const token = () =>
  `insert into strapi_api_tokens (document_id, name, description, type, kind, access_key, created_at, updated_at)
    values ('bench', 'bench', '', 'read-only', 'content-api', '${createHmac('sha512', SALT).update(TOKEN).digest('hex')}', now(), now())`

function paths({ companyId, orderId, search }: Wanted) {
  const fields = (at: string, names: readonly string[]) =>
    names.map((name, index) => `${at}[fields][${index}]=${name}`).join('&')
  const rows = [
    '/api/employees?fields[0]=status&fields[1]=employee_number&fields[2]=createdAt',
    fields('populate[person]', ['first_name', 'last_name', 'work_email']),
    fields('populate[company]', ['name']),
    fields('populate[orders]', ['order_number', 'status']),
    'populate[orders][sort][0]=createdAt:desc&sort[0]=createdAt:desc&sort[1]=id:desc',
    'pagination[pageSize]=10&pagination[withCount]=true',
  ].join('&')
  const around = ['company', 'store', 'agreement'].map((name) => `populate[${name}]=true`).join('&')
  // Both names in one condition on the person: Strapi joins the person anew for each of two conditions, and no index helps.
  return {
    list: `${rows}&filters[company][documentId][$eq]=${companyId}`,
    detail: `/api/orders/${orderId}?populate[employee][populate][person]=true&${around}`,
    search: `${rows}&filters[person][$or][0][last_name][$containsi]=${search}&filters[person][$or][1][first_name][$containsi]=${search}`,
  }
}

/** Strapi on a copy of the rows. */
export async function startStrapi(product: pg.ClientConfig, wanted: Wanted): Promise<Peer> {
  const folder = install('strapi', packages)
  const connection = await copyDatabase(product, 'peer_strapi')
  const port = await freePort()
  writeProject(folder, { connection, port, salt: SALT })
  const start = () => startProcess(folder, path.join(folder, 'start.cjs'), {}, { port, health: '/_health' })
  // The first start makes its tables.
  await (await start()).stop()
  await run(connection, [...rowStatements(), ...indexes, token(), 'vacuum (analyze)'])
  const running = await start()
  return { ...running, name: `Strapi ${VERSION}`, token: TOKEN, paths: paths(wanted) }
}
