import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { notify } from '#features/ground/notifications/server/notify.ts'
import type { ProposalView } from '#features/ground/proposals/contract.ts'
import type { ProposalKind, ProposalOf } from '#features/ground/proposals/server/kinds.ts'
import { type NewProposal, type ProposedChange, propose } from '#features/ground/proposals/server/propose.ts'
import { pages } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import { fileContent } from '#platform/server/documents/stored-files.ts'
import type { Services, SignedInContext } from '#platform/server/http/context.ts'
import { roleId } from '#platform/server/roles/role-ids.ts'
import type { TextValue } from '#platform/server/runtime/texts.ts'
import type { OnWire } from '../columns.ts'
import { municipalityKey } from '../rules/tax-parameters.ts'
import { createRow, removeRow, updateRow } from './changes.ts'
import { copyYear } from './copy-year.ts'
import { differencesOf } from './differences.ts'
import { changesOf, checkedRows, writeList } from './municipal-list.ts'
import { findRow, isLast, lockRow, taxDb } from './queries.ts'
import { municipalRegister, type StoredRow, type TaxRegister, taxYearRegister } from './registers.ts'
import { registerOf, registers, rowsOfYear, stateOfYear } from './registers-of-year.ts'
import { lockTaxTables } from './tables.ts'

type AnyRow = { readonly year: number }
type AnyRegister = TaxRegister<AnyRow>

type Body =
  | { readonly change: 'create'; readonly register: string; readonly row: OnWire<AnyRow> }
  | {
      readonly change: 'update'
      readonly register: string
      readonly id: string
      readonly version: number
      readonly row: OnWire<AnyRow>
    }
  | { readonly change: 'remove'; readonly register: string; readonly id: string; readonly version: number }
  | {
      readonly change: 'copy'
      readonly from: number
      readonly fromState: string
      readonly year: number
      readonly state: string
    }
  | { readonly change: 'import'; readonly year: number; readonly sha256: string; readonly state: string }

const overtaken = ['OVERTAKEN'] as const

/** Whether the row, or for a copy and a list all rows of the year, are still those that were looked at. */
async function problemsOf(db: Db, { body }: ProposalOf<Body>, lock: boolean) {
  if (lock) await lockTaxTables(db)
  if (body.change === 'import')
    return (await stateOfYear(db, body.year, municipalRegister.name)) === body.state ? [] : overtaken
  if (body.change === 'copy') {
    const states = [await stateOfYear(db, body.year), await stateOfYear(db, body.from)]
    return states[0] === body.state && states[1] === body.fromState ? [] : overtaken
  }
  const register = registerOf(body.register)
  if (body.change === 'create') return (await isTaken(db, register, body.row)) ? overtaken : []
  const row = await (lock ? lockRow : findRow)(db, register.table, body.id)
  if (row?.version !== body.version) return overtaken
  if (body.change === 'remove') return (await isLast(db, register.table)) ? overtaken : []
  return (await isTaken(db, register, body.row, row.id)) ? overtaken : []
}

/** A table of the year, or a row of the municipality, is there already, beside the one that changes. */
export async function isTaken(db: Db, register: AnyRegister, row: AnyRow, except?: string): Promise<boolean> {
  const rows = await taxDb(db).selectFrom(register.table).selectAll().where('year', '=', row.year).execute()
  const key = (of: object) => municipalityKey(nameOf(of))
  return rows.some((one) => one.id !== except && (!register.isByMunicipality || key(one) === key(row)))
}

/** Changes, adds and removes tables of a year that is reckoned with; what is locked keeps its figures. */
export const taxTableKind: ProposalKind<Body> = {
  name: 'TAX_TABLE',
  permission: 'tax-table:write',
  needs: 'SECOND_STAFF',
  problems: problemsOf,
  async apply(db, services, proposal, { actor }) {
    const { body } = proposal
    const writing = { db, env: services.env, actor }
    if (body.change === 'copy') return copyYear(writing, body)
    if (body.change === 'import') {
      const { content } = await fileContent(db, services, proposal.file_id!)
      const { rows } = checkedRows(content, body.year)
      return writeList(writing, body.year, await changesOf(db, body.year, rows))
    }
    const register = registerOf(body.register)
    if (body.change === 'create') await createRow(writing, register, body.row)
    else {
      const stored = (await lockRow(db, register.table, body.id))!
      if (body.change === 'update') await updateRow(writing, register, stored, body.row)
      else await removeRow(writing, register, stored)
    }
  },
  async tell(db, services, proposal, moment) {
    const year = payrollYearOf(proposal.body)
    if (moment === 'DONE' && year !== null) await tellEmployers(db, services, proposal.effect as TextValue, year)
  },
}

/** The year whose payroll a change touches: the limits of the benefit stand in the year's own table alone. */
function payrollYearOf(body: Body): number | null {
  if (body.change === 'copy') return body.year
  return body.change !== 'import' && body.change !== 'remove' && body.register === taxYearRegister.name
    ? body.row.year
    : null
}

/** Employers some of whose leases ran in the year or run later hear of a change that their payroll reckons with. */
async function tellEmployers(db: Db, services: Services, effect: TextValue, year: number): Promise<void> {
  const found = await sql<{ user_id: string }>`
    select distinct ur.user_id from companies c join user_roles ur on ur.company_id = c.id or ur.group_company_id = c.group_company_id
     where ur.role_id in (${roleId('EMPLOYER_ADMIN')}, ${roleId('EMPLOYER_GROUP_ADMIN')})
       and exists (select from leasing_agreements a where a.company_id = c.id and a.start_day is not null
                     and extract(year from a.end_day) >= ${year})`.execute(db)
  await notify(
    db,
    services,
    found.rows.map(({ user_id }) => user_id),
    {
      type: 'GENERAL',
      template: 'tax:employerNotice.changed',
      values: { effect },
      link: pages.employer,
      companyId: null,
      mail: true,
    },
  )
}

const effectOf = (change: string, values: TextValue['values']): TextValue => ({
  text: `tax:proposal.${change}`,
  values,
})
const titleOf = (register: AnyRegister): TextValue => ({ text: `tax:registers.${register.name}`, values: {} })

interface Wanted {
  readonly key: string
  readonly id: string
  readonly body: Body
  readonly effect: TextValue
  readonly changes: ProposedChange[]
  readonly file?: NewProposal<Body>['file']
}

const proposeTables = (context: SignedInContext, { id, ...wanted }: Wanted): Promise<ProposalView> =>
  propose(context, { kind: taxTableKind, subject: { type: 'register', id }, ...wanted })

const rowOf = (register: AnyRegister, stored: StoredRow) => register.rowOf(stored)
const nameOf = (row: object) => (row as { municipality?: string }).municipality ?? ''

/** Whether a row would stand as it stands. */
export function isSame(register: AnyRegister, stored: StoredRow, row: OnWire<AnyRow>): boolean {
  const [before, after] = [rowOf(register, stored), register.fromWire(row)]
  return before.year === after.year && differencesOf(register.columns, before, after).length === 0
}

interface RowChange {
  readonly register: AnyRegister
  /** The row as it stands; null for one that is added. */
  readonly stored: StoredRow | null
  /** The row as it would stand; null for one that is removed. */
  readonly row: OnWire<AnyRow> | null
}

/** Proposes to add, change or remove one row. @throws PROPOSAL_EXISTS */
export function proposeRow(context: SignedInContext, { register, stored, row }: RowChange): Promise<ProposalView> {
  const before = stored && rowOf(register, stored)
  const after = row && register.fromWire(row)
  const { year } = (after ?? before)!
  const values = { table: titleOf(register), year, municipality: nameOf((after ?? before)!) }
  const name = register.name
  const body: Body = !stored
    ? { change: 'create', register: name, row: row! }
    : row
      ? { change: 'update', register: name, id: stored.id, version: stored.version, row }
      : { change: 'remove', register: name, id: stored.id, version: stored.version }
  return proposeTables(context, {
    key: stored?.id ?? `${name} ${year} ${municipalityKey(nameOf(after!))}`,
    id: stored?.id ?? context.env.id(),
    body,
    effect: effectOf(`${body.change}${register.isByMunicipality ? 'Municipality' : 'Table'}`, values),
    changes: differencesOf(register.columns, before, after),
  })
}

/** Proposes to make the tables of a year that is reckoned with out of another's. @throws PROPOSAL_EXISTS */
export async function proposeCopy(
  context: SignedInContext,
  { from, year }: { readonly from: number; readonly year: number },
): Promise<ProposalView> {
  const changes: ProposedChange[] = []
  for (const register of registers) {
    const rows = await rowsOfYear(context.db, register, from)
    changes.push({
      name: titleOf(register),
      before: null,
      after: { text: 'tax:proposal.rows', values: { rows } },
    })
  }
  return proposeTables(context, {
    key: `copy ${year}`,
    id: context.env.id(),
    body: {
      change: 'copy',
      from,
      fromState: await stateOfYear(context.db, from),
      year,
      state: await stateOfYear(context.db, year),
    },
    effect: effectOf('copy', { from, year }),
    changes,
  })
}

interface List {
  readonly year: number
  readonly content: Buffer
  readonly counts: { readonly created: number; readonly updated: number }
  readonly changes: ProposedChange[]
}

/** Proposes to read the yearly list of municipalities into a year that is reckoned with. @throws PROPOSAL_EXISTS */
export async function proposeImport(
  context: SignedInContext,
  { year, content, counts, changes }: List,
): Promise<ProposalView> {
  const { db, env } = context
  const { created, updated } = counts
  const sha256 = createHash('sha256').update(content).digest('hex')
  return proposeTables(context, {
    key: `import ${year}`,
    id: env.id(),
    body: { change: 'import', year, sha256, state: await stateOfYear(db, year, municipalRegister.name) },
    effect: effectOf('import', { year, created, updated }),
    changes,
    file: { label: `kunnat-${year}.csv`, contentType: 'text/csv', content },
  })
}
