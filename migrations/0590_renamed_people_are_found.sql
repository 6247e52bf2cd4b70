-- Lists find a person, a company and an employee number by what they are called now. Cases that carry a name as it was
-- when they began get the new one in its place; those whose own trigger writes the text are written anew.
create function rename_in_searches() returns trigger language plpgsql as $$
declare
  former text := search_fold(concat_ws(' ', old.first_name, old.last_name));
  today text := search_fold(concat_ws(' ', new.first_name, new.last_name));
  theirs uuid[] := array(select id from beneficiary_employees where user_id = new.id);
begin
  update signed_documents set search_text = '' where beneficiary_employee_id = any (theirs) and deleted_at is null;
  update order_cancellations set search_text = '' where beneficiary_employee_id = any (theirs);
  update redemptions set search_text = replace(search_text, former, today) where beneficiary_employee_id = any (theirs);
  update redemption_payments set search_text = replace(search_text, former, today) where id in (
    select redemption_payment_id from redemptions where beneficiary_employee_id = any (theirs));
  update bike_returns set search_text = replace(search_text, former, today) where beneficiary_employee_id = any (theirs);
  update insurance_claims set search_text = replace(search_text, former, today) where beneficiary_employee_id = any (theirs);
  update bike_brokerages set search_text = replace(search_text, former, today) where beneficiary_employee_id = any (theirs);
  return null;
end $$;
create trigger users_rename_in_searches after update of first_name, last_name on users
  for each row when ((old.first_name, old.last_name) is distinct from (new.first_name, new.last_name))
  execute function rename_in_searches();

create function carry_search_of_employment() returns trigger language plpgsql as $$
begin
  update signed_documents set search_text = '' where beneficiary_employee_id = new.id and deleted_at is null;
  return null;
end $$;
create trigger beneficiary_employees_documents_search after update of employee_number on beneficiary_employees
  for each row when (old.employee_number is distinct from new.employee_number) execute function carry_search_of_employment();

create function carry_search_of_company() returns trigger language plpgsql as $$
begin
  update signed_documents set search_text = '' where company_id = new.id and deleted_at is null;
  update order_cancellations set search_text = '' where company_id = new.id;
  return null;
end $$;
create trigger companies_searches after update of name on companies
  for each row when (old.name is distinct from new.name) execute function carry_search_of_company();
