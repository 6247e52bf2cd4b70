-- What became of each scheduled job: which ones were missed while the service was down, and which one fails.
create table scheduled_jobs (
  name text primary key,
  succeeded_at timestamptz,
  failed_at timestamptz,
  last_error text,
  version integer not null default 1
);

-- A code or a link that somebody waits for goes before notices.
alter table outbox add column urgent boolean not null default false;
