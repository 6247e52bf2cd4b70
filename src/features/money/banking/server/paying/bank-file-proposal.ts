import type { ProposalView } from '#features/ground/proposals/contract.ts'
import type { ProposalKind } from '#features/ground/proposals/server/kinds.ts'
import { propose } from '#features/ground/proposals/server/propose.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { fileContent } from '#platform/server/documents/stored-files.ts'
import { actorOf } from '#platform/server/events/events.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { present } from '#platform/values/present.ts'
import { BANK_FILE_MAX_BYTES } from '../../statement-contract.ts'
import { takeInBankFile } from '../statements/take-in.ts'
import { type IncomingFile, identify, refusal } from './bank-file.ts'
import { describeFile } from './describe-file.ts'

interface Body {
  readonly sha256: string
}

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
  // What it says of people is not kept where nobody has believed it.
  forgetsFile: true,
  async problems(db, { body }) {
    return (await isKnown(db, body.sha256)) ? ['OVERTAKEN'] : []
  },
  async apply(db, services, { file_id, made_by: broughtBy }, by) {
    const { label, content } = await fileContent(db, services, present(file_id))
    const file = { name: label, open: () => [content] }
    await takeInBankFile(db, services, { file, by: { ...by, broughtBy } })
  },
}

/**
 * Proposes to take in a file that the caller brings. It is read whole, and what it would bring is told to whoever
 * confirms it; nothing of it holds.
 * @throws BANK_FILE_NOT_ACCEPTED with reason and line, BANK_FILE_REPEATED when these bytes were taken in before
 */
export async function proposeBankFile(context: SignedInContext, file: IncomingFile): Promise<ProposalView> {
  const { db, env, user } = context
  const { kind, sha256: bytes } = await identify(file).catch((error: unknown) => {
    throw refusal(error)
  })
  const sha256 = bytes.toString('hex')
  if (await isKnown(db, sha256)) throw new AppError('BANK_FILE_REPEATED')
  const by = { actor: actorOf(user), userId: user.userId, broughtBy: user.userId }
  const described = await describeFile(db, context, { file, kind, by })
  const content = Buffer.concat([...(file.open() as Iterable<Uint8Array>)])
  return propose(context, {
    kind: bankFileKind,
    key: sha256,
    subject: { type: 'register', id: env.id() },
    body: { sha256 },
    file: { label: file.name, contentType: 'application/xml', content, maxBytes: BANK_FILE_MAX_BYTES },
    ...described,
  })
}
