-- A bookkeeping month that is closed stays as it is: what comes later is dated on the first open day and says its own.
create table bookkeeping_periods (
  id uuid primary key,
  month text not null unique check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  state text not null check (state in ('OPEN', 'CLOSED', 'FILED')),
  -- What was compared at the closing, with the reasons of what differed.
  checks jsonb not null default '[]',
  -- The codes of the accounts and the words of the file as they were at the closing, so that its bytes stay the same.
  print jsonb,
  closed_by uuid references users (id),
  closed_at timestamptz,
  filed_by uuid references users (id),
  filed_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint bookkeeping_periods_closed_whole check ((state = 'OPEN') = (closed_at is null) and (closed_at is null or print is not null)),
  constraint bookkeeping_periods_filed_whole check ((state = 'FILED') = (filed_at is not null))
);

-- The day of a voucher that came after its month was closed; `day` is then the first open day.
alter table ledger_rows add column own_day date;

-- One row a voucher, made with its ledger rows. Its number is given later, in the order of posting, and never changed.
create table vouchers (
  -- The id of its first row.
  id uuid primary key,
  voucher text not null unique,
  -- ML sales invoices, OL purchase invoices, TI what the bank and the payment services have booked, MU the rest.
  series text not null check (series in ('ML', 'OL', 'TI', 'MU')),
  year integer not null,
  number integer check (number > 0),
  day date not null,
  own_day date,
  -- The sum of its debits.
  sum_cents bigint not null,
  -- Whom it is about and the number of the document, as they were when it was numbered.
  party text,
  document text,
  created_at timestamptz not null default now(),
  constraint vouchers_number_once unique (series, year, number)
);
create index vouchers_unnumbered_idx on vouchers (created_at, id) where number is null;
create index vouchers_day_idx on vouchers (day, id);
create index vouchers_number_idx on vouchers (number);
create index vouchers_sum_idx on vouchers (sum_cents);
create index vouchers_search_idx on vouchers using gin (lower(coalesce(party, '') || ' ' || coalesce(document, '')) gin_trgm_ops);
comment on column vouchers.party is 'personal: payer; kept: bookkeeping';

create function voucher_series(voucher text, accounts text[]) returns text language sql immutable as $$
  select case when voucher like 'payment:%' or voucher like 'settlement:%' then 'TI'
              when 'CREDIT_LOSSES' = any(accounts) or voucher not like 'invoice:%' then 'MU'
              when 'PAYABLES' = any(accounts) then 'OL'
              else 'ML' end
$$;

insert into vouchers (id, voucher, series, year, day, sum_cents, created_at)
  select (array_agg(id order by position))[1], voucher, voucher_series(voucher, array_agg(account)), extract(year from min(day)), min(day),
         coalesce(sum(amount_cents) filter (where amount_cents > 0), 0), min(created_at)
    from ledger_rows group by voucher;

-- Who posts and who closes take turns: closing waits for what is being posted, and what is posted after it finds it closed.
create function hold_open_books() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('bookkeeping'), hashtext('periods'));
  return null;
end $$;
create trigger ledger_rows_held before insert on ledger_rows for each statement execute function hold_open_books();

create function date_into_open_month() returns trigger language plpgsql as $$
declare
  first_open date;
begin
  select (max(month) || '-01')::date + interval '1 month' into first_open from bookkeeping_periods where state <> 'OPEN';
  new.own_day := null;
  if new.day < first_open then
    new.own_day := new.day;
    new.day := first_open;
  end if;
  return new;
end $$;
create trigger ledger_rows_dated before insert on ledger_rows for each row execute function date_into_open_month();

-- The rows of a voucher come in one statement: a second one of the same voucher is refused by the key.
create function register_vouchers() returns trigger language plpgsql as $$
begin
  insert into vouchers (id, voucher, series, year, day, own_day, sum_cents, created_at)
    select (array_agg(id order by position))[1], voucher, voucher_series(voucher, array_agg(account)), extract(year from min(day)), min(day), min(own_day),
           coalesce(sum(amount_cents) filter (where amount_cents > 0), 0), min(created_at)
      from added group by voucher;
  return null;
end $$;
create trigger ledger_rows_registered after insert on ledger_rows referencing new table as added
  for each statement execute function register_vouchers();

create function guard_vouchers() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or old.number is not null or new.number is null
     or (new.id, new.voucher, new.series, new.year, new.day, new.own_day, new.sum_cents, new.created_at)
        is distinct from (old.id, old.voucher, old.series, old.year, old.day, old.own_day, old.sum_cents, old.created_at) then
    raise exception 'a voucher is numbered once and never changed';
  end if;
  return new;
end $$;
create trigger vouchers_guarded before update or delete on vouchers for each row execute function guard_vouchers();
create trigger vouchers_no_truncate before truncate on vouchers execute function refuse_change();

-- Balances of accounts by day: checks, account cards, trial balance.
create index ledger_rows_account_idx on ledger_rows (account, day) include (amount_cents);
drop index ledger_rows_balance_idx;
