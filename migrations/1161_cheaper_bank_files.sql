-- readable by 1100
-- What a transaction has touched is found and judged in the order of subjects, without reading the rest of the queue.
create index turns_to_refresh_own_idx on turns_to_refresh (transaction, process, subject_id);
drop index turns_to_refresh_transaction_idx;

-- The first open day of the books is read once for a statement, behind the lock that holds it, not once for each row.
create or replace function hold_open_books() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('bookkeeping'), hashtext('periods'));
  perform set_config('bookkeeping.first_open', coalesce(((max(month) || '-01')::date + interval '1 month')::date::text, ''), true)
     from bookkeeping_periods where state <> 'OPEN';
  return null;
end $$;

create or replace function date_into_open_month() returns trigger language plpgsql as $$
begin
  new.own_day := null;
  if new.day < nullif(current_setting('bookkeeping.first_open'), '')::date then
    new.own_day := new.day;
    new.day := current_setting('bookkeeping.first_open')::date;
  end if;
  return new;
end $$;
