-- Signed documents are found by the person, the company, the employee number and what the document is called.
alter table signed_documents add column search_text text not null default '';
comment on column signed_documents.search_text is 'personal: employee; kept: contract';

create function carry_signed_document_search() returns trigger language plpgsql as $$
begin
  select ' ' || search_fold(concat_ws(' ', new.title, u.first_name, u.last_name, e.employee_number, c.name))
    into new.search_text
    from beneficiary_employees e join users u on u.id = e.user_id join companies c on c.id = new.company_id
   where e.id = new.beneficiary_employee_id;
  return new;
end $$;
create trigger signed_documents_search before insert or update on signed_documents
  for each row execute function carry_signed_document_search();

update signed_documents set version = version;
create index signed_documents_search_idx on signed_documents using gin (search_text gin_trgm_ops) where deleted_at is null;
