import { readdirSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Client } from 'pg'
import { StartupError } from '#platform/server/runtime/startup-error.ts'
import type { ArchiveWriter } from './archive.ts'

/** Where the database lies in an archive. */
export const DATABASE_FOLDER = 'postgres'

/** What a start makes anew; PostgreSQL's own base backup leaves the same out. */
const emptied = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const isLeftOut = (name: string) =>
  /^(postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*|backup_label(\.old)?|tablespace_map(\.old)?|backup_manifest)$/.test(
    name,
  )
/** Says which state the files are of; it goes last. */
const CONTROL = path.join('global', 'pg_control')

async function addFolder(archive: ArchiveWriter, folder: string, inside: string): Promise<void> {
  await archive.folder(path.posix.join(DATABASE_FOLDER, inside))
  if (emptied.has(inside)) return
  for (const entry of await readdir(path.join(folder, inside), { withFileTypes: true })) {
    const place = path.posix.join(inside, entry.name)
    if (isLeftOut(entry.name) || place === CONTROL) continue
    if (entry.isDirectory()) await addFolder(archive, folder, place)
    else if (entry.isFile()) await archive.file(path.posix.join(DATABASE_FOLDER, place), path.join(folder, place))
  }
}

const segmentsBetween = (folder: string, first: string, last: string) =>
  readdirSync(path.join(folder, 'pg_wal'))
    .filter((name) => (/^[0-9A-F]{24}$/.test(name) && name >= first && name <= last) || name.endsWith('.history'))
    .sort()

/**
 * Copies the files of a PostgreSQL that goes on working, with the log of what it has written meanwhile, so that a start on
 * the copy repairs itself to the state at the end. The slot, which ends with the connection, holds that log.
 * @param client of a role that may back up; the whole copy runs in its session
 * @param folder the database's files, on this machine
 * @param beforeEnd runs when the files are copied, just before the state that a restore shows
 * @throws StartupError where tables lie outside the folder
 */
export async function copyDatabase(
  client: Client,
  folder: string,
  archive: ArchiveWriter,
  beforeEnd: () => Promise<void>,
): Promise<void> {
  if (readdirSync(path.join(folder, 'pg_tblspc')).length > 0)
    throw new StartupError(`Tables of ${folder} lie in other folders (tablespaces), which this backup does not know.`)
  await client.query('set statement_timeout = 0')
  await client.query(`select pg_create_physical_replication_slot('poljin_backup_' || pg_backend_pid(), true, true)`)
  await client.query(`select pg_backup_start('poljin', true)`)
  await addFolder(archive, folder, '')
  await archive.file(path.posix.join(DATABASE_FOLDER, CONTROL), path.join(folder, CONTROL))
  await beforeEnd()
  const { rows } = await client.query<{ label: string; last: string }>(
    'select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(false)',
  )
  const { label, last } = rows[0]!
  const first = /^START WAL LOCATION: .*\(file ([0-9A-F]{24})\)/m.exec(label)?.[1]
  if (!first) throw new Error('the label of the backup names no first file of the log')
  for (const segment of segmentsBetween(folder, first, last))
    await archive.file(path.posix.join(DATABASE_FOLDER, 'pg_wal', segment), path.join(folder, 'pg_wal', segment))
  await archive.text(path.posix.join(DATABASE_FOLDER, 'backup_label'), label)
}
