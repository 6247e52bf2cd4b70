import { execFileSync } from 'node:child_process'
import path from 'node:path'
import type pg from 'pg'
import { copyDatabase, freePort, install, type Peer, run, START_MS, startProcess, type Wanted } from './peer.ts'
import { tables } from './tables.ts'

const VERSION = '12.4.0'
const TOKEN = 'a-token-of-the-benchmark-0123456789'
const USER = '018f0000-0000-7000-8000-000000000001'
const POLICY = '018f0000-0000-7000-8000-000000000002'

const packages = {
  dependencies: { directus: VERSION },
  // What runs scripts of flows, which no call here does; this version brings its native part along.
  overrides: { 'isolated-vm': '6.1.2' },
}

const variables = (connection: pg.ClientConfig, port: number) => ({
  DB_CLIENT: 'pg',
  DB_HOST: String(connection.host),
  DB_PORT: String(connection.port),
  DB_USER: String(connection.user),
  DB_PASSWORD: String(connection.password),
  DB_DATABASE: String(connection.database),
  SECRET: 'a-secret-of-the-benchmark-0123456789',
  ADMIN_EMAIL: 'admin@peers.example.com',
  ADMIN_PASSWORD: 'Peers-bench-2026',
  HOST: '127.0.0.1',
  PORT: String(port),
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  LOG_LEVEL: 'error',
  TELEMETRY: 'false',
  CACHE_ENABLED: 'false',
  WEBSOCKETS_ENABLED: 'false',
  // It answers 503 where its process has much to do, which is what is measured.
  PRESSURE_LIMITER_ENABLED: 'false',
})

/** The six tables with plain foreign keys, and the indexes that the calls need. */
function tableStatements(): string[] {
  return tables.flatMap(({ name, from, columns, links }) => {
    const linked = Object.entries(links)
    const chosen = ['id', ...columns, 'created_at', ...linked.map(([field, { by }]) => `${by} as ${field}`)]
    return [
      `create table ${name} as select ${chosen.join(', ')} from source.${from}`,
      `alter table ${name} add primary key (id)`,
      ...linked.flatMap(([field, { to }]) => [
        `alter table ${name} add foreign key (${field}) references ${to} (id)`,
        `create index on ${name} (${field}, created_at desc, id desc)`,
      ]),
    ]
  })
}

const searchIndexes = ['first_name', 'last_name'].map(
  (column) => `create index on people using gin (lower(${column}) source.gin_trgm_ops)`,
)

/** The tables as collections, and a user with a fixed token whose policy lets it read them. */
function settings(): string[] {
  const names = tables.map(({ name }) => name)
  return [
    ...names.map((name) => `insert into directus_collections (collection) values ('${name}')`),
    ...tables.flatMap(({ name, links }) =>
      Object.entries(links).map(
        ([field, { to }]) =>
          `insert into directus_relations (many_collection, many_field, one_collection, one_field) values ('${name}', '${field}', '${to}', ${field === 'employee' ? `'orders'` : 'null'})`,
      ),
    ),
    `insert into directus_fields (collection, field, special) values ('employees', 'orders', 'o2m')`,
    `insert into directus_users (id, first_name, status, token) values ('${USER}', 'Bench', 'active', '${TOKEN}')`,
    `insert into directus_policies (id, name) values ('${POLICY}', 'Read')`,
    `insert into directus_access (id, "user", policy) values ('018f0000-0000-7000-8000-000000000003', '${USER}', '${POLICY}')`,
    ...names.map(
      (name) =>
        `insert into directus_permissions (collection, action, permissions, fields, policy) values ('${name}', 'read', '{}', '*', '${POLICY}')`,
    ),
  ]
}

function paths({ companyId, orderId, search }: Wanted) {
  const fields =
    'id,status,employee_number,created_at,person.first_name,person.last_name,person.work_email,company.name,orders.order_number,orders.status'
  const rows = `/items/employees?fields=${fields}&deep[orders][_sort]=-created_at&deep[orders][_limit]=1&sort=-created_at,-id&limit=10&meta=filter_count`
  return {
    list: `${rows}&filter[company][_eq]=${companyId}`,
    detail: `/items/orders/${orderId}?fields=*,employee.*,employee.person.*,company.*,store.*,agreement.*`,
    search: `${rows}&filter[_or][0][person][last_name][_icontains]=${search}&filter[_or][1][person][first_name][_icontains]=${search}`,
  }
}

/** Directus on a copy of the rows. */
export async function startDirectus(product: pg.ClientConfig, wanted: Wanted): Promise<Peer> {
  const folder = install('directus', packages)
  const connection = await copyDatabase(product, 'peer_directus')
  const port = await freePort()
  const script = path.join(folder, 'node_modules', '@directus', 'api', 'dist', 'cli', 'run.js')
  const env = variables(connection, port)
  execFileSync(process.execPath, [script, 'bootstrap'], {
    cwd: folder,
    timeout: START_MS,
    env: { ...process.env, NODE_OPTIONS: '', ...env },
  })
  await run(connection, [...tableStatements(), ...searchIndexes, ...settings(), 'vacuum (analyze)'])
  const running = await startProcess(folder, script, env, { args: ['start'], port, health: '/server/ping' })
  return { ...running, name: `Directus ${VERSION}`, token: TOKEN, paths: paths(wanted) }
}
