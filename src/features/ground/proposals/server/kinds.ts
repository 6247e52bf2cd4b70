import type { PermissionName } from '#platform/contract/permissions.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Actor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { Colleague } from '#platform/server/roles/second-staff.ts'
import type { Needed, ProposalKindName, ProposalProblem } from '../rules.ts'
import type { ProposalRow } from './queries.ts'

/** A proposal with what its kind wrote into it. */
export interface ProposalOf<Body> extends Omit<ProposalRow, 'body'> {
  readonly body: Body
}

/** What a kind itself can have against a proposal: what it rests on has changed since. */
export type Overtaken = Extract<ProposalProblem, 'OVERTAKEN'>

/** Somebody who may not say yes to a proposal. */
export interface Barred {
  readonly proposalId: string
  readonly userId: string
}

/** Who has said the last yes. */
export interface Confirmer {
  readonly actor: Actor
  readonly userId: string
}

/** What a proposal has come to. */
export type ProposalMoment = 'PROPOSED' | 'DONE' | 'REFUSED' | 'EXPIRED'

/** Who hears of a proposal without its kind. */
export interface Heard {
  readonly isAlone: boolean
  readonly asked: readonly string[]
}

/** One kind of act that needs two people; docs/two-people.md tells how to add another. */
export interface ProposalKind<Body> {
  readonly name: ProposalKindName
  /** Whoever has it over everything may propose, confirm what another has proposed, and refuse. */
  readonly permission: PermissionName
  /** Whose yes it asks for; of some kinds it hangs on what is proposed. */
  readonly needs: Needed | ((body: Body) => Needed)
  /** Where the staff stand for a company they need an extract that says so. */
  readonly needsFile?: boolean
  /** Its own file is kept only where it is done: what nobody has believed is forgotten. */
  readonly forgetsFile?: boolean
  /**
   * Whether what it rests on has changed; read at each look, and once more before it is done.
   * @param lock whether the rows that it rests on are to be locked until it is done
   */
  problems(db: Db, proposal: ProposalOf<Body>, lock: boolean): Promise<readonly Overtaken[]>
  /** Of some proposals, the members of staff who may not say yes: it touches themselves, or stands above them. */
  barred?(db: Db, proposals: readonly ProposalOf<Body>[], colleagues: readonly Colleague[]): Promise<readonly Barred[]>
  /** Does it, in the transaction of the last yes; what it rests on is locked and judged anew already. */
  apply(db: Db, services: Services, proposal: ProposalOf<Body>, by: Confirmer): Promise<void>
  /**
   * Tells the parties beside the proposer, the staff and the companies that are asked, who hear of it anyway.
   * @param heard whether nobody else of the staff may confirm it, so that others have to hear of it before, and which
   *   people of the companies hear of it because they are asked
   */
  tell?(db: Db, services: Services, proposal: ProposalOf<Body>, moment: ProposalMoment, heard: Heard): Promise<void>
}

type AnyKind = ProposalKind<unknown>

const provided = new Map<ProposalKindName, AnyKind>()

/** Brings the kinds of the features that have some; the application calls it once. */
export function provideProposalKinds(kinds: readonly { readonly name: ProposalKindName }[]): void {
  for (const kind of kinds) provided.set(kind.name, kind as AnyKind)
}

/** A kind by its name. @throws Error for one that no feature has brought */
export function kindOf(name: string): AnyKind {
  const kind = provided.get(name as ProposalKindName)
  if (!kind) throw new Error(`no feature brings proposals of the kind ${name}`)
  return kind
}

export const providedKinds = (): readonly AnyKind[] => [...provided.values()]
