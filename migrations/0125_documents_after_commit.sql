-- A document's row stands with its cause; its bytes are made after the commit, and the mails about it wait for them.
alter table files
  alter column storage_key drop not null,
  alter column sha256 drop not null,
  alter column bytes drop not null,
  add constraint files_whole_check check (num_nulls(storage_key, sha256, bytes) in (0, 3));

create table documents_to_make (
  file_id uuid primary key references files (id),
  kind text not null,
  -- What the document says, as it stood when it was ordered; empty where its rows never change.
  facts jsonb not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  leased_until timestamptz,
  last_error text,
  version integer not null default 1,
  created_at timestamptz not null
);
create index documents_to_make_due_idx on documents_to_make (next_attempt_at, file_id);
comment on column documents_to_make.facts is 'personal: employee; kept: contract';

alter table outbox add column waits_for_file_id uuid references files (id);
drop index outbox_due_idx;
create index outbox_due_idx on outbox (next_attempt_at, id) where status = 'PENDING' and waits_for_file_id is null;
create index outbox_waits_idx on outbox (waits_for_file_id) where waits_for_file_id is not null;

-- Invoices that were sent and whose document was still to be made.
with waiting as (
  select i.id as invoice_id, i.company_id, i.number, gen_random_uuid() as file_id from invoices i
   where i.direction = 'SALES' and i.sent_at is not null and i.file_id is null and i.buyer is not null
), made as (
  insert into files (id, company_id, parent_type, parent_id, content_type, label, created_at)
  select file_id, company_id, 'invoice', invoice_id, 'application/pdf', 'lasku-' || number || '.pdf', now() from waiting
), ordered as (
  insert into documents_to_make (file_id, kind, facts, next_attempt_at, created_at)
  select file_id, 'INVOICE', '{}', now(), now() from waiting
)
update invoices i set file_id = w.file_id from waiting w where i.id = w.invoice_id;
