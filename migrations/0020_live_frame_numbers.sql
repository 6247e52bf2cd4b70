-- A bike that is with us has its frame number to itself. The key is the number without spaces and hyphens in upper case,
-- and empty once the order has been cancelled or refunded, or its lease has ended.
create function frame_key(frame_number text) returns text language sql immutable as
  $$ select nullif(upper(regexp_replace(frame_number, '[[:space:]-]', '', 'g')), '') $$;

do $$
declare doubles text;
begin
  select string_agg(key || ' (' || numbers || ')', ', ' order by key) into doubles from (
    select frame_key(o.frame_number) as key, string_agg(o.order_number, ', ' order by o.order_number) as numbers
      from orders o left join leasing_agreements a on a.id = o.agreement_id
     where o.frame_number is not null and o.status not in ('CANCELLED', 'REFUNDED') and coalesce(a.lease_state, 'NOT_STARTED') <> 'ENDED'
     group by 1 having count(*) > 1) found;
  if doubles is not null then
    raise exception 'Two bikes that are with us have one frame number; correct one of the orders before this migration: %', doubles;
  end if;
end $$;

alter table orders add column frame_key text;
update orders o set frame_key = frame_key(o.frame_number)
 where o.frame_number is not null and o.status not in ('CANCELLED', 'REFUNDED')
   and not exists (select 1 from leasing_agreements a where a.id = o.agreement_id and a.lease_state = 'ENDED');
create unique index orders_frame_key on orders (frame_key) where frame_key is not null;
drop index orders_frame_idx;

create function carry_frame_key() returns trigger language plpgsql as $$
begin
  new.frame_key := case
    when new.frame_number is null or new.status in ('CANCELLED', 'REFUNDED') then null
    when exists (select 1 from leasing_agreements a where a.id = new.agreement_id and a.lease_state = 'ENDED') then null
    else frame_key(new.frame_number) end;
  return new;
end $$;
create trigger orders_frame_key before insert or update of frame_number, status, agreement_id, frame_key on orders
  for each row execute function carry_frame_key();

create function carry_lease_to_frame_key() returns trigger language plpgsql as $$
begin
  update orders set frame_key = null where agreement_id = new.id and frame_number is not null;
  return null;
end $$;
create trigger leasing_agreements_frame_key after update of lease_state on leasing_agreements
  for each row when ((old.lease_state = 'ENDED') <> (new.lease_state = 'ENDED')) execute function carry_lease_to_frame_key();
