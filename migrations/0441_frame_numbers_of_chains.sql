-- A bike whose lease was passed on is still with us: its frame number stays its own until the last lease of it has ended.
create function is_bike_with_us(bike_order uuid, first_agreement uuid) returns boolean language sql stable as $$
  select not exists (select from leasing_agreements a where a.id = first_agreement and a.lease_state = 'ENDED')
      or exists (
        select from leasing_agreements a
          join leasing_agreements s on s.chain_id = a.chain_id and (s.created_at, s.id) > (a.created_at, a.id)
         where a.id = first_agreement and s.status = 'SIGNED' and s.void_at is null and s.lease_state <> 'ENDED'
           and bike_order = (select c.order_id from leasing_agreements c
                              where c.chain_id = a.chain_id and c.order_id is not null and (c.created_at, c.id) <= (s.created_at, s.id)
                              order by c.created_at desc, c.id desc limit 1)) $$;

do $$
declare doubles text;
begin
  select string_agg(key || ' (' || numbers || ')', ', ' order by key) into doubles from (
    select frame_key(o.frame_number) as key, string_agg(o.order_number, ', ' order by o.order_number) as numbers
      from orders o
     where o.frame_number is not null and o.status not in ('CANCELLED', 'REFUNDED') and is_bike_with_us(o.id, o.agreement_id)
     group by 1 having count(*) > 1) found;
  if doubles is not null then
    raise exception 'Two bikes that are with us have one frame number, one of them under a lease that was passed on; correct one of the orders before this migration: %', doubles;
  end if;
end $$;

create or replace function carry_frame_key() returns trigger language plpgsql as $$
begin
  new.frame_key := case
    when new.frame_number is null or new.status in ('CANCELLED', 'REFUNDED') then null
    when not is_bike_with_us(new.id, new.agreement_id) then null
    else frame_key(new.frame_number) end;
  return new;
end $$;

create or replace function carry_lease_to_frame_key() returns trigger language plpgsql as $$
begin
  update orders set frame_key = null
   where agreement_id in (select id from leasing_agreements where chain_id = new.chain_id) and frame_number is not null;
  return null;
end $$;
drop trigger leasing_agreements_frame_key on leasing_agreements;
create trigger leasing_agreements_frame_key after update of lease_state, status, void_at, order_id on leasing_agreements
  for each row when ((old.lease_state = 'ENDED', old.status = 'SIGNED', old.void_at is null, old.order_id)
    is distinct from (new.lease_state = 'ENDED', new.status = 'SIGNED', new.void_at is null, new.order_id))
  execute function carry_lease_to_frame_key();
-- A merger writes the next agreement signed as it is.
create trigger leasing_agreements_next_frame_key after insert on leasing_agreements
  for each row when (new.status = 'SIGNED' and new.order_id is null) execute function carry_lease_to_frame_key();

update orders set frame_key = null where frame_number is not null and frame_key is null;
