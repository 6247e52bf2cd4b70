import { sql } from 'kysely'
import { AppError } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { keepFile, type NewFile } from '#platform/server/documents/stored-files.ts'
import { actorOf, type SubjectType } from '#platform/server/events/events.ts'
import type { Services, SignedInContext } from '#platform/server/http/context.ts'
import type { TextValue } from '#platform/server/runtime/texts.ts'
import { present } from '#platform/values/present.ts'
import type { ProposalView } from '../contract.ts'
import { DAYS_TO_ANSWER } from '../rules.ts'
import { closeProposal } from './close.ts'
import { readFacts } from './facts.ts'
import type { ProposalKind } from './kinds.ts'
import { logProposal } from './log.ts'
import { findProposal, type ProposalRow } from './queries.ts'
import { tellProposed } from './tell.ts'
import { seenBy, viewOf } from './view.ts'

const DAY_MS = 86_400_000

/** A value before or after: an amount, a text of all languages, or plain words. */
type ChangeValue = string | TextValue | { readonly cents: number } | { readonly basisPoints: number } | null

/** One thing that would change, named by a text. */
export interface ProposedChange {
  readonly name: string | TextValue
  readonly before: ChangeValue
  readonly after: ChangeValue
}

interface OwnFile extends Pick<NewFile, 'label' | 'contentType' | 'content'> {
  readonly maxBytes?: number
}

export interface NewProposal<Body> {
  readonly kind: ProposalKind<Body>
  /** Of one kind one proposal about the same thing is open at a time. */
  readonly key: string
  readonly subject: { readonly type: SubjectType; readonly id: string }
  /** All that is needed to do it later, ids and versions included. */
  readonly body: Body
  /** What it would do, for the readers of every language. */
  readonly effect: TextValue
  readonly changes?: readonly ProposedChange[]
  /** Its own file, which it would take in. */
  readonly file?: OwnFile
  readonly why?: string | null | undefined
  /** On whose timeline it stands. */
  readonly companyId?: string | null
  /** The companies whose own yes is asked for. */
  readonly companyIds?: readonly string[]
}

/** Ends an open proposal of the same thing whose time is up, which the job has still to look at. */
async function expireOld(db: Db, services: Services, kind: string, key: string): Promise<void> {
  const old = await db
    .selectFrom('proposals')
    .selectAll()
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('state', '=', 'OPEN')
    .where('expires_at', '<=', services.env.now())
    .forUpdate()
    .executeTakeFirst()
  if (old) await closeProposal(db, services, old as ProposalRow, { to: 'EXPIRED', by: null })
}

async function insert<Body>(context: SignedInContext, proposed: NewProposal<Body>): Promise<ProposalRow | undefined> {
  const { db, env, user } = context
  const now = env.now()
  const made = await db
    .insertInto('proposals')
    .values({
      id: env.id(),
      kind: proposed.kind.name,
      subject_type: proposed.subject.type,
      subject_id: proposed.subject.id,
      key: proposed.key,
      company_id: proposed.companyId ?? null,
      body: JSON.stringify(proposed.body),
      effect: JSON.stringify(proposed.effect),
      changes: JSON.stringify(proposed.changes ?? []),
      why: proposed.why?.trim() || null,
      made_by: user.userId,
      expires_at: new Date(now.getTime() + DAYS_TO_ANSWER * DAY_MS),
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'key']).where(sql<boolean>`state = 'OPEN'`).doNothing())
    .returningAll()
    .executeTakeFirst()
  return made as ProposalRow | undefined
}

/** Keeps the file that belongs to a new proposal. */
async function withFile(context: SignedInContext, row: ProposalRow, { maxBytes, ...file }: OwnFile) {
  const { db, user } = context
  const owner = { companyId: row.company_id, parentType: 'proposal', parentId: row.id, createdBy: user.userId }
  const { id } = await keepFile(db, context, { ...file, ...owner }, maxBytes ? { maxBytes } : {})
  await db.updateTable('proposals').set({ file_id: id }).where('id', '=', row.id).execute()
  return { ...row, file_id: id }
}

/** The same proposal once more is the one that is open; another about the same thing waits until that is answered. */
async function openOne<Body>(db: Db, { kind, key, body }: NewProposal<Body>): Promise<ProposalRow> {
  const open = await db
    .selectFrom('proposals')
    .selectAll()
    .select(sql<boolean>`body = ${JSON.stringify(body)}::jsonb`.as('is_same'))
    .where('kind', '=', kind.name)
    .where('key', '=', key)
    .where('state', '=', 'OPEN')
    .executeTakeFirstOrThrow()
  const { is_same, ...row } = open
  if (!is_same) throw new AppError('PROPOSAL_EXISTS', { details: { proposalId: row.id } })
  return row as ProposalRow
}

/**
 * Proposes an act: nothing of it is done until the other party has said yes. Whoever may answer is asked, everybody else
 * whom it touches hears of it as the kind says.
 * @returns the proposal, for a 202; the one that is open already where the same thing is proposed once more
 * @throws PROPOSAL_EXISTS while another about the same thing is open
 */
export async function propose<Body>(context: SignedInContext, proposed: NewProposal<Body>): Promise<ProposalView> {
  const { db, env, user } = context
  await expireOld(db, context, proposed.kind.name, proposed.key)
  const made = await insert(context, proposed)
  if (made) {
    const companyIds = [...new Set(proposed.companyIds ?? [])]
    if (companyIds.length > 0)
      await db
        .insertInto('proposal_companies')
        .values(companyIds.map((id) => ({ proposal_id: made.id, company_id: id, made_by: user.userId })))
        .execute()
    const row = proposed.file ? await withFile(context, made, proposed.file) : made
    const read = await readFacts(db, row, { env })
    if (read.facts.seconds.length === 0)
      await db.updateTable('proposals').set({ alone_since: made.created_at }).where('id', '=', made.id).execute()
    await logProposal(db, context, { row, actor: actorOf(user), type: 'PROPOSAL_MADE' })
    await tellProposed(db, context, { row, read, by: user.userId })
  }
  const { id } = made ?? (await openOne(db, proposed))
  return viewOf(context, present(await findProposal(db, seenBy(user), id)))
}
