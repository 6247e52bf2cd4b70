import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { type Table, tables } from './tables.ts'

/** Writes the project that Strapi is started on: its settings and a content type for every table. */
export function writeProject(
  folder: string,
  { connection, port, salt }: { connection: pg.ClientConfig; port: number; salt: string },
): void {
  const write = (name: string, text: string) => {
    const file = path.join(folder, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  const setting = (name: string, value: unknown) =>
    write(`config/${name}.js`, `module.exports = ${JSON.stringify(value)}\n`)
  const { host, user, password, database } = connection
  const client = { host, port: connection.port, user, password, database }
  setting('server', { host: '127.0.0.1', port, app: { keys: ['a-key-of-the-benchmark'] } })
  setting('database', { connection: { client: 'postgres', connection: client, pool: { min: 2, max: 10 } } })
  setting('admin', {
    auth: { secret: salt },
    apiToken: { salt },
    transfer: { token: { salt } },
    secrets: { encryptionKey: 'a-key-of-the-benchmark-012345678' },
    serveAdminPanel: false,
  })
  setting('api', { rest: { defaultLimit: 25, maxLimit: 100, withCount: true } })
  // The usual ones, but no line for every request.
  setting('middlewares', [
    'strapi::errors',
    'strapi::security',
    'strapi::cors',
    'strapi::poweredBy',
    'strapi::query',
    'strapi::body',
    'strapi::session',
    'strapi::favicon',
    'strapi::public',
  ])
  mkdirSync(path.join(folder, 'public', 'uploads'), { recursive: true })
  write('src/index.js', 'module.exports = {}\n')
  write('start.cjs', `require('@strapi/strapi').createStrapi({ appDir: __dirname, distDir: __dirname }).start()\n`)
  for (const table of tables) writeType(write, table)
}

function writeType(write: (name: string, text: string) => void, table: Table): void {
  const { one, name } = table
  const api = `src/api/${one}`
  const schema = {
    kind: 'collectionType',
    collectionName: name,
    info: { singularName: one, pluralName: name, displayName: one },
    options: { draftAndPublish: false },
    attributes: {
      ...Object.fromEntries(table.columns.map((column) => [column, { type: typeOf(column) }])),
      ...Object.fromEntries(Object.entries(table.links).map(([field, { to }]) => [field, linkTo(field, to)])),
      ...(name === 'employees'
        ? { orders: { type: 'relation', relation: 'oneToMany', target: 'api::order.order', mappedBy: 'employee' } }
        : {}),
    },
  }
  write(`${api}/content-types/${one}/schema.json`, JSON.stringify(schema, null, 2))
  for (const [folder, factory] of [
    ['controllers', 'createCoreController'],
    ['routes', 'createCoreRouter'],
    ['services', 'createCoreService'],
  ])
    write(
      `${api}/${folder}/${one}.js`,
      `module.exports = require('@strapi/strapi').factories.${factory}('api::${one}.${one}')\n`,
    )
}

function linkTo(field: string, to: string) {
  const { one } = tables.find(({ name }) => name === to)!
  return {
    type: 'relation',
    relation: 'manyToOne',
    target: `api::${one}.${one}`,
    ...(field === 'employee' ? { inversedBy: 'orders' } : {}),
  }
}

function typeOf(column: string): string {
  if (column.endsWith('_cents')) return 'biginteger'
  if (column.endsWith('_months')) return 'integer'
  if (column.endsWith('_at')) return 'datetime'
  if (column.endsWith('_day')) return 'date'
  return column === 'active' || column.startsWith('is_') ? 'boolean' : 'text'
}
