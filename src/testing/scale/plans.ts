import type pg from 'pg'
import type { Statement } from './recorder.ts'

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Actual Rows'?: number
  readonly 'Actual Loops'?: number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Shared Hit Blocks'?: number
  readonly 'Shared Read Blocks'?: number
  readonly Plans?: readonly PlanNode[]
}

export interface Explained {
  /** In the database, without planning; the middle one of the rounds. */
  readonly executionMs: number
  readonly planningMs: number
  readonly blocks: number
  /** Growing tables that were read from end to end. */
  readonly scanned: readonly string[]
  /** The indexes that were used, and what else the plan rests on. */
  readonly summary: string
}

/** Tables that grow with customers: reading one from end to end is a fault whatever it takes today. */
const growingTables: ReadonlySet<string> = new Set([
  'users',
  'user_roles',
  'company_people',
  'sessions',
  'session_tokens',
  'link_tokens',
  'beneficiary_employees',
  'orders',
  'order_cancellations',
  'order_cancellation_lines',
  'order_cancellation_requests',
  'refund_uploads',
  'bike_brokerages',
  'bike_brokerage_photos',
  'absence_plans',
  'absence_plan_months',
  'company_exits',
  'company_exit_leases',
  'transfer_signatures',
  'bike_returns',
  'bike_return_photos',
  'bike_return_damages',
  'leasing_agreements',
  'signatures',
  'signed_documents',
  'invoices',
  'invoice_lines',
  'payments',
  'ledger_rows',
  'lessor_files',
  'lessor_differences',
  'lessor_news',
  'bank_files',
  'bank_statements',
  'bank_doubts',
  'bank_entries',
  'payment_orders',
  'payment_files',
  'e_invoice_messages',
  'received_e_invoices',
  'billing_runs',
  'payroll_months',
  'payroll_rows',
  'events',
  'event_chains',
  'outbox',
  'files',
  'notifications',
  'contact_forms',
])

/** A month of a log by the name of the log. */
const logOf = (table: string) => table.replace(/_(first|rest|\d{4}_\d{2})$/, '')

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}

function summaryOf(nodes: readonly PlanNode[]): string {
  const words = nodes.flatMap((node) => {
    const kind = node['Node Type']
    if (kind === 'Seq Scan') return [`SEQ ${node['Relation Name']}`]
    if (node['Index Name']) return [node['Index Name'].replace('beneficiary_employees', 'employees')]
    return kind === 'Sort' || kind === 'Gather' ? [kind.toLowerCase()] : []
  })
  return [...new Set(words)].join(' ')
}

/** A bounded count may take the rows as they lie, when it ends after a few; without a run nobody knows. */
const GLANCE = 20_000
const rowsRead = (node: PlanNode) =>
  node['Actual Rows'] === undefined
    ? Number.POSITIVE_INFINITY
    : (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 1)

const middle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Explains a statement with the values that it was sent with, running it as often as told. */
export async function explain(client: pg.Client, statement: Statement, rounds: number): Promise<Explained> {
  const executions: number[] = []
  let last: { Plan: PlanNode; 'Planning Time'?: number } | undefined
  for (let round = 0; round < Math.max(1, rounds); round += 1) {
    const how = rounds > 0 ? 'analyze, timing off, buffers, format json' : 'format json'
    const { rows } = await client.query(`explain (${how}) ${statement.text}`, [...statement.values])
    last = rows[0]['QUERY PLAN'][0]
    executions.push(rows[0]['QUERY PLAN'][0]['Execution Time'] ?? 0)
    // What takes a second is at fault however often it is asked.
    if ((executions[0] ?? 0) > 1_000) break
  }
  const nodes = nodesOf(last!.Plan)
  const scanned = nodes.flatMap((node) =>
    node['Node Type'] === 'Seq Scan' && rowsRead(node) > GLANCE && growingTables.has(logOf(node['Relation Name'] ?? ''))
      ? [node['Relation Name']!]
      : [],
  )
  return {
    executionMs: middle(executions),
    planningMs: last!['Planning Time'] ?? 0,
    blocks: (last!.Plan['Shared Hit Blocks'] ?? 0) + (last!.Plan['Shared Read Blocks'] ?? 0),
    scanned: [...new Set(scanned)],
    summary: summaryOf(nodes),
  }
}
