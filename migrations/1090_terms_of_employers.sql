-- What an employer accepts before its first link: the terms of the service and of the processing of personal data.
alter table terms_documents drop constraint terms_documents_kind_check;
alter table terms_documents add constraint terms_documents_kind_check
  check (kind in ('AGREEMENT', 'INSURANCE', 'SERVICE', 'DATA_PROCESSING'));
-- Until when a company that has accepted an earlier version accepts this one; null: its earlier acceptance holds on.
alter table terms_documents add column accept_by date;
alter table terms_documents add constraint terms_documents_accept_by_check
  check (accept_by is null or kind in ('SERVICE', 'DATA_PROCESSING'));

create table terms_acceptances (
  id uuid primary key,
  company_id uuid not null references companies (id),
  terms_id uuid not null references terms_documents (id),
  kind text not null check (kind in ('SERVICE', 'DATA_PROCESSING')),
  number integer not null check (number > 0),
  -- Of the text that was read, as it was then.
  sha256 bytea not null,
  accepted_by uuid not null references users (id),
  typed_name text not null,
  position text,
  file_id uuid references files (id),
  accepted_at timestamptz not null,
  unique (company_id, kind, number),
  unique (company_id, id)
);
comment on column terms_acceptances.typed_name is 'personal: signer; kept: contract';
comment on column terms_acceptances.position is 'personal: signer; kept: contract';
create index terms_acceptances_terms_idx on terms_acceptances (terms_id);
create index terms_acceptances_by_idx on terms_acceptances (accepted_by);
create index terms_acceptances_file_idx on terms_acceptances (file_id) where file_id is not null;

-- Companies that were there before: they are asked, and nothing that runs waits for their answer.
create table terms_waivers (
  company_id uuid primary key references companies (id),
  created_at timestamptz not null default now()
);
insert into terms_waivers (company_id) select id from companies;
