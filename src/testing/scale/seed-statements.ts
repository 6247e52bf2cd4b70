/** How much there is. The largest company has its people; the others shrink with the square of their place. */
export interface Scale {
  readonly employees: number
  readonly companies: number
  readonly largest: number
}

/** One employee in seventy works at the largest company, and there is a company for every two hundred. */
export function scaleOf(employees: number): Scale {
  return {
    employees,
    companies: Math.max(40, Math.round(employees / 200)),
    largest: Math.max(200, Math.round(employees / 71)),
  }
}

export const YEARS = 5

/** The number that a kind of row has inside its ids. */
export const kinds = {
  user: 1,
  employee: 2,
  order: 3,
  agreement: 4,
  document: 7,
  purchase: 8,
  sale: 9,
  message: 15,
  company: 16,
  unit: 17,
  file: 20,
  month: 21,
  store: 23,
  contactForm: 24,
  group: 25,
  lessor: 26,
  billingTable: 27,
} as const

/** The id of the n-th row of a kind, as the seed's own function makes it. */
export function seededId(kind: number, n: number): string {
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')
  const digits = `${hex(1_600_000_000_000 + n * 100, 12)}7${hex(kind, 3)}8${hex(n, 15)}`
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Users beside the employees: one employer's admin for each company, then a group's, reporting and staff. */
export const usersBeside = (scale: Scale) => ({
  employerAdmin: scale.employees + 1,
  groupAdmin: scale.employees + scale.companies + 1,
  staff: scale.employees + scale.companies + 2,
})
export const STAFF = 50

/** What every row is made of: its person and its order. */
const baseTables = ({ employees, companies }: Scale) => `
create unlogged table seed.p as select n, seed.company(n) as c, seed.id(1, n) as user_id, seed.id(2, n) as employee_id, seed.first_name(n) as first_name, seed.last_name(n) as last_name,
  seed.phone(n) as phone, seed.at(n) as at, null::uuid as company_id, null::text as email from generate_series(1::bigint, ${employees + companies + 1 + STAFF}) n limit 0;
insert into seed.p select n, c, user_id, employee_id, first_name, last_name, phone, at, seed.id(16, c), lower(first_name || '.' || last_name) || n || '@yritys' || c || '.example'
  from (select n, seed.company(n) as c, seed.id(1, n) as user_id, seed.id(2, n) as employee_id, seed.first_name(n) as first_name, seed.last_name(n) as last_name, seed.phone(n) as phone, seed.at(n) as at
    from generate_series(1::bigint, ${employees + companies + 1 + STAFF}) n offset 0) q;
create unique index on seed.p (n);
analyze seed.p;
create unlogged table seed.o as
  select q.*, p.c, p.company_id, p.user_id, p.employee_id, p.first_name, p.last_name, p.email, seed.id(3, q.n) as order_id, seed.id(4, q.n) as agreement_id, seed.price(q.n) as price, seed.order_number(q.n) as order_number, seed.payment(q.n) as payment,
      q.status in ('CONFIRMED','PROCESSED','WAITING_FOR_INVOICE_MATCH','WAITING_FOR_DELIVERY_DATE','READY_FOR_BILLING','GRENKE_INVOICE_SENT','ACTIVE_LEASING') as has_agreement
    from (select n, n - (n % 20 = 0)::int as person, seed.order_status(n) as status, seed.at(n) as at, seed.start_day(n) as start_day, seed.lease_months(n) as lease_months, seed.end_day(n) as end_day from generate_series(1::bigint, ${employees}) n offset 0) q
    join seed.p p on p.n = q.person;
create unique index on seed.o (n);
analyze seed.o;
`

/** Functions that make every value out of a row's number, so that the same scale gives the same rows. */
export function seedFunctions({ employees, companies, largest }: Scale): string {
  const share = largest / employees
  const seconds = (YEARS * 365 * 86_400 - 20 * 86_400) / employees
  return `
create schema if not exists seed;
create or replace function seed.id(kind int, n bigint) returns uuid language sql immutable parallel safe return
  (lpad(to_hex(1600000000000 + n * 100), 12, '0') || '7' || lpad(to_hex(kind), 3, '0') || '8' || lpad(to_hex(n), 15, '0'))::uuid;
create or replace function seed.h(n bigint, salt int) returns float8 language sql immutable parallel safe return
  (hashint8(n * 31 + salt * 1000003) & 2147483647)::float8 / 2147483648::float8;
create or replace function seed.company(n bigint) returns bigint language sql immutable parallel safe return
  case when seed.h(n, 1) < ${share} then 0 else 1 + floor(${companies - 1} * power((seed.h(n, 1) - ${share}) / (1 - ${share}), 2))::bigint end;
create or replace function seed.at(n bigint) returns timestamptz language sql stable parallel safe return
  date_trunc('day', now()) - interval '${YEARS} years' + n * interval '${seconds} seconds';
create or replace function seed.pick(list text[], at float8) returns text language sql immutable parallel safe return
  list[1 + floor(at * cardinality(list))::int];
create or replace function seed.syllable(at float8) returns text language sql immutable parallel safe return
  seed.pick(array['ka','me','ri','to','ha','nu','sa','le','vi','po','ju','ta','ki','lo','ma','ne','pi','ru','se','ti','ve','hy','ko','la'], at);
create or replace function seed.first_name(n bigint) returns text language sql immutable parallel safe return
  initcap(seed.syllable(power(seed.h(n, 3), 2)) || seed.syllable(seed.h(n, 4)));
create or replace function seed.last_name(n bigint) returns text language sql immutable parallel safe return
  case when n = 77 then 'Harvinainen' when seed.h(n, 5) < 0.006 then 'Tavallinen'
       else initcap(seed.syllable(seed.h(n, 6)) || seed.syllable(seed.h(n, 7)) || seed.syllable(seed.h(n, 8)) || case when seed.h(n, 9) < 0.6 then 'nen' else '' end) end;
create or replace function seed.phone(n bigint) returns text language sql immutable parallel safe return '+35840' || lpad(n::text, 8, '0');
create or replace function seed.order_number(n bigint) returns text language sql immutable parallel safe return
  'P-26-' || upper(lpad(to_hex((n * 2654435761) % 4294967296), 8, '0'));
create or replace function seed.order_status(n bigint) returns text language sql immutable parallel safe return
  case when n > ${Math.floor(employees * 0.9)} then seed.pick(array['NOT_STARTED','PENDING','PACKAGE_PROVIDED','ALL_INFO_PROVIDED','CONFIRMED','PROCESSED','WAITING_FOR_INVOICE_MATCH','WAITING_FOR_DELIVERY_DATE','READY_FOR_BILLING','GRENKE_INVOICE_SENT','WAITING_FOR_CUSTOMER_COMMENT'], seed.h(n, 2))
       when seed.h(n, 2) < 0.85 then 'ACTIVE_LEASING' when seed.h(n, 2) < 0.95 then 'CANCELLED' when seed.h(n, 2) < 0.98 then 'REFUNDED' when seed.h(n, 2) < 0.99 then 'CASE_X' else 'WIX' end;
create or replace function seed.price(n bigint) returns bigint language sql immutable parallel safe return 80000 + floor(seed.h(n, 10) * 350000)::bigint;
create or replace function seed.start_day(n bigint) returns date language sql stable parallel safe return (date_trunc('month', seed.at(n)) + interval '1 month')::date;
create or replace function seed.lease_months(n bigint) returns int language sql immutable parallel safe return (array[36, 48, 60])[1 + (n % 3)];
create or replace function seed.end_day(n bigint) returns date language sql stable parallel safe return
  (seed.start_day(n) + seed.lease_months(n) * interval '1 month' - interval '1 day')::date;
create or replace function seed.payment(n bigint) returns text language sql immutable parallel safe return
  case when n % 500 = 0 then 'PENDING' when n % 3 = 0 then 'PAID' when n % 7 = 0 then 'NOT_PAID' else 'COMPLETED' end;

${baseTables({ employees, companies, largest })}`
}
