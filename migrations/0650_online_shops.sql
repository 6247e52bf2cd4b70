-- A bicycle may be ordered from an online shop that is no partner: the order keeps the shop's name as the buyer wrote it,
-- with the link to the bicycle, and has no store.
alter table orders
  add column online_shop_name text,
  add constraint orders_one_seller check (online_shop_name is null
    or (bike_store_id is null and is_online_order and product_link is not null));
-- The seller of a purchase invoice that is in no register.
alter table invoices
  add column seller_name text,
  add constraint invoices_one_seller check (seller_name is null
    or (direction = 'PURCHASE' and bike_store_id is null and leasing_company_id is null));
create unique index invoices_seller_number_key on invoices (lower(seller_name), number)
  where direction = 'PURCHASE' and seller_name is not null and stage not in ('INVALIDATED', 'DELETED');

comment on column invoices.seller_name is 'personal: payee; kept: bookkeeping';

-- People are found by the name of the shop from which they order, whichever kind it is.
create or replace function carry_employee_search() returns trigger language plpgsql as $$
begin
  select concat(
      ' ', search_fold(concat_ws(' ', u.first_name, u.last_name, u.work_email, replace(new.employee_number, ' ', ''),
        (select string_agg(o.order_number, ' ') from orders o where o.beneficiary_employee_id = new.id),
        (select string_agg(a.agreement_number, ' ') from leasing_agreements a where a.beneficiary_employee_id = new.id))),
      '¦ ', (select string_agg(search_fold(concat_ws(' ', replace(o.frame_number, ' ', ''), replace(o.bike_store_order_number, ' ', ''), s.name, o.online_shop_name)), ' ')
               from orders o left join bike_stores s on s.id = o.bike_store_id where o.beneficiary_employee_id = new.id),
      '¦ ', search_fold(concat_ws(' ', u.email, u.personal_email, u.phone_number, local_phone(u.phone_number))),
      '¦ ', (select string_agg(search_fold(replace(i.number, ' ', '')), ' ')
               from invoices i join orders o on o.id = i.order_id where o.beneficiary_employee_id = new.id))
    into new.search_text from users u where u.id = new.user_id;
  return new;
end $$;
drop trigger orders_people_search on orders;
create trigger orders_people_search after update of frame_number, bike_store_order_number, bike_store_id, online_shop_name, agreement_id on orders
  for each row when ((old.frame_number, old.bike_store_order_number, old.bike_store_id, old.online_shop_name, old.agreement_id)
    is distinct from (new.frame_number, new.bike_store_order_number, new.bike_store_id, new.online_shop_name, new.agreement_id))
  execute function carry_search_of_order();

create or replace function carry_invoice_search() returns trigger language plpgsql as $$
begin
  new.search_text := ' ' || search_fold(concat_ws(' ', replace(new.number, ' ', ''), new.reference_number, (select order_number from orders where id = new.order_id),
    coalesce(new.buyer ->> 'name', (select name from bike_stores where id = new.bike_store_id), new.seller_name, (select name from leasing_companies where id = new.leasing_company_id))));
  return new;
end $$;
