import pg, { type Pool, type PoolClient, type PoolConfig } from 'pg'
import { createClient } from '#platform/server/database/servers/hosts.ts'
import { StartupError } from '#platform/server/runtime/startup-error.ts'

/** The role of a connection. */
async function roleOf(connection: PoolConfig): Promise<string> {
  const client = createClient(connection)
  await client.connect()
  try {
    return (await client.query<{ role: string }>('select current_user as role')).rows[0]!.role
  } finally {
    await client.end()
  }
}

/** What is written once: the record, what it proves, and the money. A mistake gets a row of its own. */
const writtenOnce = [
  'events',
  'record_roots',
  'record_leaves',
  'record_stamps',
  'signatures',
  'transfer_signatures',
  'terms_acceptances',
  'payments',
  'ledger_rows',
]

/**
 * Gives the application's role the use of every table, as its owner: what is written once is added and read, never
 * changed or removed, a chain of events gets a new end alone, and only migrations write what they keep. Servers that
 * start at once take turns.
 */
export async function grantUse(owner: Pool, application: PoolConfig): Promise<void> {
  const role = await roleOf(application)
  const client = await owner.connect()
  try {
    await client.query(`begin; set local lock_timeout = '60s'; select id from schema_lock where id = 1 for update`)
    const { rows } = await client.query<{ same: boolean }>('select current_user = $1 as same', [role])
    if (!rows[0]!.same) await grant(client, pg.escapeIdentifier(role))
    await makeQueueSchema(client, role)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

const grant = (client: PoolClient, role: string) =>
  client.query(`
    revoke create on schema public from public;
    grant usage on schema public to ${role};
    grant select, insert, update, delete on all tables in schema public to ${role};
    grant usage, select on all sequences in schema public to ${role};
    grant execute on function keep_months, weigh_log to ${role};
    revoke update, delete on ${writtenOnce.join(', ')}, event_chains from ${role};
    grant update (length, head, seal) on event_chains to ${role};
    revoke insert, update, delete on schema_migrations, schema_lock, event_closings, accepted_breaks from ${role}`)

/**
 * The schema of the jobs' queue, in which the application makes its tables itself. Where another role has made them they
 * are handed over as they stand: a node of that role may still be at work on them.
 * @throws StartupError where the owner may not hand them over; nothing is dropped
 */
async function makeQueueSchema(client: PoolClient, role: string): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>(`select to_regnamespace('pgboss') is not null as exists`)
  if (!rows[0]?.exists) await client.query('create schema pgboss')
  await client.query(`grant usage, create on schema pgboss to ${pg.escapeIdentifier(role)}`)
  for (const { kind, name, maker } of await othersInQueue(client, role))
    await client.query(`alter ${kind} ${name} owner to ${pg.escapeIdentifier(role)}`).catch((error: Error) => {
      throw new StartupError(
        `The job queue (schema pgboss) was made by the role ${maker}, and this one may not hand it over to ${role} (${error.message}). Stop the nodes that use ${maker}, then let a superuser hand the schema over, or drop it: jobs that were missed run at the next start. Nothing has been dropped.`,
        { cause: error },
      )
    })
}

/** What other roles have made in the queue's schema; what hangs on a table goes with it. */
async function othersInQueue(client: PoolClient, role: string) {
  const { rows } = await client.query<{ kind: string; name: string; maker: string }>(
    `select 'table' as kind, oid::regclass::text as name, pg_get_userbyid(relowner) as maker from pg_class
      where relnamespace = to_regnamespace('pgboss') and relkind in ('r', 'p', 'v')
     union all
     select 'routine', oid::regprocedure::text, pg_get_userbyid(proowner) from pg_proc
      where pronamespace = to_regnamespace('pgboss')
     union all
     select 'type', format_type(oid, null), pg_get_userbyid(typowner) from pg_type
      where typnamespace = to_regnamespace('pgboss') and typtype = 'e'
     order by 1, 2`,
  )
  return rows.filter(({ maker }) => maker !== role)
}

/**
 * Asks in production that the application's role can neither own the log nor go round its rights.
 * @throws StartupError with what to do
 */
export async function requirePlainRole(application: Pool): Promise<void> {
  const { rows } = await application.query<{ role: string; owns: boolean }>(
    `select current_user as role, pg_has_role(current_user, relowner, 'member') as owns
       from pg_class where oid = 'public.events'::regclass`,
  )
  if (rows[0]!.owns)
    throw new StartupError(
      `The role ${rows[0]!.role} of DATABASE_URL owns the tables and could rewrite the event log. Give DATABASE_URL a role without rights of its own, and DATABASE_OWNER_URL the one that owns them.`,
    )
}
