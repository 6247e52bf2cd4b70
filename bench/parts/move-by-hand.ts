import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import pg from 'pg'
import { sha256 } from '#platform/server/runtime/secrets.ts'

export interface Move {
  readonly to: string
  readonly version: number
  readonly reason?: string
}

/** The order, its chain and its event, without session, rights, rules, notices or a kept answer. */
async function moveByHand(client: pg.ClientBase, id: string, { to, version }: Move) {
  const ask = (name: string, text: string, values: unknown[]) => client.query({ name, text, values })
  await client.query('begin')
  const order = await ask(
    'order',
    `update orders set status = $2, resume_status = case when $2 = 'CASE_X' then status end, status_changed_at = now(),
       updated_at = now(), version = version + 1 where id = $1 and version = $3 returning company_id, version`,
    [id, to, version],
  )
  const chain = await ask(
    'chain',
    `insert into event_chains (subject_type, subject_id, length, head) values ('order', $1, 1, $2)
     on conflict (subject_type, subject_id) do update set length = event_chains.length + 1 returning length, head`,
    [id, Buffer.alloc(32)],
  )
  const { length, head } = chain.rows[0] as { length: number; head: Buffer }
  const data = JSON.stringify({ to })
  await ask(
    'event',
    `with event as (insert into events (id, subject_type, subject_id, position, type, company_id, order_id, actor_kind, shared,
       data, occurred_at, previous_hash, hash) values ($1, 'order', $2, $3, 'ORDER_STATUS_UPDATED', $4, $2, 'SYSTEM', true, $5, now(), $6, $7))
     update event_chains set head = $7 where subject_type = 'order' and subject_id = $2`,
    [randomUUID(), id, length, order.rows[0].company_id, data, head, sha256(head.toString('hex') + data)],
  )
  await client.query('commit')
  return order.rows[0]
}

/** A bare server that moves an order with the statements alone. */
export function openFloor(connection: pg.ClientConfig) {
  const pool = new pg.Pool({ ...connection, max: 6, options: '-c jit=off' })
  return createServer(async (request, reply) => {
    let text = ''
    for await (const part of request) text += part
    const client = await pool.connect()
    const moved = await moveByHand(client, request.url!.split('/')[3]!, JSON.parse(text) as Move).finally(() =>
      client.release(),
    )
    reply.setHeader('content-type', 'application/json; charset=utf-8').end(JSON.stringify(moved))
  })
}
