-- readable by 1124
-- Messages and notices lie in one table a month, so that a month whose time is over is dropped and not deleted row by row.
-- Ids begin with their instant, so the key stays the id alone, and a row is found by it in its own month.
set local timezone = 'Europe/Helsinki';
create schema months;

-- The smallest id of an instant.
create function first_id_of(at timestamptz) returns uuid language sql immutable parallel safe as $$
  select (lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;

-- The start of the month after the one that an instant lies in.
create function next_month_of(at timestamptz) returns timestamptz language sql stable parallel safe as $$
  select (date_trunc('month', at at time zone 'Europe/Helsinki') + interval '1 month') at time zone 'Europe/Helsinki'
$$;

-- The months of a log with the instant that each ends at; what no month takes lies apart.
create function months_of(log regclass) returns table (month regclass, ends_at timestamptz) language sql stable as $$
  select c.oid::regclass, to_timestamp(('x' || left(replace(b.bound, '-', ''), 12))::bit(48)::bigint / 1000.0)
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    cross join lateral (select substring(pg_get_expr(c.relpartbound, c.oid) from $re$TO \('([0-9a-f-]{36})'\)$re$) as bound) b
   where i.inhparent = log and b.bound is not null
$$;

-- What stands becomes the first month as it is, with its indexes; no row is written anew.
do $$
declare
  log text;
  ends uuid := first_id_of(next_month_of(now()));
  columns text;
  again text[];
  statement text;
begin
  foreach log in array array['outbox', 'notifications'] loop
    execute format('lock table public.%I in access exclusive mode', log);
    select array_agg(made order by place, name) into again from (
      select 1 as place, conname::text as name, format('alter table public.%I add constraint %I %s', log, conname, pg_get_constraintdef(oid)) as made
        from pg_constraint where conrelid = log::regclass and contype in ('p', 'f')
      union all
      select 2, indexrelid::regclass::text, pg_get_indexdef(indexrelid) from pg_index where indrelid = log::regclass and not indisprimary
      union all
      select 3, tgname::text, pg_get_triggerdef(oid) from pg_trigger where tgrelid = log::regclass and not tgisinternal
      union all
      select 4, grantee::regrole::text || privilege_type, format('grant %s on public.%I to %s', privilege_type, log, grantee::regrole)
        from pg_class, aclexplode(relacl) where oid = log::regclass and grantee <> relowner and grantee <> 0
    ) as every;
    for statement in select format('drop trigger %I on public.%I', tgname, log) from pg_trigger where tgrelid = log::regclass and not tgisinternal loop
      execute statement;
    end loop;
    execute format('alter table public.%I set schema months', log);
    execute format('alter table months.%I rename to %I', log, log || '_first');
    execute format('create table public.%I (like months.%I including all excluding indexes) partition by range (id)', log, log || '_first');
    foreach statement in array again loop
      execute statement;
    end loop;
    execute format('create table months.%I partition of public.%I default', log || '_rest', log);
    select string_agg(quote_ident(attname), ', ' order by attnum) into columns
      from pg_attribute where attrelid = log::regclass and attnum > 0 and not attisdropped and attgenerated = '';
    -- Ids that bear no instant.
    execute format('insert into months.%1$I (%3$s) select %3$s from months.%2$I where id >= %4$L', log || '_rest', log || '_first', columns, ends);
    execute format('delete from months.%I where id >= %L', log || '_first', ends);
    execute format('alter table public.%I attach partition months.%I for values from (minvalue) to (%L)', log, log || '_first', ends);
  end loop;
end $$;

-- Makes the months ahead, and drops those in which every row is from before a month's end that `kept_from` has reached.
-- As the owner of the tables; whoever may call it may delete these rows already.
create function keep_months(log text, kept_from timestamptz) returns table (made integer, dropped integer)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp set lock_timeout = '2s' set timezone = 'Europe/Helsinki' as $$
declare
  parent regclass := ('public.' || quote_ident(log))::regclass;
  rest text := format('months.%I', log || '_rest');
  starts timestamptz;
  ends timestamptz;
  over timestamptz := next_month_of(kept_from);
  one record;
  name text;
  columns text;
  is_younger boolean;
begin
  if log not in ('outbox', 'notifications') then
    raise exception '% has no months', log;
  end if;
  made := 0;
  dropped := 0;
  perform pg_advisory_xact_lock(hashtext('keep_months'));
  select string_agg(quote_ident(attname), ', ' order by attnum) into columns
    from pg_attribute where attrelid = parent and attnum > 0 and not attisdropped and attgenerated = '';
  select max(m.ends_at) into starts from months_of(parent) m;
  while starts < now() + interval '2 months' loop
    ends := next_month_of(starts);
    name := format('months.%I', log || to_char(starts, '_YYYY_MM'));
    execute format('create table %s (like %s including all)', name, parent);
    -- What came while nobody made months.
    execute format('with gone as (delete from %s where id >= %L and id < %L returning %s) insert into %s (%s) select * from gone',
      rest, first_id_of(starts), first_id_of(ends), columns, name, columns);
    execute format('alter table %s attach partition %s for values from (%L) to (%L)', parent, name, first_id_of(starts), first_id_of(ends));
    starts := ends;
    made := made + 1;
  end loop;
  for one in select m.month, m.ends_at from months_of(parent) m where m.ends_at <= over and m.ends_at <= now() loop
    execute format('select exists (select from %s where created_at >= %L)', one.month, over) into is_younger;
    continue when is_younger;
    -- A message that died is a task, which ends with its row; what follows turns hears of the log, not of a month.
    if log = 'outbox' then
      delete from public.outbox where status = 'DEAD' and id < first_id_of(one.ends_at) and tableoid = one.month;
    end if;
    execute format('drop table %s', one.month);
    dropped := dropped + 1;
  end loop;
  return next;
end $$;
revoke all on function keep_months(text, timestamptz) from public;

-- The server looks after the statistics of each month by itself, and of all together nobody does.
create function weigh_log(log text) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if log not in ('outbox', 'notifications') then
    raise exception '% has no months', log;
  end if;
  execute format('analyze public.%I', log);
end $$;
revoke all on function weigh_log(text) from public;

do $$
begin
  perform keep_months('outbox', '-infinity'), keep_months('notifications', '-infinity');
end $$;

-- Finds what is old in a month that is not its own; notices lie in the order in which they came.
create index notifications_age_idx on notifications using brin (created_at) with (autosummarize = on);

-- Notices tell what messages tell, and go with them.
comment on column notifications.template_values is 'personal: account holder; kept: message';
