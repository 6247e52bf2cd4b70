-- Whose turn it is: one row for each party that a case, an order, a bill or a month waits for. Rows name the party and
-- the subject; who of a party may act is judged when they are read.
-- Without foreign keys: a row is written last in a transaction and must not wait for the rows that another one holds.
create table open_turns (
  id uuid primary key,
  process text not null,
  subject_id uuid not null,
  -- What tells two turns of one subject apart, such as the month of a company.
  detail text,
  action text not null,
  awaited text not null,
  -- The party's company, or that of the subject where a person, the staff or somebody outside is awaited.
  company_id uuid,
  -- The person who is awaited.
  user_id uuid,
  -- Those whose own matter it is: they act for no other party in it.
  concerned uuid[] not null default '{}',
  -- The turn's place among those of its subject.
  position smallint not null,
  since timestamptz not null,
  due_day date,
  told_at timestamptz,
  nudged_at timestamptz,
  constraint open_turns_key unique nulls not distinct (process, subject_id, action, awaited, company_id, user_id, detail)
);
create index open_turns_kind_idx on open_turns (process, action, awaited, since, id);
create index open_turns_company_idx on open_turns (company_id, process, action, awaited, since, id);
create index open_turns_user_idx on open_turns (user_id) where user_id is not null;
create index open_turns_due_idx on open_turns (due_day) where due_day is not null;

-- What has been touched and is to be judged anew: written by triggers, emptied by the end of the same transaction or by
-- the next run of the job. `told` names the turns whose party has been written to.
create table turns_to_refresh (
  id uuid primary key default gen_random_uuid(),
  process text not null,
  subject_id uuid not null,
  told jsonb,
  transaction bigint not null default pg_current_xact_id()::text::bigint
);
create index turns_to_refresh_transaction_idx on turns_to_refresh (transaction);

-- Until when each source has been gone through as a whole: its last day, and how far a run has come.
create table turn_sources (
  process text primary key,
  counted_day date,
  counting_day date,
  counted_to uuid
);
