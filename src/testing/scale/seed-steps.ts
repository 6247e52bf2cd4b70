import { roleId } from '#platform/server/roles/role-ids.ts'
import { moneySteps, named } from './seed-money.ts'
import { type Scale, STAFF, usersBeside, YEARS } from './seed-statements.ts'

/** Companies of one group; the group of the largest company is the first. */
const COMPANIES_OF_A_GROUP = 10

type Step = ReturnType<typeof named>
const rows = 'seed.o'
const day = `date_trunc('day', now())`
const peopleOf = ({ employees }: Scale) => `seed.p where n <= ${employees}`

function companySteps({ companies }: Scale): Step[] {
  const groups = Math.max(1, Math.floor(companies / COMPANIES_OF_A_GROUP))
  return [
    named(
      'group_companies',
      'id, name',
      `select seed.id(25, g), 'Konserni ' || g from generate_series(0, ${groups - 1}) g`,
    ),
    named('leasing_companies', 'id, name, kind', `select seed.id(26, 0), 'Rahoitus', 'GRENKE'`),
    named(
      'billing_tables',
      'id, leasing_company_id, name, instalment_cents, yearly_interest_basis_points, valid_from',
      `select seed.id(27, 0), seed.id(26, 0), 'Hinnasto', 10000, 490, '2015-01-01'`,
    ),
    named('vat_rates', 'id, country, basis_points, valid_from', `select seed.id(28, 0), 'FI', 2550, '2015-01-01'`),
    named('settings', 'key, value', `select 'tax-tables', '"seed"'::jsonb`),
    named(
      'companies',
      'id, name, business_id, group_company_id, leasing_company_id, created_at',
      `select seed.id(16, c), 'Yritys ' || c, lpad(c::text, 7, '0') || '-0', case when c < ${groups * COMPANIES_OF_A_GROUP} then seed.id(25, c / ${COMPANIES_OF_A_GROUP}) end, seed.id(26, 0), ${day} - interval '5 years' + c * interval '1 minute' from generate_series(0, ${companies - 1}) c`,
    ),
    named(
      'company_units',
      'id, company_id, name',
      `select seed.id(17, c * 5 + u), seed.id(16, c), 'Yksikkö ' || u from generate_series(0, ${companies - 1}) c, generate_series(0, 4) u`,
    ),
    named(
      'bike_policies',
      'id, company_id, number, body',
      `select seed.id(18, c), seed.id(16, c), 1, 'Ehdot' from generate_series(0, ${companies - 1}) c`,
    ),
    named(
      'bike_stores',
      'id, name, email, city',
      `select seed.id(23, s), 'Pyöräkauppa ' || s, 'kauppa' || s || '@kauppa.example', seed.pick(array['Kaupunki A', 'Kaupunki B', 'Kaupunki C'], seed.h(s, 1)) from generate_series(0, 499) s`,
    ),
  ]
}

function peopleSteps(scale: Scale): Step[] {
  const { employees, companies } = scale
  const beside = usersBeside(scale)
  const lastUser = beside.staff + STAFF - 1
  return [
    named(
      'users',
      'id, email, work_email, first_name, last_name, phone_number, created_at',
      'select user_id, email, email, first_name, last_name, phone, at from seed.p',
    ),
    named(
      'user_roles',
      'id, user_id, role_id, company_id, created_at',
      `select seed.id(19, n), seed.id(1, n), '${roleId('BIKE_BENEFICIARY')}'::uuid, company_id, at from ${peopleOf(scale)}
      union all select seed.id(19, ${beside.employerAdmin} + c), seed.id(1, ${beside.employerAdmin} + c), '${roleId('EMPLOYER_ADMIN')}'::uuid, seed.id(16, c), ${day} from generate_series(0, ${companies - 1}) c
      union all select seed.id(19, s), seed.id(1, s), '${roleId('INTERNAL_ADMIN')}'::uuid, null, ${day} from generate_series(${beside.staff}, ${lastUser}) s`,
    ),
    named(
      'user_roles',
      'id, user_id, role_id, group_company_id',
      `select seed.id(19, ${beside.groupAdmin}), seed.id(1, ${beside.groupAdmin}), '${roleId('EMPLOYER_GROUP_ADMIN')}'::uuid, seed.id(25, 0)`,
    ),
    named(
      'company_people',
      'company_id, user_id, last_name, first_name, search_text',
      `select case when n <= ${employees} then company_id else seed.id(16, n - ${beside.employerAdmin}) end as company_id, user_id, last_name, first_name, ' ' || search_fold(concat_ws(' ', first_name, last_name, email, email, phone, local_phone(phone)))
      from seed.p where n < ${beside.groupAdmin} order by 1, last_name, first_name`,
    ),
    named(
      'sessions',
      'id, user_id, csrf_token, absolute_end_at, signed_in_with',
      `select seed.id(30, n), seed.id(1, n * 20), 'x', now() + interval '20 days', 'PASSWORD' from generate_series(1, ${Math.floor(employees / 20)}) n`,
    ),
    named(
      'session_tokens',
      'hash, session_id, kind, expires_at',
      `select sha256(n::text::bytea), seed.id(30, n), 'ACCESS', now() + interval '1 day' from generate_series(1, ${Math.floor(employees / 20)}) n`,
    ),
    named(
      'beneficiary_employees',
      'id, company_id, user_id, unit_id, employee_number, cost_unit, pay_roll_other, status, decided_at, search_text, current_order_id, order_status, payment_status, order_processed_at, created_at',
      `select p.employee_id, p.company_id, p.user_id, seed.id(17, p.c * 5 + p.n % 5), p.n::text, 'KP-' || p.n % 40, case when p.n % 10 = 0 then 'Ryhmä ' || p.n % 70 end,
      case when p.n % 50 = 0 or p.n > ${employees} - ${employees} / 200 then 'PENDING' when p.n % 97 = 0 then 'REJECTED' else 'ACCEPTED' end, p.at,
      concat(' ', search_fold(concat_ws(' ', p.first_name, p.last_name, p.email, p.n, o.order_number)), '¦ ¦ ',
        search_fold(concat_ws(' ', p.email, p.phone, local_phone(p.phone))), '¦ '), o.order_id, o.status,
      case when o.has_agreement then o.payment end, case when o.has_agreement then o.at + interval '9 days' end, p.at
      from seed.p left join seed.o on o.n = p.n + (p.n % 20 = 19)::int and p.n % 20 > 0 where p.n <= ${employees}`,
    ),
  ]
}

const orderSteps = (): Step[] => [
  named(
    'orders',
    'id, company_id, beneficiary_employee_id, order_number, status, status_changed_at, is_online_order, bike_store_id, bike_brand, bike_model, bike_price_cents, total_price_cents, agreement_id, purchase_invoice_id, processed_at, commitment_day, frame_number, created_at',
    `select order_id, company_id, employee_id, order_number, status, at + interval '10 days', n % 3 = 0, seed.id(23, n % 500), 'Merkki ' || n % 20, 'Malli ' || n % 200, price, price,
      case when has_agreement then agreement_id end, case when status = 'ACTIVE_LEASING' then seed.id(8, n) end, case when has_agreement then at + interval '9 days' end, at::date,
      case when has_agreement then 'F' || n end, at + interval '7 days' from ${rows}`,
  ),
  named(
    'leasing_agreements',
    'id, company_id, beneficiary_employee_id, order_id, leasing_company_id, agreement_number, status, lease_state, end_reason, ended_day, price_cents, instalment_cents, last_instalment_cents, service_share_cents, admin_fee_cents, residual_cents, lease_months, buy_out_cents, billing_table_id, billing_table_version, vat_basis_points, benefit_model, tax_regime, commitment_day, start_day, end_day, created_at',
    `select agreement_id, company_id, employee_id, order_id, seed.id(26, 0), 'S-26-' || n,
      case when status = 'CONFIRMED' then 'PENDING' else 'SIGNED' end,
      case when status <> 'ACTIVE_LEASING' then 'NOT_STARTED' when end_day < current_date then 'ENDED' else 'ACTIVE' end, case when status = 'ACTIVE_LEASING' and end_day < current_date then 'TERM' end, case when status = 'ACTIVE_LEASING' and end_day < current_date then end_day end,
      price, price / 40, price / 50, 2200, 1500, price / 20, lease_months, array_fill(price, array[12]), seed.id(27, 0), 1, 2550, 'FROM_SALARY', 'TAXABLE', at::date,
      case when status = 'ACTIVE_LEASING' then start_day end, case when status = 'ACTIVE_LEASING' then end_day end, at + interval '8 days' from ${rows} where has_agreement`,
  ),
  named(
    'signatures',
    'id, company_id, leasing_agreement_id, party, user_id, typed_name, document_sha256, ip_address, signed_at',
    `select seed.id(5 + p, n), company_id, agreement_id, (array['EMPLOYEE', 'EMPLOYER'])[p + 1], user_id, 'Nimi', '\\x00', '192.0.2.1', at + interval '9 days' from ${rows}, generate_series(0, 1) p where has_agreement and status <> 'CONFIRMED'`,
  ),
  named(
    'signed_documents',
    'id, company_id, beneficiary_employee_id, leasing_agreement_id, title, file_id, sealed, payment_status, leasing_sign_day, created_at',
    `select seed.id(7, n), company_id, employee_id, agreement_id, 'Sopimus S-26-' || n, seed.id(20, n), true, payment, at::date, at + interval '9 days' from ${rows} where has_agreement and status <> 'CONFIRMED'`,
  ),
  named(
    'files',
    'id, company_id, parent_type, parent_id, storage_key, sha256, bytes, content_type, label, created_at',
    `select seed.id(20, n), company_id, 'signed-document', seed.id(7, n), lpad(to_hex(n), 40, '0'), '\\x00', 1, 'application/pdf', 'Sopimus', at from ${rows} where has_agreement and status <> 'CONFIRMED'`,
  ),
]

const invoiceSteps = (): Step[] => [
  named(
    'invoices',
    'id, company_id, order_id, agreement_id, direction, party, purpose, stage, status, bike_store_id, leasing_company_id, number, search_text, issue_day, due_day, net_cents, vat_cents, total_cents, paid_cents, matched_at, created_at',
    `select seed.id(8 + d, n), company_id, order_id, agreement_id, (array['PURCHASE', 'SALES'])[d + 1], (array['STORE', 'LESSOR'])[d + 1], (array['OTHER', 'LESSOR'])[d + 1],
      case when d = 1 then 'SENT' when n % 100 = 0 then 'RECEIVED' when n % 5 = 0 then 'VERIFIED' else 'PAYMENT_SENT_TO_BANK' end,
      case when d = 1 then case when n % 1000 = 0 then 'PARTLY_PAID' else 'SENT' end when n % 100 = 0 then 'RECEIVED' when n % 5 = 0 then 'VERIFIED' else 'PAID' end,
      case when d = 0 then seed.id(23, n % 500) end, case when d = 1 then seed.id(26, 0) end, d || '-' || n, ' ' || search_fold(concat_ws(' ', d || '' || n, order_number, case d when 0 then 'Pyöräkauppa ' || n % 500 else 'Rahoitus' end)), at::date, at::date + 14, price, 0, price,
      case when d = 0 and n % 5 > 0 then price when d = 1 and n % 1000 > 0 then 0 when d = 1 then price / 2 else 0 end, case when d = 0 and n % 100 > 0 then at end, at + interval '10 days'
      from ${rows}, generate_series(0, 1) d where status in ('ACTIVE_LEASING', 'GRENKE_INVOICE_SENT')`,
  ),
  named(
    'invoice_lines',
    'id, company_id, invoice_id, position, description, net_cents, gross_cents, vat_basis_points',
    `select seed.id(10 + d, n), company_id, seed.id(8 + d, n), 0, 'Polkupyörä', price, price, 2550 from ${rows}, generate_series(0, 1) d where status in ('ACTIVE_LEASING', 'GRENKE_INVOICE_SENT')`,
  ),
  named(
    'order_cancellations',
    'id, company_id, order_id, beneficiary_employee_id, status, reason_code, reason, kept_order_status, opened_at, closed_at, search_text',
    `select seed.id(74, n), company_id, order_id, employee_id, case when n % 500 = 1 then 'PENDING' else 'COMPLETED' end, 'OTHER', 'Syy', 'CONFIRMED', at + interval '20 days', case when n % 500 <> 1 then at + interval '30 days' end, ' ' || search_fold(concat_ws(' ', order_number, first_name, last_name))
      from ${rows} where n % 20 = 1`,
  ),
  named(
    'order_cancellation_lines',
    'id, company_id, order_cancellation_id, position, payer_type, party, direction, expected_cents, settled_cents, settled_day, state',
    `select seed.id(75 + d, n), company_id, seed.id(74, n), d, (array['BIKE_STORE', 'GRENKE'])[d + 1], (array['STORE', 'LESSOR'])[d + 1], (array['TO_US', 'FROM_US'])[d + 1], price, case when n % 500 <> 1 then price else 0 end, case when n % 500 <> 1 then at::date + 25 end, case when n % 500 = 1 then 'OPEN' else 'SETTLED' end
      from ${rows}, generate_series(0, 1) d where n % 20 = 1`,
  ),
]

function eventSteps(scale: Scale): Step[] {
  const beside = usersBeside(scale)
  const people = peopleOf(scale)
  return [
    named(
      'event_chains',
      'subject_type, subject_id, length, head',
      `select 'order', order_id, 3, '\\x00' from ${rows}`,
    ),
    named(
      'events',
      'id, subject_type, subject_id, position, type, company_id, order_id, beneficiary_employee_id, actor_kind, actor_user_id, shared, occurred_at, previous_hash, hash',
      `select seed.id(100 + p, n), 'order', order_id, p, case when p = 3 and n % 2000 = 0 then 'ORDER_PACKAGE_UPDATED' else (array['ORDER_STATUS_UPDATED', 'ORDER_CONFIRMED', 'LEASING_AGREEMENT_SIGNED'])[p] end, company_id, order_id, employee_id,
      (array['STAFF', 'EMPLOYER', 'EMPLOYEE'])[p], case when p = 1 then seed.id(1, ${beside.staff}) else user_id end, p <> 2, at + (6 + p) * interval '1 day', decode(md5(n::text), 'hex'), decode(md5(n::text), 'hex') from ${rows}, generate_series(1, 3) p`,
    ),
    named(
      'events',
      'id, subject_type, subject_id, position, type, company_id, beneficiary_employee_id, actor_kind, occurred_at, previous_hash, hash',
      `select seed.id(104, n), 'employee', employee_id, 1, 'EMPLOYEE_REGISTERED', company_id, employee_id, 'EMPLOYEE', at, '\\x00', '\\x00' from ${people}`,
    ),
  ]
}

function messageSteps(scale: Scale): Step[] {
  const { employees, companies } = scale
  const beside = usersBeside(scale)
  const people = peopleOf(scale)
  return [
    named(
      'outbox',
      'id, channel, recipient, template, language, subject, body_text, company_id, user_id, status, attempts, next_attempt_at, created_at, sent_at',
      `select seed.id(15, n), case when n % 10 = 0 then 'SMS' else 'EMAIL' end, case when n % 10 = 0 then phone else email end, 'x:y', 'fi', 'Tilauksesi etenee', repeat('Hei! Tilauksesi on edennyt. ', 10), company_id, user_id,
      case when n % 5000 = 0 then 'DEAD' when n > ${employees} - 50 then 'PENDING' else 'SENT' end, 1, at, at, at from ${people}`,
    ),
    named(
      'notifications',
      'id, user_id, company_id, type, priority, template, template_values, read_at, created_at',
      `select seed.id(14, n), case when n % 10 = 0 then seed.id(1, ${beside.staff} + (n / 10) % ${STAFF}) else user_id end, company_id, seed.pick(array['EMPLOYEE_ORDER', 'EMPLOYEE_REGISTRATION', 'ORDER_STATUS_CHANGE', 'GENERAL'], seed.h(n, 11)), case when n % 40 = 0 then 'HIGH' else 'NORMAL' end, 'reporting:notice.locked', '{"company": "Yritys", "month": "1/2026"}', case when n % 3 > 0 then at end, at from ${people}`,
    ),
    named(
      'contact_forms',
      'id, sender_role, name, email, company, message, checked, created_at',
      `select seed.id(24, n), 'EMPLOYER', first_name || ' ' || last_name, email, 'Yritys ' || n, 'Haluaisimme kuulla lisää: ' || seed.syllable(seed.h(n, 12)) || seed.syllable(seed.h(n, 13)), n % 100 > 0, seed.at(n * 20) from seed.p where n <= ${Math.floor(employees / 20)}`,
    ),
    named(
      'link_tokens',
      'id, purpose, hash, company_id, expires_at, created_at',
      `select seed.id(31, c), 'join', sha256(('join' || c)::bytea), seed.id(16, c), now() + interval '1 year', ${day} from generate_series(0, ${companies - 1}) c`,
    ),
    named(
      'link_tokens',
      'id, purpose, hash, subject_id, company_id, expires_at, created_at',
      `select seed.id(32, n), 'delivery', sha256(('delivery' || n)::bytea), order_id, company_id, now(), at from seed.o where n % 10 = 1`,
    ),
    named(
      'province_tax_tables',
      'id, year, municipality, municipal_basis_points, church_lutheran_basis_points, church_orthodox_basis_points',
      `select seed.id(33, y * 1000 + m), y, 'Kunta ' || m, 800, 130, 170 from generate_series(2018, 2026) y, generate_series(1, 308) m`,
    ),
  ]
}

/** Every month is locked; a lease has the row of its latest month, at the largest company those of the last three. */
function payrollSteps(scale: Scale): Step[] {
  const { companies } = scale
  const beside = usersBeside(scale)
  const month = `to_char(now() - (k + ago) * interval '1 month', 'YYYY-MM')`
  const basis = `format('["%s","%s","%s",false,0,%s,%s,null,1500,"%s","TAXABLE"]', start_day, end_day, end_day, price / 40, price / 50, at::date)`
  const facts = (
    month: string,
  ) => `jsonb_build_object('month', ${month}, 'correctsMonth', null, 'agreementId', agreement_id, 'agreementNumber', 'S-26-' || n,
      'person', jsonb_build_object('employeeId', employee_id, 'unit', 'Yksikkö', 'costUnit', null, 'employeeNumber', n::text, 'lastName', last_name, 'firstName', first_name, 'workEmail', email, 'payrollOther', null, 'absenceFrom', null, 'absenceTo', null, 'lastWorkingDay', null),
      'event', 'RUNNING', 'leaseStart', start_day, 'leaseEnd', end_day, 'leaseMonths', lease_months, 'monthsLeft', 12,
      'instalmentCents', price / 40, 'adminFeeCents', 1500, 'valueCents', price / 40, 'code363Cents', 0, 'code364Cents', price / 40, 'code420Cents', 0, 'exemptFromPayCents', 0, 'grossLoweringCents', price / 40, 'netCollectionCents', 0, 'redemptionTaxableCents', 0,
      'benefitModel', 'FROM_SALARY', 'regime', 'TAXABLE', 'exemptUsedCents', 0, 'notes', jsonb_build_array(), 'settings', jsonb_build_object('extraOperatingCents', 0, 'exemptAllocation', 'MONTHLY'),
      'basis', ${basis}, 'company', jsonb_build_object('name', 'Yritys ' || c, 'businessId', '0000000-0'))`
  return [
    named(
      'payroll_months',
      'id, company_id, month, locked_at, locked_by, row_count, csv_sha256, xlsx_sha256',
      `select seed.id(21, c * 100 + k), seed.id(16, c), to_char(now() - k * interval '1 month', 'YYYY-MM'), now(), seed.id(1, ${beside.staff}), 1, '\\x00', '\\x00' from generate_series(0, ${companies - 1}) c, generate_series(1, ${YEARS * 12}) k`,
    ),
    named(
      'payroll_rows',
      'id, company_id, payroll_month_id, agreement_id, month, position, event, facts',
      `select seed.id(40 + k, n), company_id, seed.id(21, c * 100 + k + ago), agreement_id, ${month}, n, 'RUNNING', ${facts(month)}
      from (select *, greatest(0, (extract(year from age(date_trunc('month', now()), end_day)) * 12 + extract(month from age(date_trunc('month', now()), end_day)))::int - 1) as ago from seed.o where status = 'ACTIVE_LEASING') o,
      generate_series(1, 3) k where start_day <= now() - k * interval '1 month' and (k = 1 or (c = 0 and ago = 0))`,
    ),
  ]
}

/** The largest company was once marked as leaving, with all its leases. */
const exitSteps = (): Step[] => [
  named(
    'company_exits',
    'id, company_id, kind, from_day, choose_until, reason, withdrawn_at',
    `select seed.id(90, 0), seed.id(16, 0), 'LEAVES', date '2026-01-01', date '2026-01-31', 'Koe', now()`,
  ),
  named(
    'company_exit_leases',
    'id, company_id, exit_id, agreement_id, position',
    `select seed.id(91, n), company_id, seed.id(90, 0), agreement_id, n from seed.o where c = 0 and status = 'ACTIVE_LEASING'`,
  ),
]

/** The rows, table by table; tables of one step do not need each other and are filled side by side. */
export function seedSteps(scale: Scale): readonly Step[] {
  return [
    ...companySteps(scale),
    ...peopleSteps(scale),
    ...orderSteps(),
    ...invoiceSteps(),
    ...moneySteps(scale, usersBeside(scale).staff),
    ...eventSteps(scale),
    ...messageSteps(scale),
    ...payrollSteps(scale),
    ...exitSteps(),
  ]
}
