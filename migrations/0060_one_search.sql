-- One way to search: lower case, accents folded, hyphens and plus signs left out, the same in every list
-- (src/platform/server/database/search.ts folds what people type by the same table).
create function search_fold(text text) returns text language sql immutable strict parallel safe return
  translate(lower(text), 'ÅÄÁÀÂÃÆåäáàâãæÖØÓÒÔÕöøóòôõÉÈÊËéèêëÍÌÎÏíìîïÜÚÙÛüúùûÝýÿÑñÇçŠšŽž-+¦', 'aaaaaaaaaaaaaaooooooooooooeeeeeeeeiiiiiiiiuuuuuuuuyyynnccsszz');

-- A phone number as it is typed at home.
create function local_phone(number text) returns text language sql immutable strict parallel safe return
  case when number like '+358%' then '0' || substr(number, 5) end;

-- What lists search is carried on the person's row in four parts, by who may see what stands in them: everybody who sees
-- the row; who sees the order's papers; who sees private details; who sees invoices. `¦` stands between the parts.
create or replace function carry_employee_search() returns trigger language plpgsql as $$
begin
  select concat(
      ' ', search_fold(concat_ws(' ', u.first_name, u.last_name, u.work_email, replace(new.employee_number, ' ', ''),
        (select string_agg(o.order_number, ' ') from orders o where o.beneficiary_employee_id = new.id),
        (select string_agg(a.agreement_number, ' ') from leasing_agreements a where a.beneficiary_employee_id = new.id))),
      '¦ ', (select string_agg(search_fold(concat_ws(' ', replace(o.frame_number, ' ', ''), replace(o.bike_store_order_number, ' ', ''), s.name)), ' ')
               from orders o left join bike_stores s on s.id = o.bike_store_id where o.beneficiary_employee_id = new.id),
      '¦ ', search_fold(concat_ws(' ', u.email, u.personal_email, u.phone_number, local_phone(u.phone_number))),
      '¦ ', (select string_agg(search_fold(replace(i.number, ' ', '')), ' ')
               from invoices i join orders o on o.id = i.order_id where o.beneficiary_employee_id = new.id))
    into new.search_text from users u where u.id = new.user_id;
  return new;
end $$;

-- Whatever the text is made of makes it anew.
drop trigger users_search on users;
create trigger users_search after update of first_name, last_name, email, work_email, personal_email, phone_number on users
  for each row when ((old.first_name, old.last_name, old.email, old.work_email, old.personal_email, old.phone_number)
    is distinct from (new.first_name, new.last_name, new.email, new.work_email, new.personal_email, new.phone_number))
  execute function carry_user_search();

create function carry_search_of_order() returns trigger language plpgsql as $$
begin
  update beneficiary_employees set search_text = '' where id = new.beneficiary_employee_id;
  return null;
end $$;
create trigger orders_people_search after update of frame_number, bike_store_order_number, bike_store_id, agreement_id on orders
  for each row when ((old.frame_number, old.bike_store_order_number, old.bike_store_id, old.agreement_id)
    is distinct from (new.frame_number, new.bike_store_order_number, new.bike_store_id, new.agreement_id))
  execute function carry_search_of_order();

create function carry_search_of_invoice() returns trigger language plpgsql as $$
begin
  update beneficiary_employees e set search_text = '' from orders o where o.id = new.order_id and e.id = o.beneficiary_employee_id;
  return null;
end $$;
create trigger invoices_people_search after insert on invoices
  for each row when (new.order_id is not null) execute function carry_search_of_invoice();
create trigger invoices_people_search_changed after update of number, order_id on invoices
  for each row when ((old.number, old.order_id) is distinct from (new.number, new.order_id)) execute function carry_search_of_invoice();

create function carry_search_of_store() returns trigger language plpgsql as $$
begin
  update beneficiary_employees e set search_text = '' from orders o where o.bike_store_id = new.id and e.id = o.beneficiary_employee_id;
  return null;
end $$;
create trigger bike_stores_people_search after update of name on bike_stores
  for each row when (old.name is distinct from new.name) execute function carry_search_of_store();

update beneficiary_employees set search_text = '';

-- The people of a company, and everybody with an account.
create or replace function carry_company_people(person uuid) returns void language plpgsql as $$
begin
  -- Whoever changes the same person meanwhile waits here and then sees what this change has left.
  perform 1 from users where id = person for no key update;
  delete from company_people p where p.user_id = person
    and not exists (select 1 from memberships m where m.user_id = person and m.company_id = p.company_id);
  insert into company_people as p (company_id, user_id, last_name, first_name, search_text)
    select m.company_id, u.id, u.last_name, u.first_name,
           ' ' || search_fold(concat_ws(' ', u.first_name, u.last_name, u.email, u.work_email, u.phone_number, local_phone(u.phone_number), u.personal_email))
      from memberships m join users u on u.id = m.user_id where m.user_id = person
    on conflict (user_id, company_id) do update
      set last_name = excluded.last_name, first_name = excluded.first_name, search_text = excluded.search_text
      where (p.last_name, p.first_name, p.search_text) is distinct from (excluded.last_name, excluded.first_name, excluded.search_text);
end $$;
update company_people p set search_text =
    ' ' || search_fold(concat_ws(' ', u.first_name, u.last_name, u.email, u.work_email, u.phone_number, local_phone(u.phone_number), u.personal_email))
  from users u where u.id = p.user_id;

drop index users_search_idx;
create index users_search_idx on users using gin (search_fold(' ' || first_name || ' ' || last_name || ' ' || email || ' ' || work_email || ' ' || coalesce(phone_number, '') || ' ' || coalesce(local_phone(phone_number), '') || ' ' || coalesce(personal_email, '')) gin_trgm_ops);
drop index users_addresses_idx;
create index users_addresses_idx on users using gin (search_fold(' ' || email || ' ' || work_email || ' ' || coalesce(personal_email, '')) gin_trgm_ops);
drop index companies_search_idx;
create index companies_search_idx on companies using gin (search_fold(' ' || name || ' ' || business_id) gin_trgm_ops);
drop index contact_forms_search_idx;
create index contact_forms_search_idx on contact_forms using gin (search_fold(' ' || name || ' ' || email || ' ' || coalesce(company, '') || ' ' || message) gin_trgm_ops);
drop index outbox_recipient_idx;
create index outbox_recipient_idx on outbox using gin (search_fold(' ' || recipient) gin_trgm_ops);

-- An invoice's own text.
create or replace function carry_invoice_search() returns trigger language plpgsql as $$
begin
  new.search_text := ' ' || search_fold(concat_ws(' ', replace(new.number, ' ', ''), new.reference_number, (select order_number from orders where id = new.order_id),
    coalesce(new.buyer ->> 'name', (select name from bike_stores where id = new.bike_store_id), (select name from leasing_companies where id = new.leasing_company_id))));
  return new;
end $$;
update invoices set number = number;
