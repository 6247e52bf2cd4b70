-- An entry whose amount can be read in two ways keeps both, each with what it would bring.
alter table bank_doubts add column readings jsonb;
comment on column bank_doubts.readings is 'personal: payer; kept: bookkeeping';

-- What came from people and programs beside the bank: each file once, with what became of its lines.
create table intake_files (
  id uuid primary key,
  source text not null check (source in ('E_INVOICE', 'STORES', 'MUNICIPALITIES', 'LEGACY_ORDERS', 'LESSOR')),
  name text not null,
  -- Null: it came by a folder.
  brought_by uuid references users (id),
  taken_count integer not null default 0,
  known_count integer not null default 0,
  -- Why it was refused whole, and the line that shows it; null where it was read.
  refused_for text,
  refused_line integer,
  created_at timestamptz not null default now()
);
create index intake_files_newest_idx on intake_files (created_at desc, id desc);
create index intake_files_brought_by_idx on intake_files (brought_by) where brought_by is not null;

-- What such a file brought and what could not be taken as it stood: kept as it came, until somebody decides.
create table intake_asides (
  id uuid primary key,
  intake_file_id uuid not null references intake_files (id),
  source text not null check (source in ('E_INVOICE', 'STORES', 'LEGACY_ORDERS', 'LESSOR')),
  -- The same thing in another file is put aside once.
  aside_key text not null unique,
  reason text not null,
  line integer not null,
  -- Whom or what it is about, for people to know it by.
  about text,
  -- Names and texts of the file, in its order; empty once somebody has decided.
  raw jsonb not null,
  -- What is wrong with which of them.
  problems jsonb not null default '[]',
  -- The amounts in cents that it may mean, where that is more than one.
  readings jsonb,
  -- What its reader needs to take it after all; null once somebody has decided.
  content jsonb,
  file_id uuid references files (id),
  state text not null default 'OPEN' check (state in ('OPEN', 'TAKEN', 'DISMISSED')),
  note text,
  decided_by uuid references users (id),
  decided_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((state = 'OPEN') = (decided_at is null))
);
create index intake_asides_newest_idx on intake_asides (created_at desc, id desc);
create index intake_asides_open_idx on intake_asides (created_at, id) where state = 'OPEN';
create index intake_asides_file_idx on intake_asides (intake_file_id);
create index intake_asides_stored_idx on intake_asides (file_id) where file_id is not null;
create index intake_asides_decided_by_idx on intake_asides (decided_by) where decided_by is not null;
comment on column intake_asides.about is 'personal: whoever it is about; kept: bookkeeping';
comment on column intake_asides.raw is 'personal: whoever it is about; kept: bookkeeping';
comment on column intake_asides.problems is 'personal: whoever it is about; kept: bookkeeping';
comment on column intake_asides.content is 'personal: whoever it is about; kept: bookkeeping';
comment on column intake_asides.note is 'personal: whoever it is about; kept: bookkeeping';

-- A seller's invoice whose sums differ, or that says something oddly, is kept with what is odd.
alter table received_e_invoices add column remarks text[] not null default '{}';

-- What is put aside is a turn of the staff (npm run turns:sql).
create or replace function turns_follow_intake_asides() returns trigger language plpgsql as $$begin
  if tg_op <> 'UPDATE' or row(new.state) is distinct from row(old.state) then
    insert into turns_to_refresh (process, subject_id) select distinct 'intake', s.id from (select v.id from (values (new.id), (old.id)) v (id)) s (id) where s.id is not null;
  end if;
  return null;
end$$;
comment on function turns_follow_intake_asides() is 'row(new.state) is distinct from row(old.state)';
create or replace trigger turns_follow_rows after insert or delete on intake_asides for each row execute function turns_follow_intake_asides();
create or replace trigger turns_follow_changes after update on intake_asides for each row when (row(new.state) is distinct from row(old.state)) execute function turns_follow_intake_asides();
