import { sql } from 'kysely'
import { lockLessor } from '#features/leasing/server/queries.ts'
import type { QueryOf } from '#platform/contract/contract.ts'
import { fail, failField } from '#platform/contract/errors.ts'
import { actorOf, logEvent } from '#platform/server/database/events.ts'
import { problemAt } from '#platform/server/documents/csv.ts'
import { keepFile } from '#platform/server/documents/stored-files.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import type { lessorFiles } from '../contract.ts'
import { compareList, type Difference, difference } from '../rules/compare.ts'
import { profileOf } from './profiles.ts'
import { leasesByNumber, ourLeases } from './queries.ts'
import { readAnswers, readList, refuse, type TheirAnswer } from './read-file.ts'
import { recordDifferences } from './record.ts'

type Incoming = QueryOf<typeof lessorFiles.takeIn>

/** Compares a lessor's list with our leases of its day. */
async function compared(context: SignedInContext, content: Uint8Array, { leasingCompanyId, listDay }: Incoming) {
  const { db, env } = context
  const day = listDay ?? helsinkiDay(env.now())
  if (day > helsinkiDay(env.now()))
    failField('listDay', 'TOO_LARGE', 'The list’s day has not come yet', helsinkiDay(env.now()))
  const theirs = readList(content, await profileOf(db, leasingCompanyId))
  const numbers = theirs.map(({ number }) => number)
  return { rows: theirs.length, found: compareList(theirs, await ourLeases(db, { leasingCompanyId, day, numbers })) }
}

/** Writes a lessor's answers beside what it was told; a rejection and a notice of an end wait for the staff. */
async function answered(context: SignedInContext, content: Uint8Array, { leasingCompanyId }: Incoming) {
  const { db, env } = context
  const { headers, ...profile } = await profileOf(db, leasingCompanyId)
  const answers = readAnswers(content, { headers, ...profile })
  const numbers = answers.map(({ number }) => number)
  const ours = await leasesByNumber(db, leasingCompanyId, numbers)
  const unknown = answers.filter(({ number }) => !ours.has(number))
  if (unknown.length > 0)
    refuse(unknown.map(({ line, number }) => problemAt(line, 'NOT_FOUND', headers.agreementNumber, number)))
  for (const kind of ['ACCEPTED', 'REJECTED'] as const) {
    const ids = answers.filter(({ answer }) => answer === kind).map(({ number }) => ours.get(number)!.agreementId)
    await db
      .updateTable('lessor_news')
      .set((eb) => ({ answer: kind, answered_at: env.now(), updated_at: env.now(), version: eb('version', '+', 1) }))
      .where('agreement_id', '=', sql<string>`any(${ids}::uuid[])`)
      .where('answer', 'is', null)
      .execute()
  }
  const differenceOf = ({ number, answer, reason, endDay }: TheirAnswer): Difference =>
    difference(answer === 'END' ? 'END_NOTICE' : 'REJECTED', number, ours.get(number) ?? null, {
      theirWords: reason,
      theirDay: endDay,
    })
  // The last word of a file counts.
  const found = new Map(
    answers
      .filter(({ answer }) => answer !== 'ACCEPTED')
      .map((one) => [`${one.answer} ${one.number}`, differenceOf(one)]),
  )
  return { rows: answers.length, found: [...found.values()] }
}

/** Takes in a lessor's file, whole or not at all. @returns its id @throws NOT_FOUND, LESSOR_FILE_NOT_ACCEPTED */
export async function takeInFile(context: SignedInContext, query: Incoming, content: Buffer): Promise<string> {
  const { db, env, user } = context
  const lessor = (await lockLessor(db, query.leasingCompanyId)) ?? fail('NOT_FOUND')
  const isList = query.kind === 'LIST'
  const { rows, found } = await (isList ? compared : answered)(context, content, query)
  const lessorFileId = env.id()
  const kept = await keepFile(db, context, {
    companyId: null,
    parentType: 'lessor-file',
    parentId: lessorFileId,
    label: query.fileName,
    contentType: 'text/csv; charset=utf-8',
    content,
    createdBy: user.userId,
  })
  await db
    .insertInto('lessor_files')
    .values({
      id: lessorFileId,
      leasing_company_id: lessor.id,
      kind: query.kind,
      name: query.fileName,
      file_id: kept.id,
      row_count: rows,
      created_by: user.userId,
      created_at: env.now(),
    })
    .execute()
  const counts = await recordDifferences(db, context, { lessorFileId, leasingCompanyId: lessor.id, isList }, found)
  await db
    .updateTable('lessor_files')
    .set({ found_count: counts.found, gone_count: counts.gone })
    .where('id', '=', lessorFileId)
    .execute()
  await logEvent(db, env, actorOf(user), 'REGISTER_CHANGED', {
    subject: { type: 'register', id: lessor.id },
    shared: false,
    data: { register: 'lessor-files', change: query.kind.toLowerCase(), rows, ...counts },
  })
  return lessorFileId
}
