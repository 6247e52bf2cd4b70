import { buffer } from 'node:stream/consumers'
import type { ProposalView } from '#features/ground/proposals/contract.ts'
import type { ProposalKind } from '#features/ground/proposals/server/kinds.ts'
import { propose } from '#features/ground/proposals/server/propose.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { actorOf } from '#platform/server/database/events.ts'
import { insertFile, removeFile } from '#platform/server/documents/stored-files.ts'
import type { Services, SignedInContext } from '#platform/server/http/context.ts'
import { BANK_FILE_MAX_BYTES } from '../contract.ts'
import { type IncomingFile, identify, refusal } from './bank-file.ts'
import { describeFile } from './describe-file.ts'
import { takeInBankFile } from './take-in.ts'

interface Body {
  readonly sha256: string
}

const PARENT = 'bank-file-draft'

/** The id under which the bytes of a draft are kept, so that the same bytes are kept once. */
const draftIdOf = (sha256: string) =>
  [sha256.slice(0, 8), sha256.slice(8, 12), sha256.slice(12, 16), sha256.slice(16, 20), sha256.slice(20, 32)].join('-')

const keptDraft = (db: Db, sha256: string) =>
  db
    .selectFrom('files')
    .select(['id', 'label', 'storage_key', 'sha256'])
    .where('parent_type', '=', PARENT)
    .where('parent_id', '=', draftIdOf(sha256))
    .executeTakeFirst()

async function isKnown(db: Db, sha256: string): Promise<boolean> {
  const found = await db
    .selectFrom('bank_files')
    .select('id')
    .where('sha256', '=', Buffer.from(sha256, 'hex'))
    .executeTakeFirst()
  return found !== undefined
}

/** A bank's file that a person has brought: its movements are believed once another person has looked at it. */
export const bankFileKind: ProposalKind<Body> = {
  name: 'BANK_FILE',
  permission: 'bank:import',
  needs: 'SECOND_STAFF',
  async fileId(db, { body }) {
    return (await keptDraft(db, body.sha256))?.id ?? null
  },
  async problems(db, { body }) {
    return (await isKnown(db, body.sha256)) ? ['OVERTAKEN'] : []
  },
  async apply(db, services, { body, made_by: broughtBy }, by) {
    const kept = (await keptDraft(db, body.sha256)) ?? fail('NOT_FOUND')
    const content = await buffer(await services.files.open(kept.storage_key!, kept.sha256!))
    const file = { name: kept.label, open: () => [content] }
    await takeInBankFile(db, services, { file, by: { ...by, broughtBy } })
  },
  async tell(db, services, { body }, moment) {
    // Nobody has believed it: what it says of people is not kept.
    if (moment !== 'REFUSED' && moment !== 'EXPIRED') return
    const kept = await keptDraft(db, body.sha256)
    if (kept) await removeFile(db, services, kept.id)
  },
}

async function keepDraft(db: Db, services: Services, of: { file: IncomingFile; sha256: string; userId: string }) {
  if (await keptDraft(db, of.sha256)) return
  const content = Buffer.concat([...(of.file.open() as Iterable<Uint8Array>)])
  const { key, sha256, bytes } = await services.files.put(content, { maxBytes: BANK_FILE_MAX_BYTES })
  const row = {
    companyId: null,
    parentType: PARENT,
    parentId: draftIdOf(of.sha256),
    label: of.file.name,
    contentType: 'application/xml',
    createdBy: of.userId,
  }
  await insertFile(db, services, row, { storage_key: key, sha256, bytes })
}

/**
 * Proposes to take in a file that the caller brings. It is read whole, and what it would bring is told to whoever
 * confirms it; nothing of it holds.
 * @throws BANK_FILE_NOT_ACCEPTED with reason and line, BANK_FILE_REPEATED when these bytes were taken in before
 */
export async function proposeBankFile(context: SignedInContext, file: IncomingFile): Promise<ProposalView> {
  const { db, user } = context
  const { kind, sha256: bytes } = await identify(file).catch((error: unknown) => {
    throw refusal(error)
  })
  const sha256 = bytes.toString('hex')
  if (await isKnown(db, sha256)) throw new AppError('BANK_FILE_REPEATED')
  const by = { actor: actorOf(user), userId: user.userId, broughtBy: user.userId }
  const described = await describeFile(db, context, { file, kind, by })
  await keepDraft(db, context, { file, sha256, userId: user.userId })
  return propose(context, {
    kind: bankFileKind,
    key: sha256,
    subject: { type: 'register', id: draftIdOf(sha256) },
    body: { sha256 },
    ...described,
  })
}
