import { AppError, fail } from '#platform/contract/errors.ts'
import { fileAnswer, keepFile } from '#platform/server/documents/stored-files.ts'
import { checkUploadedPdf } from '#platform/server/documents/uploaded-pdf.ts'
import { actorOf } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import type { FileAnswer, SignedInContext } from '#platform/server/http/context.ts'
import { present } from '#platform/values/present.ts'
import type { ProposalView } from '../contract.ts'
import { takesFile } from '../rules.ts'
import { isColleague, readFacts } from './facts.ts'
import { kindOf } from './kinds.ts'
import { logProposal } from './log.ts'
import { findProposal, lockProposal } from './queries.ts'
import { seenBy, viewOf } from './view.ts'

interface Attached {
  readonly version: number
  readonly fileName?: string | undefined
  readonly uploaded: Buffer
}

/**
 * Puts the extract beside a proposal; whoever confirms it reads it first, so it is never another one afterwards.
 * @throws NOT_FOUND, FORBIDDEN for a company, VERSION_CONFLICT, FILE_NOT_ACCEPTED, FILE_EXISTS, PROPOSAL_NOT_ALLOWED
 */
export async function attachFile(
  context: SignedInContext,
  id: string,
  { version, fileName, uploaded }: Attached,
): Promise<ProposalView> {
  const { db, env, user } = context
  const row = (await lockProposal(db, seenBy(user), id)) ?? fail('NOT_FOUND')
  if (!isColleague(user, row.kind)) fail('FORBIDDEN')
  const content = checkUploadedPdf(uploaded)
  if (row.file_id !== null) throw new AppError('FILE_EXISTS')
  if (row.version !== version) requireVersion(version, row.version, await viewOf(context, row))
  if (!takesFile((await readFacts(db, row, context)).facts)) fail('PROPOSAL_NOT_ALLOWED')
  const file = await keepFile(db, context, {
    companyId: row.company_id,
    parentType: 'proposal',
    parentId: id,
    label: fileName ?? 'ote.pdf',
    contentType: 'application/pdf',
    content,
    createdBy: user.userId,
  })
  await db
    .updateTable('proposals')
    .set((e) => ({ file_id: file.id, updated_at: env.now(), version: e('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  const type = 'PROPOSAL_FILE_ADDED'
  await logProposal(db, context, { row, actor: actorOf(user), type, data: { sha256: file.sha256.toString('hex') } })
  return viewOf(context, present(await findProposal(db, seenBy(user), id)))
}

/** The file beside a proposal that the caller sees: an extract to read at once, or its own file to take along. @throws NOT_FOUND */
export async function fileOf(context: SignedInContext, id: string): Promise<FileAnswer> {
  const { db } = context
  const row = (await findProposal(db, seenBy(context.user), id)) ?? fail('NOT_FOUND')
  const inline = kindOf(row.kind).needsFile ?? false
  return (await fileAnswer(db, context, row.file_id ?? fail('NOT_FOUND'), { inline })) ?? fail('NOT_FOUND')
}
