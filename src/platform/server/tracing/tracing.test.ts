import { expect, it } from 'vitest'
import { statementName } from './statement-name.ts'
import { remoteSpanOf } from './traceparent.ts'

it.each([
  ['select "id" from "orders" where "id" = $1', 'select orders'],
  [
    'select s.id, (select version from role_catalogue) as v from session_tokens t join sessions s on true',
    'select session_tokens',
  ],
  ['select t.a from (select a from invoices) t', 'select invoices'],
  ['insert into "outbox" ("id", "channel") values ($1, $2)', 'insert outbox'],
  ['update outbox set attempts = 1 where id = (select id from outbox limit 1) returning id', 'update outbox'],
  ['delete from "sessions" where true', 'delete sessions'],
  ['with a as (select 1 from orders) select * from a', 'select orders'],
  ['with gone as (delete from tokens returning id) insert into events (id) select id from gone', 'delete tokens'],
  ["select 'from secret_value' as a from companies /* from another */", 'select companies'],
  ['select now()', 'select'],
  ["set local search_path = 'x'", 'set'],
])('%s is named by what it does', (text, name) => {
  expect(statementName(text)).toBe(name)
})

const [trace, span] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']

it.each([
  [`00-${trace}-${span}-01`, true],
  [`00-${trace}-${span}-00`, false],
  [`cc-${trace}-${span}-03-what-comes-later`, true],
])('%s is a place in a trace', (given, sampled) => {
  expect(remoteSpanOf(given)).toEqual({ traceId: trace, spanId: span, sampled })
})

it.each([
  undefined,
  '',
  'rubbish',
  `00-${trace}-${span}`,
  `00-${trace}-${span}-01-more`,
  `ff-${trace}-${span}-01`,
  `00-${trace.toUpperCase()}-${span}-01`,
  `00-${'0'.repeat(32)}-${span}-01`,
  `00-${trace}-${'0'.repeat(16)}-01`,
  `00-${trace}-${span}-01\n`,
  `cc-${trace}-${span}-01-${'x'.repeat(600)}`,
])('%j is none', (given) => {
  expect(remoteSpanOf(given)).toBeNull()
})
