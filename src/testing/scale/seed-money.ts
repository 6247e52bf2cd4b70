import type { Scale } from './seed-statements.ts'

/** A table's rows as one statement. */
export const named = (table: string, columns: string, select: string) => ({
  table,
  sql: `insert into ${table} (${columns}) ${select}`,
})

const MONTHS = 60
const DAYS = MONTHS * 30
const WEEKS = 260
const IBAN = `'FI2112345600000785'`

interface Fragments {
  readonly scale: Scale
  readonly months: string
  readonly monthStart: string
  readonly bought: string
  readonly people: string
  readonly isSettled: string
  readonly maker: string
}

type Step = ReturnType<typeof named>

function fragmentsOf(scale: Scale, staff: number): Fragments {
  return {
    scale,
    months: `generate_series(0, ${scale.companies - 1}) c, generate_series(0, ${MONTHS - 1}) k`,
    monthStart: `(date_trunc('month', now()) - k * interval '1 month')`,
    bought: `seed.o where status in ('ACTIVE_LEASING', 'GRENKE_INVOICE_SENT')`,
    people: `seed.p where n <= ${scale.employees} and n % 10 = 5`,
    isSettled: `n % 200 > 5 and n % 1000 <> 15`,
    maker: `seed.id(1, ${staff})`,
  }
}

function invoiceSteps({ scale: { companies }, months, monthStart, people, isSettled, maker }: Fragments): Step[] {
  return [
    named(
      'billing_runs',
      'id, month, status, created_by, created_at, invoice_count, line_count, total_cents',
      `select seed.id(53, k), to_char(${monthStart}, 'YYYY-MM'), 'DONE', ${maker}, ${monthStart}, ${companies}, ${companies}, ${companies} * 50000 from generate_series(0, ${MONTHS - 1}) k`,
    ),
    named(
      'invoices',
      'id, company_id, billing_run_id, direction, party, purpose, stage, status, number, reference_number, buyer, search_text, issue_day, due_day, net_cents, vat_cents, total_cents, paid_cents, paid_day, billing_month, sent_at, created_at',
      `select seed.id(50, c * 100 + k), seed.id(16, c), seed.id(53, k), 'SALES', 'EMPLOYER', 'INSTALMENT', 'SENT', case when k > 1 then 'PAID' else 'SENT' end, 'E-' || c * 100 + k, 1000000 + c * 100 + k, jsonb_build_object('name', 'Yritys ' || c), ' e' || c * 100 + k || ' ' || 1000000 + c * 100 + k || ' yritys ' || c,
      ${monthStart}::date, ${monthStart}::date + 14, 50000, 0, 50000, case when k > 1 then 50000 else 0 end, case when k > 1 then ${monthStart}::date + 10 end, to_char(${monthStart}, 'YYYY-MM'), ${monthStart}, ${monthStart} from ${months}`,
    ),
    named(
      'invoices',
      'id, company_id, beneficiary_employee_id, direction, party, purpose, stage, status, number, reference_number, buyer, search_text, issue_day, due_day, net_cents, vat_cents, total_cents, paid_cents, paid_day, sent_at, created_at',
      `select seed.id(51, n), company_id, employee_id, 'SALES', 'PERSON', 'OTHER', case when n % 1000 = 15 then 'NOT_SENT' else 'SENT' end, case when ${isSettled} then 'PAID' when n % 1000 = 15 then 'NOT_SENT' else 'SENT' end, case when n % 1000 <> 15 then 'H-' || n end, 5000000 + n, jsonb_build_object('name', first_name || ' ' || last_name),
      ' ' || search_fold(concat_ws(' ', 'H' || n, 5000000 + n, first_name, last_name)), at::date, at::date + 14, 20000, 0, 20000, case when ${isSettled} then 20000 else 0 end, case when ${isSettled} then at::date + 5 end, case when n % 1000 <> 15 then at end, at from ${people}`,
    ),
    named(
      'invoice_lines',
      'id, company_id, invoice_id, position, description, net_cents, gross_cents, vat_basis_points, purpose',
      `select seed.id(52, c * 100 + k), seed.id(16, c), seed.id(50, c * 100 + k), 0, 'Kuukausierä', 50000, 50000, 0, 'INSTALMENT' from ${months}
      union all select seed.id(54, n), company_id, seed.id(51, n), 0, 'Lisävaruste', 20000, 20000, 0, 'OTHER' from ${people}`,
    ),
  ]
}

function paymentSteps({ months, monthStart, bought, people, isSettled }: Fragments): Step[] {
  return [
    named(
      'payments',
      'id, company_id, invoice_id, payer_kind, payer_id, direction, amount_cents, paid_day, method, source, created_at',
      `select seed.id(55, n), company_id, seed.id(8, n), 'STORE', seed.id(23, n % 500), 'OUT', price, at::date + 12, case when n % 50 = 1 then 'NETTING' else 'BANK' end, 'seed-out:' || n, at from ${bought} and n % 5 > 0
      union all select seed.id(56, c * 100 + k), seed.id(16, c), seed.id(50, c * 100 + k), 'EMPLOYER', seed.id(16, c), 'IN', 50000, ${monthStart}::date + 10, 'BANK', 'seed-employer:' || c * 100 + k, ${monthStart} from ${months} where k > 1
      union all select seed.id(57, n), company_id, case when n % 2000 <> 25 then seed.id(51, n) end, 'PERSON', employee_id, 'IN', 20000, at::date + 5, case when n % 20 = 15 then 'PAYTRAIL' else 'BANK' end, 'seed-person:' || n, at from ${people} and ${isSettled}`,
    ),
    named(
      'ledger_rows',
      'id, company_id, voucher, position, day, account, amount_cents, invoice_id, payment_id',
      `select seed.id(60 + p, c * 100 + k), seed.id(16, c), 'payment:' || seed.id(56, c * 100 + k), p, ${monthStart}::date + 10, (array['BANK', 'RECEIVABLES'])[p], (3 - 2 * p) * 50000, seed.id(50, c * 100 + k), seed.id(56, c * 100 + k) from ${months}, generate_series(1, 2) p where k > 1
      union all select seed.id(63 + p, n), company_id, 'payment:' || seed.id(55, n), p, at::date + 12, (array['PAYABLES', 'BANK'])[p], (3 - 2 * p) * price, seed.id(8, n), seed.id(55, n) from seed.o, generate_series(1, 2) p where status in ('ACTIVE_LEASING', 'GRENKE_INVOICE_SENT') and n % 5 > 0`,
    ),
  ]
}

function bankSteps({ months, monthStart, bought, people, isSettled, maker }: Fragments): Step[] {
  return [
    named(
      'bank_files',
      'id, kind, name, sha256, entry_count, matched_count, created_at',
      `select seed.id(66, d), 'CAMT053', 'tiliote-' || d || '.xml', sha256(('bank' || d)::bytea), 10, 9, now() - d * interval '1 day' from generate_series(0, ${DAYS - 1}) d`,
    ),
    named(
      'bank_statements',
      'id, bank_file_id, iban, statement_id, position, from_day, to_day, opening_cents, closing_cents, booked_cents, problems, explained, explanation, explained_at, created_at',
      `select seed.id(196, d), seed.id(66, d), ${IBAN}, 'T' || d, 0, current_date - d, current_date - d, 100, 100, 0, case when d % 50 = 0 then array['GAP'] else '{}' end, case when d % 100 = 0 then array['GAP'] else '{}' end, case when d % 100 = 0 then 'Selvitetty' end, case when d % 100 = 0 then now() end, now() - d * interval '1 day' from generate_series(0, ${DAYS - 1}) d`,
    ),
    named(
      'bank_doubts',
      'id, bank_file_id, file_name, kind, doubt_key, reason, line, raw, state, decided_at, created_at',
      `select seed.id(197, d), seed.id(66, d), 'tiliote-' || d || '.xml', 'ENTRY', 'd' || d, 'OTHER_CURRENCY', 1, '[]', case when d % 50 = 0 then 'OPEN' else 'DISMISSED' end, case when d % 50 > 0 then now() end, now() - d * interval '1 day' from generate_series(0, ${DAYS - 1}) d`,
    ),
    named(
      'bank_entries',
      'id, bank_file_id, entry_key, iban, direction, amount_cents, booked_day, reference, message, counterparty_name, state, aside_reason',
      `select seed.id(67, c * 100 + k), seed.id(66, k * 30), 'e' || c * 100 + k, ${IBAN}, 'CREDIT', 50000, ${monthStart}::date + 10, (1000000 + c * 100 + k)::text, null, 'Yritys ' || c, case when k < 3 and c % 20 = 0 then 'OPEN' else 'MATCHED' end, null from ${months} where k > 1
      union all select seed.id(68, n), seed.id(66, n % ${DAYS}), 'p' || n, ${IBAN}, 'CREDIT', 20000, at::date + 5, case when n % 7 > 0 then (5000000 + n)::text end, case when n % 7 = 0 then 'Pyörä ' || n end, first_name || ' ' || last_name, case when n % 300 = 15 then 'ASIDE' else 'MATCHED' end, case when n % 300 = 15 then 'NOT_OURS' end from ${people} and ${isSettled}
      union all select seed.id(69, n), seed.id(66, n % ${DAYS}), 'o' || n, ${IBAN}, 'DEBIT', price, at::date + 12, null, null, 'Pyöräkauppa ' || n % 500, 'MATCHED', null from ${bought} and n % 5 > 0`,
    ),
    named(
      'lessor_files',
      'id, leasing_company_id, kind, name, file_id, row_count, created_at',
      `select seed.id(93, d), seed.id(26, 0), case when d % 2 = 0 then 'LIST' else 'NEWS' end, 'luettelo-' || d || '.csv', seed.id(20, 1), 10, now() - d * interval '1 day' from generate_series(0, ${DAYS - 1}) d`,
    ),
    named(
      'lessor_differences',
      'id, leasing_company_id, lessor_file_id, agreement_number, kind, their_cents, state, created_at',
      `select seed.id(94, n), seed.id(26, 0), seed.id(93, n % ${DAYS}), 'X' || n, 'UNKNOWN', 5000, case when n % 50 = 0 then 'OPEN' else 'SETTLED' end, now() - n * interval '1 hour' from generate_series(0, 9999) n`,
    ),
    named(
      'payment_files',
      'id, message_id, execution_day, state, payment_count, total_cents, made_by, released_by, released_at, created_at',
      `select seed.id(70, w), 'seed' || w, current_date - w * 7, case when w = 0 then 'MADE' else 'RELEASED' end, 10, 1000000, ${maker}, case when w > 0 then ${maker} end, case when w > 0 then now() - w * interval '7 days' end, now() - w * interval '7 days' from generate_series(0, ${WEEKS - 1}) w`,
    ),
    named(
      'payment_orders',
      'id, company_id, invoice_id, payment_file_id, payee_name, payee_iban, amount_cents, state, reason, made_by, created_at',
      `select seed.id(71, n), company_id, seed.id(8, n), case when n % 500 <> 1 then seed.id(70, n % ${WEEKS}) end, 'Pyöräkauppa ' || n % 500, ${IBAN}, price, case when n % 500 = 1 then 'QUEUED' when n % 300 = 2 then 'REJECTED' else 'PAID' end, case when n % 500 <> 1 and n % 300 = 2 then 'AC01' end, ${maker}, at + interval '11 days' from ${bought} and n % 5 > 0`,
    ),
  ]
}

function eInvoiceSteps({ months, monthStart, bought }: Fragments): Step[] {
  return [
    named(
      'e_invoice_messages',
      'id, company_id, invoice_id, state, file_id, to_address, reason, created_at',
      `select seed.id(72, c * 100 + k), seed.id(16, c), seed.id(50, c * 100 + k), case when k = 0 and c % 50 = 0 then 'WAITING' when k = 1 and c % 40 = 3 then 'REJECTED' else 'ACKNOWLEDGED' end, seed.id(20, c * 100 + k), '0037' || lpad(c::text, 8, '0'), null, ${monthStart} from ${months}`,
    ),
    named(
      'received_e_invoices',
      'id, state, seller_name, seller_business_id, number, issue_day, total_cents, is_credit_note, content, file_id, sha256, bike_store_id, proposed_order_id, proposed_by, invoice_id, created_at',
      `select seed.id(73, n), case when n % 100 = 1 then 'WAITING' when n % 333 = 2 then 'REFUSED' else 'ENTERED' end, 'Pyöräkauppa ' || n % 500, null, '0-' || n, at::date, price, false, '{}', seed.id(20, n), sha256(('received' || n)::bytea), seed.id(23, n % 500), order_id, 'ORDER_NUMBER', case when n % 100 <> 1 and n % 333 <> 2 then seed.id(8, n) end, at + interval '9 days' from ${bought}`,
    ),
  ]
}

/** Invoices that stores and lessors have with us, those of employers by month and of people, and what has been paid of them. */
export function moneySteps(scale: Scale, staff: number): readonly Step[] {
  const fragments = fragmentsOf(scale, staff)
  return [...invoiceSteps(fragments), ...paymentSteps(fragments), ...bankSteps(fragments), ...eInvoiceSteps(fragments)]
}
