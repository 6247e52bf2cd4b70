import type { ProposalView } from '#features/ground/proposals/contract.ts'
import { countIntake, noteIntake } from '#features/ground/put-aside/server/put-aside.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { ImportReport } from '#platform/contract/imports.ts'
import { reportOf } from '#platform/server/documents/reading/csv.ts'
import { actorOf } from '#platform/server/events/events.ts'
import { Answer, type SignedInContext } from '#platform/server/http/context.ts'
import { changesOf, checkedRows, municipalDifferences, writeList } from './municipal-list.ts'
import { isYearInUse } from './record.ts'
import { municipalRegister } from './registers.ts'
import { proposeImport } from './table-proposal.ts'

/**
 * Reads the yearly list of municipalities in; those of the year that the file does not name stay. Into a year that is
 * reckoned with it is proposed, and the list lies beside the proposal.
 * @throws FILE_NOT_ACCEPTED with the report when a line is bad and the file was meant for good, PROPOSAL_EXISTS
 */
export async function importMunicipalities(
  context: SignedInContext,
  year: number,
  content: Uint8Array,
  { dryRun = false, fileName = 'csv' }: { dryRun?: boolean; fileName?: string },
): Promise<Answer<ImportReport> | Answer<ProposalView>> {
  const { db, env, user } = context
  const { rows, problems } = checkedRows(content, year)
  const found = await changesOf(db, year, rows)
  const { counts, changed } = found
  const report = reportOf(dryRun, counts, problems)
  if (!dryRun && problems.length > 0) throw new AppError('FILE_NOT_ACCEPTED', { details: report })
  if (dryRun) return new Answer(200, report)
  const id = await noteIntake(db, context, { source: 'MUNICIPALITIES', name: fileName, broughtBy: user.userId })
  await countIntake(db, id, { taken: changed.length, known: counts.unchanged })
  if (changed.length === 0) return new Answer(200, report)
  if (
    await isYearInUse(
      db,
      env,
      municipalRegister,
      year,
      changed.map(({ row }) => row.municipality),
    )
  ) {
    const changes = municipalDifferences(found)
    return new Answer(202, await proposeImport(context, { year, content: Buffer.from(content), counts, changes }))
  }
  await writeList({ db, env, actor: actorOf(user) }, year, found)
  return new Answer(200, report)
}
