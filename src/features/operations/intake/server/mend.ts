import { type AsideRow, decideAside, lockAside } from '#features/ground/put-aside/server/put-aside.ts'
import { dismissDoubt, takeDoubt } from '#features/money/banking/server/matching/doubts.ts'
import { takePutAside } from '#features/money/e-invoices/server/receive.ts'
import { importLegacyOrders } from '#features/orders/orders/server/legacy/legacy-import.ts'
import { importStores } from '#features/pricing/bike-stores/server/import-stores.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import type { ImportReport } from '#platform/contract/imports.ts'
import type { PermissionName } from '#platform/contract/permissions.ts'
import type { Db } from '#platform/server/database/db.ts'
import { scopeOf } from '#platform/server/database/scope.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import type { intake } from '../contract.ts'
import { findAside } from './queries.ts'

type Taking = BodyOf<typeof intake.take>

/** What the source's own import asks for. */
const permissions: Record<string, PermissionName> = {
  E_INVOICE: 'e-invoice:receive',
  STORES: 'bike-store:write',
  LEGACY_ORDERS: 'order:import-legacy',
  LESSOR: 'lessor-file:write',
  STORED_TEXTS: 'bank:match',
}

const isBankDoubt = async (db: Db, id: string) =>
  (await db.selectFrom('bank_doubts').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

async function lockOpen({ db, user }: SignedInContext, id: string, version: number): Promise<AsideRow> {
  const row = (await lockAside(db, id)) ?? fail('NOT_FOUND')
  if (!scopeOf(user, permissions[row.source]!).all) fail('FORBIDDEN')
  requireVersion(version, row.version, await findAside(db, id))
  if (row.state !== 'OPEN') throw new AppError('BANK_DOUBT_DECIDED', { details: { state: row.state } })
  return row
}

async function decide(
  { db, env, user }: SignedInContext,
  row: AsideRow,
  change: { readonly state: 'TAKEN' | 'DISMISSED'; readonly note?: string },
) {
  await decideAside(db, { env }, row, { ...change, by: user.userId })
  await logEvent(db, env, actorOf(user), 'INTAKE_ASIDE_DECIDED', {
    subject: { type: 'register', id: row.id },
    shared: false,
    data: { source: row.source, reason: row.reason, to: change.state },
  })
}

const cell = (text: string) => `"${text.replaceAll('"', '""')}"`

/** The line as a file of its own, its texts as somebody has mended them. */
function lineFile(row: AsideRow, texts: Taking['texts']): Buffer {
  const values = new Map([
    ...(row.raw as [string, string][]),
    ...(texts ?? []).map(({ name, text }): [string, string] => [name, text]),
  ])
  return Buffer.from(`${[...values.keys()].map(cell).join(';')}\n${[...values.values()].map(cell).join(';')}\n`)
}

/** Takes what was put aside by the reader of its source. @returns why it cannot be read now; null where it was taken */
async function takeBy(context: SignedInContext, row: AsideRow, taking: Taking): Promise<Partial<ImportReport> | null> {
  const { db, user } = context
  if (row.source === 'E_INVOICE') {
    const { index } = row.content as { index: number }
    const of = { fileId: row.file_id!, index, actor: actorOf(user) }
    const isTaken = await takePutAside(db, context, of, {
      choice: taking.reading as 0 | 1 | undefined,
      isOurs: taking.isOurs,
    })
    return isTaken ? null : {}
  }
  const read = { STORES: importStores, LEGACY_ORDERS: importLegacyOrders }[row.source as string]
  if (!read) return {}
  const report = await read(context, lineFile(row, taking.texts), { name: '', dryRun: false, isMending: true })
  return report.problemCount > 0 ? report : null
}

/**
 * Takes in what was put aside, as the caller says.
 * @throws NOT_FOUND, VERSION_CONFLICT, BANK_DOUBT_DECIDED, INTAKE_NOT_READ with the report where it still cannot be read
 */
export async function takeAside(context: SignedInContext, id: string, body: Taking) {
  const { db } = context
  if (await isBankDoubt(db, id)) {
    const { version, reading } = body
    await takeDoubt(context, id, { version, ...(reading === undefined ? {} : { reading }) })
  } else {
    const row = await lockOpen(context, id, body.version)
    const refused = await takeBy(context, row, body)
    if (refused) throw new AppError('INTAKE_NOT_READ', { details: { problems: refused.problems ?? [] } })
    await decide(context, row, { state: 'TAKEN' })
  }
  return (await findAside(db, id))!
}

/** Says why something is not taken in. @throws NOT_FOUND, VERSION_CONFLICT, BANK_DOUBT_DECIDED */
export async function dismissAside(context: SignedInContext, id: string, body: BodyOf<typeof intake.dismiss>) {
  const { db } = context
  if (await isBankDoubt(db, id)) await dismissDoubt(context, id, body)
  else {
    const row = await lockOpen(context, id, body.version)
    await decide(context, row, { state: 'DISMISSED', note: body.note.trim() })
  }
  return (await findAside(db, id))!
}
