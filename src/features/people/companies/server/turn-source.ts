import { sql } from 'kysely'
import { openColumns, plainSource } from '#platform/server/turns/plain-source.ts'
import type { TurnRead } from '#platform/server/turns/source.ts'
import { textOf } from '#platform/server/turns/text-of.ts'
import { isWithoutHands, lacksHands, withoutHandsSince } from './hands.ts'

/** What is under way matters where hands are missing. */
const ofThin = (company: string) => `select c.id from companies c where c.id = ${company} and ${textOf(lacksHands)}`

const reads: readonly TurnRead[] = [
  { table: 'companies', columns: ['deleted_at', 'signer_user_ids', 'group_company_id'], subject: 'id' },
  {
    table: 'user_roles',
    subject: 'select c.id from companies c where c.id = $row.company_id or c.group_company_id = $row.group_company_id',
  },
  {
    table: 'users',
    columns: ['deactivated_at', 'invited'],
    subject: `select c.id from user_roles ur join companies c on c.id = ur.company_id or c.group_company_id = ur.group_company_id
      where ur.user_id = $row.id`,
  },
  {
    table: 'role_permissions',
    subject: `select c.id from user_roles ur join companies c on c.id = ur.company_id or c.group_company_id = ur.group_company_id
      where ur.role_id = $row.role_id`,
  },
  { table: 'beneficiary_employees', columns: ['status', 'company_id'], subject: ofThin('$row.company_id') },
  { table: 'orders', columns: ['status'], subject: ofThin('$row.company_id') },
  {
    table: 'leasing_agreements',
    columns: ['status', 'void_at', 'lease_state'],
    subject: ofThin('$row.company_id'),
  },
  { table: 'invoices', columns: ['stage', 'open_cents'], subject: ofThin('$row.company_id') },
  { table: 'company_exits', columns: ['withdrawn_at', 'kind'], subject: 'company_id' },
]

/** Companies with something under way for which nobody can sign, lock or decide. */
export const handsTurnSource = plainSource({
  process: 'company',
  reads,
  subjects: sql`select c.id from companies c where c.deleted_at is null`,
  open: (ids) => sql`
    select ${openColumns({
      subject: sql`c.id`,
      action: 'nameHands',
      awaited: 'STAFF',
      company: sql`c.id`,
      since: withoutHandsSince,
    })} from companies c where c.id = any(${ids}) and ${isWithoutHands}`,
  about: (ids) => sql`
    select c.id, c.id as opens, null::text as about, c.name as "companyName", null::uuid as "orderId", null::text as "orderNumber"
      from companies c where c.id = any(${ids})`,
})
